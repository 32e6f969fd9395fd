"""Where camera and board are: by a marker on the arm, and by the squares of the board itself."""
