"""A kick from a stand without legs: refused, timed and aimed as the real one, and what its strike does.

Reach and phases are those of `ludens.motion.kick`; only the swing's effect on the ball is a figure.
"""

import math

from ludens.geometry import Pose2
from ludens.messages import KickReport, KickRequest
from ludens.motion.kick import KickParameters
from ludens.motion.kick.balance import standing
from ludens.motion.kick.course import RETURN, SHIFT, SWING, kick_course
from ludens.motion.kick.strokes import Stroke, aimed, best_ball_m, stroke_for
from ludens.robots.nao.kinematics import Posture
from ludens.sim.flat.figures import FlatFigures, interpolated

Point = tuple[float, float]

_PARAMETERS = KickParameters()
_TORSO_FROM_STANCE = Pose2.from_transform3(Posture(standing(_PARAMETERS)).torso_from_right_sole)
GLANCES_M = 0.03
"""Beyond the toe cap, where the foot's edge and the ball's side still meet."""
REACH_SLACK_M = 0.03
"""A ball that lies nearer or farther than it was taken to be is still struck."""
SIDE_SHARE = 0.65 / 4.8
"""Of the way of a ball that is kicked to the side: nao-kick --kind side."""


class FlatKick:
    """One kick of one body, from the moment it has come to a stand."""

    def __init__(self, request: KickRequest, figures: FlatFigures) -> None:
        self.request, self._figures = request, figures
        self.stroke: Stroke = stroke_for(request)
        ball_m = best_ball_m(self.stroke) if request.ball_m is None else self.in_stance(request.ball_m)
        aim = aimed(self.stroke, ball_m)
        self.refused = aim.refused
        self._aim_m = ball_m
        course = kick_course(_PARAMETERS, self.stroke, strike_m=aim.strike_m, strength=request.strength)
        self._ends: list[tuple[str, float, float]] = [
            (knot.phase, before.time_s, knot.time_s)
            for before, knot in zip(course.knots[:-1], course.knots[1:], strict=True)
        ]
        struck_s = next(end_s for phase, _, end_s in self._ends if phase == SWING)
        self._strike_s = struck_s + figures.strike_late_s
        self._since_s = -figures.ready_s
        self._end_s = course.end_s
        self._has_struck = False

    @property
    def finished(self) -> bool:
        """Whether the robot stands again, or never began."""
        return bool(self.refused) or self._since_s >= self._end_s

    def step(self, elapsed_s: float) -> bool:
        """Go on; return whether the foot strikes now."""
        self._since_s += elapsed_s
        if self.refused or self._has_struck or self._since_s < self._strike_s:
            return False
        self._has_struck = True
        return True

    def break_off(self) -> None:
        """Another motion is wanted: return while both feet are down, else go on."""
        if self._since_s < 0.0 or self._phase()[0] == SHIFT:
            self.refused = "Another motion was wanted."

    def report(self, time_s: float) -> KickReport:
        """Return what it tells about itself."""
        phase, share = self._phase()
        return KickReport(
            time_s=time_s, phase=phase, share=share, with_left=self.request.with_left, refused=self.refused
        )

    def struck(self, ball_m: Point, normals: tuple[float, float]) -> tuple[float, float] | None:
        """Return how far and in which direction (from the robot's heading) a ball at a place rolls.

        `ball_m` is before and left of the torso's shadow; None where the foot misses it. `normals` are two
        numbers of chance.
        """
        along_m, across_m = self.stroke.split(self.in_stance(ball_m))
        aim_along_m, aim_across_m = self.stroke.split(self._aim_m)
        beside_m = across_m - aim_across_m
        reach_m = self.stroke.farthest_m - self.stroke.nearest_m
        if abs(along_m - aim_along_m) > reach_m + REACH_SLACK_M:
            return None
        half_m = self._figures.foot_half_m
        over_m = abs(beside_m) - half_m
        if over_m > GLANCES_M:
            return None
        way_m = self._figures.in_play * interpolated(self._figures.kick_m, self.request.strength)
        way_m *= 1.0 if self.stroke.along_is_forward else SIDE_SHARE
        way_m *= max(1.0 + self._figures.kick_sigma * normals[0], 0.3)
        turn_rad = self._figures.kick_sigma_rad * normals[1]
        if over_m > 0.0:  # with the foot's edge
            way_m *= 1.0 - 0.7 * over_m / GLANCES_M
            turn_rad += math.copysign(0.6 * over_m / GLANCES_M, beside_m) * (
                1.0 if self.request.with_left else -1.0
            )
        side_rad = 0.0 if self.stroke.along_is_forward else 0.5 * math.pi
        if not self.request.with_left:
            side_rad = -side_rad
        return way_m, side_rad + turn_rad

    def in_stance(self, ball_m: Point) -> Point:
        """Return a place before the robot in the frame of the stance sole, mirrored for the right foot."""
        x_m, y_m = ball_m
        return _TORSO_FROM_STANCE.inverse().apply(x_m, y_m if self.request.with_left else -y_m)

    def _phase(self) -> tuple[str, float]:
        if self._since_s < 0.0 or self.refused:
            return "get ready", min(1.0 + self._since_s / self._figures.ready_s, 1.0)
        for phase, begin_s, end_s in self._ends:
            if self._since_s < end_s:
                return phase, (self._since_s - begin_s) / (end_s - begin_s)
        return RETURN, 1.0
