"""Where a ball should lie before it is kicked, as the robot sees it: for who walks up to it."""

from ludens.geometry import Pose2
from ludens.messages import KickRequest
from ludens.motion.kick.aim import best_ball_m
from ludens.motion.kick.legs import standing
from ludens.motion.kick.parameters import KickParameters
from ludens.motion.kick.strokes import STROKES
from ludens.motion.kick.targets import Point
from ludens.robots.nao.kinematics import Posture


def best_place_m(request: KickRequest, parameters: KickParameters | None = None) -> Point:
    """Return the place before and left of the torso's shadow, for this kind of kick with this foot."""
    stand_rad = standing(KickParameters() if parameters is None else parameters)
    torso_from_stance = Pose2.from_transform3(Posture(stand_rad).torso_from_right_sole)
    x_m, y_m = torso_from_stance.apply(*best_ball_m(STROKES[request.kind]))
    return x_m, y_m if request.with_left else -y_m
