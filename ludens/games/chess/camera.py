"""The camera above the table, as the software believes it to be before it is calibrated."""

import math

from ludens.geometry import PinholeCamera, Transform3

CAMERA = PinholeCamera.from_horizontal_field_of_view(math.radians(46.0), width_px=1280, height_px=720)
"""An ordinary webcam at 1280 × 720; its real focal length and distortion differ a little."""

HEIGHT_M = 1.15
BASE_FROM_CAMERA = Transform3.from_rpy(pitch_rad=math.pi / 2.0, translation=(0.60, 0.0, HEIGHT_M))
"""On a stand, looking straight down at the middle of the board, its upper edge away from the robot."""
