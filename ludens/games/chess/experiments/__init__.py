"""What is measured of the chess robot: one experiment per file."""
