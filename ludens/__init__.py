"""Robots that play: one framework in which every game is the loop see, know, decide, move, tell."""

__version__ = "0.1.0"
