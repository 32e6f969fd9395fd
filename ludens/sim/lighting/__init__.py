"""Light on flat surfaces of a drawn picture: cast shadows of wide lamps, and gloss.

MuJoCo's own shadow maps would double the cost of a picture. What robots look at lies on a few planes (a
floor, a board, the tops of men), so shadows are cast on those alone, exactly, straight into the picture.
"""
