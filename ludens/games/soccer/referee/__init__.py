"""Referees: the league's GameController without a window, and one that judges by itself."""
