"""The modules of a player, in one list for each world; a lone striker's setups."""

from ludens.bodies.flat_nao import FLAT_BODY
from ludens.bodies.nao import BODY
from ludens.core.contract.setup import CyclerPlan, Every, Node, Setup
from ludens.estimation.ball_tracker import BallTracker
from ludens.estimation.eye_watch import EyeWatch
from ludens.estimation.localisation.module import FieldLocalisation
from ludens.estimation.localisation.particle_module import ParticleLocalisation
from ludens.estimation.robot_tracker import RobotTracker
from ludens.games.soccer.decide.player import ClassicPlayerModule, StrikerPlayer
from ludens.games.soccer.know.team_obstacles import TeamObstacleFilter
from ludens.games.soccer.move.gaze import HeadControl
from ludens.games.soccer.move.legs import LegControl
from ludens.games.soccer.show import FieldView
from ludens.vision.balls.detector import BallDetector
from ludens.vision.coloured.finders import ColouredThingFinder, WhiteLineFinder
from ludens.vision.field.landmark_finder import LandmarkFinder
from ludens.vision.field.scanner import FieldScanner
from ludens.vision.field.self_calibration import CameraSelfCalibration
from ludens.vision.picture_watch import PictureWatch
from ludens.vision.robots.detector import RobotDetector


def eye(camera: str, team: int = 0) -> CyclerPlan:
    """Everything that looks at the pictures of one camera, of a robot in blue (team 0) or red (1)."""
    nodes = (
        Node(PictureWatch, camera, {"camera": camera}),
        Node(FieldScanner, camera, {"camera": camera}),
        Node(BallDetector, camera),
        Node(LandmarkFinder, camera),
        Node(RobotDetector, camera, {"own_colour": team, "other_colour": 1 - team}),
    )
    return CyclerPlan(f"{camera} eye", f"{camera}/camera", nodes)


def seeing(team: int = 0) -> tuple[CyclerPlan, ...]:
    """Both eyes, and what they learn of themselves."""
    calibration = CyclerPlan("calibration", Every(1.0), (Node(CameraSelfCalibration),))
    return eye("top", team), eye("bottom", team), calibration


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
    (*seeing(), CyclerPlan("body", "body", (*KNOWING_MIND, *BODY))),
)
TRUTH = Setup("soccer-truth", (CyclerPlan("body", "body", (*KNOWING_MIND, *BODY)),))
"""The same robot without pictures: the world tells what its eyes would have seen."""

ON_2011 = {"field": "2011"}
"""What every module that knows the field is told on that of 2011."""


def eye_2011(camera: str, team: int = 0) -> CyclerPlan:
    """Our eyes on the field of 2011: its ball and goals by colour, lines as ever."""
    nodes = (
        Node(PictureWatch, camera, {"camera": camera}),
        Node(FieldScanner, camera, {"camera": camera}),
        Node(ColouredThingFinder, camera, {"colour": team}),
        Node(LandmarkFinder, camera, ON_2011),
        Node(RobotDetector, camera, {"own_colour": team, "other_colour": 1 - team}),
    )
    return CyclerPlan(f"{camera} eye", f"{camera}/camera", nodes)


CALIBRATION_2011 = CyclerPlan("calibration", Every(1.0), (Node(CameraSelfCalibration, "", ON_2011),))
BODY_2011 = (
    Node(EyeWatch),
    Node(BallTracker),
    Node(RobotTracker),
    Node(TeamObstacleFilter, "", ON_2011),
    Node(StrikerPlayer, "", ON_2011),
    Node(LegControl),
    Node(HeadControl, "", ON_2011),
    Node(FieldView, "", ON_2011),
    *BODY,
)


def eye_of_001(camera: str, team: int = 0) -> CyclerPlan:
    """The eyes of 001: what is above the field is cut away column by column; points of lines are white."""
    nodes = (
        Node(PictureWatch, camera, {"camera": camera}),
        Node(FieldScanner, camera, {"camera": camera, "cuts_by": "columns"}),
        Node(ColouredThingFinder, camera, {"colour": team}),
        Node(WhiteLineFinder, camera),
        Node(RobotDetector, camera, {"own_colour": team, "other_colour": 1 - team}),
    )
    return CyclerPlan(f"{camera} eye", f"{camera}/camera", nodes)


def seeing_2011(team: int = 0, *, classic: bool = False) -> tuple[CyclerPlan, ...]:
    """Both eyes on the field of 2011, ours or those of 001, and what they learn of themselves."""
    eye_of = eye_of_001 if classic else eye_2011
    return eye_of("top", team), eye_of("bottom", team), CALIBRATION_2011


STRIKER_2011 = Setup(
    "soccer-2011",
    (*seeing_2011(), CyclerPlan("body", "body", (Node(FieldLocalisation, "", ON_2011), *BODY_2011))),
)
"""The same striker on the field of 2011: orange ball, coloured goals, smaller."""


CLASSIC_2011 = Setup(
    "soccer-2011-classic",
    (*seeing_2011(classic=True), CyclerPlan("body", "body", (Node(ParticleLocalisation), *BODY_2011))),
).replacing(StrikerPlayer, ClassicPlayerModule)
"""All of 001: its eyes, its particles, its state machine."""
FLAT = Setup("soccer-flat", (CyclerPlan("body", "body", (*KNOWING_MIND, *FLAT_BODY)),))
"""The same modules above motion, in a world without joints."""
