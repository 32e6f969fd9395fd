"""The marker in the middle of the board: which one it is, for the scene that prints it and the eyes."""

MARKER_DICTIONARY = "4X4_50"
"""Of OpenCV's: large cells for its size, so that it is read from afar and aslant."""
MARKER_NUMBER = 7
"""Its upper edge lies to the far side of the board, its left edge to the left."""
