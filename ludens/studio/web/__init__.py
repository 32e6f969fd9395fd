"""The studio in the browser: the web server, and which panel stands where."""
