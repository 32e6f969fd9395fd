"""One kick from its begin to its end: the course it follows, and how it is broken off.

Everything is reckoned for the left foot. A kick that is not wanted any more, or in which somebody shoves the
robot, still puts its foot down: softly, or at once and where the body tips to.
"""

from ludens.geometry import FloatArray, Pose2
from ludens.messages import KickRequest
from ludens.motion.kick.balance import standing
from ludens.motion.kick.course import DRAW, RETURN, SHIFT, Course, Knot, ending, kick_course, resting
from ludens.motion.kick.parameters import KickParameters
from ludens.motion.kick.strokes import aimed, best_ball_m, stroke_for
from ludens.motion.kick.targets import Point, standing_target
from ludens.robots.nao.joints import mirrored
from ludens.robots.nao.kinematics import Posture

SHOVED = "Somebody shoved the robot."
UNWANTED = "Another motion was wanted."
FARTHEST_STEP_M = (0.10, 0.05)
"""The farthest from its usual place that the foot is put down after a shove, forward and aside."""


class Attempt:
    """A kick at a ball; or, where `in_reach` is false, the refusal to kick it. `refused` says why."""

    def __init__(self, request: KickRequest, position_rad: FloatArray, parameters: KickParameters) -> None:
        self.with_left = request.with_left
        self._parameters = parameters
        self._stroke = stroke_for(request)
        ball_m = best_ball_m(self._stroke)
        if request.ball_m is not None:
            ball_m = self._in_stance(request.ball_m, position_rad)
        aim = aimed(self._stroke, ball_m)
        self.refused = aim.refused
        self.in_reach = not aim.refused
        self._course = kick_course(parameters, self._stroke, strike_m=aim.strike_m, strength=request.strength)

    @property
    def mirror(self) -> float:
        """1 for the left foot, -1 for the right one."""
        return 1.0 if self.with_left else -1.0

    @property
    def end_s(self) -> float:
        """When the robot stands again."""
        return self._course.end_s

    def phase(self, time_s: float) -> tuple[str, float]:
        """Return what is being done, and the share of it that is over."""
        return self._course.phase(time_s)

    def target(self, time_s: float) -> FloatArray:
        """Return what is wanted of the body."""
        return self._course.at(time_s)[0]

    def break_off(self, time_s: float) -> None:
        """Come to a stand as soon as that is no riskier than to go on: a foot that swings, swings through."""
        phase, _ = self.phase(time_s)
        if phase == SHIFT:
            self._return(time_s)
        elif phase == DRAW:
            beside = (0.0, self._parameters.feet_apart_m)
            self._replace(time_s, UNWANTED, landing_m=beside, hurried=False)

    def put_down(self, time_s: float, error_m: Point) -> None:
        """Put the foot down at once, towards where the body tips; `error_m` as `capture_error` tells.

        Before the foot leaves the floor both feet carry; and once it swings it is on its way down already:
        to hurry it then makes more robots fall, not fewer.
        """
        if self.phase(time_s)[0] == DRAW:
            caught = (self._parameters.catch_share * error for error in error_m)
            ahead_m, aside_m = (
                max(-most, min(most, way)) for way, most in zip(caught, FARTHEST_STEP_M, strict=True)
            )
            # Never inwards: the stance foot is there.
            landing_m = ahead_m, self._parameters.feet_apart_m + max(aside_m, 0.0)
            self._replace(time_s, SHOVED, landing_m=landing_m, hurried=True)

    def _replace(self, time_s: float, why: str, *, landing_m: Point, hurried: bool) -> None:
        now = Knot(time_s, *self._course.at(time_s))
        end = ending(self._parameters, now, landing_m=landing_m, hurried=hurried)
        self._course, self.refused = Course((now, *end)), why

    def _return(self, time_s: float) -> None:
        """Both feet are still on the floor: bring the weight back between them."""
        now = Knot(time_s, *self._course.at(time_s))
        back_s = time_s + self._parameters.return_s
        stands = resting(back_s, standing_target(self._parameters), RETURN)
        self._course, self.refused = Course((now, stands)), UNWANTED

    def _in_stance(self, ball_m: Point, position_rad: FloatArray) -> Point:
        """Return a ball before and left of the torso in the frame of the stance sole."""
        posture = Posture(position_rad if self.with_left else mirrored(position_rad))
        torso_from_stance = Pose2.from_transform3(posture.torso_from_right_sole)
        return torso_from_stance.inverse().apply(ball_m[0], self.mirror * ball_m[1])


def best_place_m(request: KickRequest, parameters: KickParameters | None = None) -> Point:
    """Return the place before and left of the torso's shadow, for this kick of this ball with this foot."""
    stand_rad = standing(KickParameters() if parameters is None else parameters)
    torso_from_stance = Pose2.from_transform3(Posture(stand_rad).torso_from_right_sole)
    x_m, y_m = torso_from_stance.apply(*best_ball_m(stroke_for(request)))
    return x_m, y_m if request.with_left else -y_m
