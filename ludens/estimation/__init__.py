"""Filters that turn noisy, late measurements into beliefs. They know no game."""
