"""A NAO's fingers: two above and a thumb below, which close towards each other by one wire.

Figures are ours: the maker publishes none. Pivots are so far apart that fingers are parallel when they hold
25 mm. All are in the hand's frame.
"""

FINGERS = ("upper left finger", "upper right finger", "thumb")
FINGER_KG = 0.003
FINGERS_KG = len(FINGERS) * FINGER_KG

OPEN_RAD, CLOSED_RAD = -0.60, 0.30
"""Angles of every finger; positive closes. At 0 a finger points straight ahead."""
FINGER_LENGTH_M = 0.046
FINGER_RADIUS_M = 0.0055
KNUCKLE_X_M = 0.050
GRIP_Z_M = -0.0123
HALF_GAP_M = 0.018
"""From the grip's middle to a pivot: half of 25 mm and a finger's radius."""
UPPER_Y_M = 0.0075
THUMB_STRENGTH = 2.0
"""Of what pulls, brakes and opens the thumb, against one finger: it stands alone against two."""
