"""The modules of a player, in one list for each world; a lone striker's setups."""

from ludens.bodies.flat_nao import FLAT_BODY
from ludens.bodies.nao import BODY
from ludens.core.contract.setup import CyclerPlan, Every, Node, Setup
from ludens.estimation.ball_tracker import BallTracker
from ludens.estimation.eye_watch import EyeWatch
from ludens.estimation.localisation.module import FieldLocalisation
from ludens.estimation.robot_tracker import RobotTracker
from ludens.games.soccer.decide.player import StrikerPlayer
from ludens.games.soccer.know.team_obstacles import TeamObstacleFilter
from ludens.games.soccer.move.gaze import HeadControl
from ludens.games.soccer.move.legs import LegControl
from ludens.games.soccer.show import FieldView
from ludens.vision.balls.detector import BallDetector
from ludens.vision.field.landmark_finder import LandmarkFinder
from ludens.vision.field.scanner import FieldScanner
from ludens.vision.field.self_calibration import CameraSelfCalibration
from ludens.vision.picture_watch import PictureWatch


def eye(camera: str) -> CyclerPlan:
    """Everything that looks at the pictures of one camera."""
    nodes = (
        Node(PictureWatch, camera, {"camera": camera}),
        Node(FieldScanner, camera, {"camera": camera}),
        Node(BallDetector, camera),
        Node(LandmarkFinder, camera),
    )
    return CyclerPlan(f"{camera} eye", f"{camera}/camera", nodes)


SEEING = (
    eye("top"),
    eye("bottom"),
    CyclerPlan("calibration", Every(1.0), (Node(CameraSelfCalibration),)),
)
"""Both eyes, and what they learn of themselves."""

PERCEPTION = (Node(EyeWatch), Node(BallTracker), Node(RobotTracker), Node(TeamObstacleFilter))
MIND = (
    *PERCEPTION,
    Node(StrikerPlayer),
    Node(LegControl),
    Node(HeadControl),
)

KNOWING_MIND = (Node(FieldLocalisation), *MIND, Node(FieldView))

STRIKER = Setup(
    "soccer",
    (*SEEING, CyclerPlan("body", "body", (*KNOWING_MIND, *BODY))),
)
TRUTH = Setup("soccer-truth", (CyclerPlan("body", "body", (*KNOWING_MIND, *BODY)),))
"""The same robot without pictures: the world tells what its eyes would have seen."""
FLAT = Setup("soccer-flat", (CyclerPlan("body", "body", (*KNOWING_MIND, *FLAT_BODY)),))
"""The same modules above motion, in a world without joints."""
