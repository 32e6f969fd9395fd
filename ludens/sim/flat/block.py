"""A keeper's dive without joints: how far to either side the ball is stopped, and since when."""

import math

from ludens.messages.balance import FallDirection
from ludens.sim.flat.ball import FlatBall
from ludens.sim.flat.figures import FlatFigures, interpolated

Point = tuple[float, float]

DIVES: dict[str, tuple[FallDirection, float]] = {"dive_left": ("left", 1.0), "dive_right": ("right", -1.0)}
"""Names of the motion files, where the body falls, and the sign of that side."""


class FlatBlock:
    """One dive of one body, from the moment it is asked for."""

    def __init__(self, motion: str, figures: FlatFigures) -> None:
        self.motion, self._figures = motion, figures
        self.since_s = 0.0

    def covers(self, left_m: float) -> bool:
        """Whether a ball is stopped whose middle passes so far to the left of where the torso stood."""
        f = self._figures
        if self.since_s > f.block_lasts_s:
            return False
        away_m = DIVES[self.motion][1] * left_m
        if away_m < 0.0:
            return away_m > -f.dive_s[0][0] and self.since_s < f.dive_leaves_s
        if away_m < f.dive_opens_m:
            return self.since_s < f.dive_opens_s
        return away_m <= f.dive_s[-1][0] and self.since_s >= interpolated(f.dive_s, away_m)

    def meet(self, ball: FlatBall, at_m: Point, yaw_rad: float, *, radius_m: float) -> bool:
        """Stop a ball that runs against a body which stands, or stood, there; tell whether it does."""
        dx, dy = ball.place_m[0] - at_m[0], ball.place_m[1] - at_m[1]
        cosine, sine = math.cos(yaw_rad), math.sin(yaw_rad)
        x_m, y_m = cosine * dx + sine * dy, -sine * dx + cosine * dy
        half_m = self._figures.block_half_m + radius_m
        if abs(x_m) > half_m or not self.covers(y_m):
            return False
        vx, vy = ball.velocity_mps
        forward, left = cosine * vx + sine * vy, -sine * vx + cosine * vy
        x_m = math.copysign(half_m, x_m)
        if forward * x_m < 0.0:
            forward *= -self._figures.block_bounce
        left *= 0.5
        ball.place_m = at_m[0] + cosine * x_m - sine * y_m, at_m[1] + sine * x_m + cosine * y_m
        ball.velocity_mps = cosine * forward - sine * left, sine * forward + cosine * left
        return True
