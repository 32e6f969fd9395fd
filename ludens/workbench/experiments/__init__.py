"""What is measured of the humanoid: one experiment per file."""
