"""The wiring of soccer: one striker with its own eyes, and the game it plays."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.bodies.flat_nao import FLAT_BODY
from ludens.bodies.nao import BODY
from ludens.core.contract.driver import Delivery, Driver, DriverWrapper, behind
from ludens.core.contract.setup import CyclerPlan, Every, Node, Setup
from ludens.core.errors import LudensError
from ludens.core.runtime.game import Game
from ludens.core.runtime.run import Run
from ludens.drivers.remote import RemoteDriver
from ludens.drivers.simulation import SimulationDriver
from ludens.estimation.ball_tracker import BallTracker
from ludens.estimation.eye_watch import EyeWatch
from ludens.estimation.localisation.module import FieldLocalisation
from ludens.estimation.robot_tracker import RobotTracker
from ludens.games.soccer.decide.player import StrikerPlayer
from ludens.games.soccer.know.team_obstacles import TeamObstacleFilter
from ludens.games.soccer.move.gaze import HeadControl
from ludens.games.soccer.move.legs import LegControl
from ludens.games.soccer.show import FieldView
from ludens.games.soccer.world import FlatMatch, SoccerMatch, SoccerMatchOptions, TruthMatch
from ludens.games.soccer.world.hands import ScriptedHands, parse_acts
from ludens.vision.balls.detector import BallDetector
from ludens.vision.field.landmark_finder import LandmarkFinder
from ludens.vision.field.scanner import FieldScanner
from ludens.vision.field.self_calibration import CameraSelfCalibration
from ludens.vision.picture_watch import PictureWatch


def _eye(camera: str) -> CyclerPlan:
    """Everything that looks at the pictures of one camera."""
    nodes = (
        Node(PictureWatch, camera, {"camera": camera}),
        Node(FieldScanner, camera, {"camera": camera}),
        Node(BallDetector, camera),
        Node(LandmarkFinder, camera),
    )
    return CyclerPlan(f"{camera} eye", f"{camera}/camera", nodes)


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
    (
        _eye("top"),
        _eye("bottom"),
        CyclerPlan("calibration", Every(1.0), (Node(CameraSelfCalibration),)),
        CyclerPlan("body", "body", (*KNOWING_MIND, *BODY)),
    ),
)
TRUTH = Setup("soccer-truth", (CyclerPlan("body", "body", (*KNOWING_MIND, *BODY)),))
"""The same robot without pictures: the world tells what its eyes would have seen."""
FLAT = Setup("soccer-flat", (CyclerPlan("body", "body", (*KNOWING_MIND, *FLAT_BODY)),))
"""The same modules above motion, in a world without joints."""


def match_of(setup: Setup) -> type[SoccerMatch] | type[FlatMatch]:
    """The world that a setup plays in, by its name."""
    if "flat" in setup.name:
        return FlatMatch
    return TruthMatch if "truth" in setup.name else SoccerMatch


@dataclass(frozen=True, slots=True)
class SoccerPlayOptions:
    """What a person may choose."""

    noise: Annotated[str, Meta(description="Of sensors and motors: off, default, harsh, or a file.")] = (
        "default"
    )
    camera_hz: Annotated[float, Meta(gt=0, le=30, description="Pictures a second of each camera.")] = 10.0
    golden_goal: Annotated[bool, Meta(description="Whether the first goal ends the game.")] = False
    length_s: Annotated[float, Meta(gt=0, le=3600, description="Of a game, from its first kick-off.")] = 600.0
    hands: Annotated[
        str,
        Meta(description="Reach onto the field: robot@20:-2,1.5,90 ball@30:0.5,1 light@40:0 shove@50:3,0."),
    ] = ""
    dummies: Annotated[int, Meta(ge=0, le=8, description="Posts as large as robots, in the way.")] = 0


class UntilOver(DriverWrapper):
    """Delivers nothing more a moment after the game is over: for runs that nobody watches."""

    LINGERS_NS = 1_000_000_000

    def next_delivery(self) -> Delivery | None:
        """What the driver delivers next."""
        match_ = match_behind(self)
        over_ns = None if match_ is None else match_.referee.over_ns
        if over_ns is not None and match_ is not None and match_.physics.time_ns - over_ns > self.LINGERS_NS:
            return None
        return self.driver.next_delivery()


def match_behind(driver: Driver) -> SoccerMatch | FlatMatch | None:
    """The simulated match behind a driver, if it is one."""
    simulation = behind(driver, SimulationDriver)
    world = None if simulation is None else simulation.world
    return world if isinstance(world, SoccerMatch | FlatMatch) else None


def make_driver(setup: Setup, options: SoccerPlayOptions, seed: int) -> Driver:
    """The simulated field."""
    match_options = SoccerMatchOptions(
        noise=options.noise,
        camera_hz=options.camera_hz,
        golden_goal=options.golden_goal,
        length_s=options.length_s,
        dummies=options.dummies,
    )
    acts = parse_acts(options.hands)
    match_ = match_of(setup)(match_options, seed=seed)
    if isinstance(match_, SoccerMatch):
        if acts:
            ScriptedHands(match_, acts)
    elif acts:
        raise LudensError(
            "Hands reach onto a field in physics only, not onto the flat one: leave --hands out."
        )
    return UntilOver(RemoteDriver(SimulationDriver(match_)))


def conclude(run: Run) -> str | None:
    """How the game ended, as the referee knows."""
    match_ = match_behind(run.driver)
    if match_ is None:
        return None
    goals = [f"{after_s:.0f} s" for after_s in match_.referee.goals_after_s]
    if not goals:
        return "No goal."
    return f"Goal after {goals[0]}." if len(goals) == 1 else f"Goals after {', '.join(goals)}."


GAME = Game(
    name="soccer",
    title="Soccer",
    summary="A NAO on the league's field finds the ball with its own eyes and scores.",
    setups={setup.name: setup for setup in (STRIKER, TRUTH, FLAT)},
    options=SoccerPlayOptions(),
    make_driver=make_driver,
    conclude=conclude,
)
