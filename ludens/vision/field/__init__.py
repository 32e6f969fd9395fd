"""Seeing a soccer field: projection to the ground, field colour, scan lines, border, lines and landmarks."""
