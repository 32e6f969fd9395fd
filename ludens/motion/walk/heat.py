"""A robot whose legs get hot walks slower, before its motors give up their stiffness and it falls.

Ankles and knees work hardest when walking fast; at less than half the speed they cool down again.
"""

from ludens.geometry import FloatArray
from ludens.robots.nao.kinematics import LEGS
from ludens.robots.nao.motors import HOT_C

SLOWER_C = HOT_C - 5.0
"""From here on."""
SLOWEST_SHARE = 0.4
"""Of the fastest speed, for a hot robot."""


def cool_share(temperature_c: FloatArray) -> float:
    """Return the share of its speeds that a robot with motors so hot should walk at."""
    hottest_c: float = max(temperature_c[LEGS].tolist())
    warm = (hottest_c - SLOWER_C) / (HOT_C - SLOWER_C)
    return 1.0 - (1.0 - SLOWEST_SHARE) * min(max(warm, 0.0), 1.0)
