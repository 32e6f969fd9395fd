"""The nominal camera: the webcam as the robot's owner believes it to be mounted and to see.

Perception computes with this one. A simulated or real camera deviates from it (see `noise.toml`).
"""

import math

from ludens.geometry import PinholeCamera, Transform3

CAMERA = PinholeCamera.from_horizontal_field_of_view(0.2 * math.pi, width_px=320, height_px=240)
"""320×240 pixels over 36°, the narrow entry-level webcam of the paper."""

ROBOT_FROM_CAMERA = Transform3.from_rpy(pitch_rad=math.radians(10.0), translation=(0.12, 0.0, 0.40))
"""On a stand 0.40 m high, 0.12 m ahead of the axle, tilted 10° down: sees the floor from 0.91 m on."""
