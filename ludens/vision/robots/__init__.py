"""Robots in pictures of a soccer field."""
