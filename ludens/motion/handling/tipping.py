"""Where to let go of a cube that is tilted, so that it comes to lie on its place.

What a person puts into the hand sits square in the hand, and so is tilted with it over the board: it touches
the board with its near edge first and tips over it, to where the hand points.
"""

import math

from ludens.geometry import FloatArray


def before_it_tips(
    place_m: tuple[float, float], pointing: FloatArray, *, edge_m: float
) -> tuple[float, float]:
    """Return it for a hand that points along the unit vector `pointing`, in the board's frame.

    The middle of the cube moves by half its edge times  1 - cos t + sin t  for a tilt t.
    """
    x, y, _ = pointing.tolist()
    sine = math.hypot(x, y)
    tilt_rad = math.asin(min(sine, 1.0))
    ways = 0.5 * edge_m * (1.0 - math.cos(tilt_rad) + math.sin(tilt_rad)) / max(sine, 0.01)
    return place_m[0] - ways * x, place_m[1] - ways * y
