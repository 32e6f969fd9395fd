"""Seeing a ball: candidates of the right size and colour, a small net that judges them, and its outline."""
