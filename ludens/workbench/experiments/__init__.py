"""Measurements of the humanoid: one experiment per file."""
