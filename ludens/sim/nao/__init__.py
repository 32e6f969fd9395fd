"""A simulated NAO: motors that tire, sensors that err, and a plain world to try it in."""
