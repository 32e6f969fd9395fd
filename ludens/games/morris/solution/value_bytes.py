"""One byte that says what is known of a position, seen by the side to move.

0, 2, 4 …   lost in so many plies
1, 3, 5 …   won in so many plies
MARKED      nothing yet, to be looked at in this level
TWIN        another place of the table stands for this position
UNKNOWN     nothing yet; at the end of a stage this is a draw
"""

FARTHEST = 252
MARKED = 253
TWIN = 254
UNKNOWN = 255
