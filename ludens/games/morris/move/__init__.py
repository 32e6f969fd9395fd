"""What the humanoid's hands need to know of the board: where to stand for a place, and how to reach it."""
