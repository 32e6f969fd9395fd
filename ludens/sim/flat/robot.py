"""A robot of the flat world as a driver sees it: takes requests to the body, tells what its estimators would.

In full physics motion modules turn these requests into joints, and estimators turn sensors into these
reports; here there are neither joints nor sensors, and everything above them is the same.
"""

from collections.abc import Callable

import numpy as np

from ludens.core.contract.capabilities import LEDS, TOUCH, Capability
from ludens.core.contract.driver import RobotDescription, Source
from ludens.core.errors import LudensError
from ludens.estimation.leg_odometry import LegOdometryTuning
from ludens.estimation.support import CellTuning
from ludens.messages import (
    FallReport,
    FootSupport,
    HeadRequest,
    KickReport,
    KickRequest,
    LedCommand,
    LegOdometry,
    Message,
    MotionRequest,
    Penalty,
    SonarDistances,
    TouchState,
    WalkReport,
    WalkRequest,
)
from ludens.sim.flat.body import FlatBody

FLAT_LEGS = Capability(
    "flat legs",
    delivers=(LegOdometry, FallReport, WalkReport, KickReport, SonarDistances, FootSupport),
    accepts=(MotionRequest, WalkRequest),
    moves=True,
)
FLAT_HEAD = Capability("flat head", accepts=(HeadRequest,))
FLAT_KICKS = Capability("flat kicks", accepts=(KickRequest, Penalty))
ODOMETRY = LegOdometryTuning()
LYING_RAD = 1.5
HALF_WEIGHT_N = 0.5 * CellTuning().weight_n
Sonar = Callable[[float], SonarDistances]
"""What the sonars hear at a time."""


class FlatBodySource:
    """What a body tells about itself, once a decision; buttons only when one is pressed or let go."""

    def __init__(self, body: FlatBody, sonar: Sonar, *, period_ns: int) -> None:
        self._body, self._sonar = body, sonar
        self.pressed: set[str] = set()  # buttons and bumpers, by a person's finger
        self._felt: tuple[str, ...] | None = None  # as it was last told
        self.period_ns = period_ns
        self.description = Source("body", period_ns * 1e-9, (FLAT_LEGS, FLAT_HEAD, FLAT_KICKS, TOUCH))

    def capture(self, time_ns: int) -> tuple[Message, ...]:
        """Return all reports."""
        body, time_s = self._body, time_ns * 1e-9
        along = ODOMETRY.along_m2_per_m * body.way_m
        turned = ODOMETRY.yaw_rad2_per_rad * body.turned_rad + ODOMETRY.yaw_rad2_per_s * time_s
        covariance = np.array(((along, 0.0, 0.0), (0.0, along, 0.0), (0.0, 0.0, turned)))
        covariance.setflags(write=False)
        gait = body.gait
        walk = WalkReport(
            time_s=time_s,
            phase=gait.phase,
            share=gait.share,
            left_is_stance=gait.left_is_stance,
            forward_mps=gait.planned.forward_mps,
            left_mps=gait.planned.left_mps,
            turn_radps=gait.planned.turn_radps,
            kick=gait.kicking.stage,
        )
        fall = FallReport(
            time_s=time_s,
            state=body.fall,
            direction=body.direction,
            lean_rad=0.0 if body.fall == "upright" else LYING_RAD,
        )
        odometry = LegOdometry(time_s=time_s, odometry_from_robot=body.odometry, covariance=covariance)
        reports = odometry, fall, walk, self._sonar(time_s), _support(time_s, stands=not body.lies)
        told: tuple[Message, ...] = reports if body.kick is None else (*reports, body.kick.report(time_s))
        felt = tuple(sorted(self.pressed)) if self.pressed else ()
        if felt == self._felt:
            return told
        self._felt = felt
        return *told, TouchState(time_s=time_s, pressed=felt)

    def latency_ns(self) -> int:
        """None: estimators say what is true now."""
        return 0


class FlatRobot:
    """One robot; `name` is its name in the run."""

    def __init__(self, name: str, body: FlatBody, sonar: Sonar, *, period_ns: int) -> None:
        self.body = body
        self._source = FlatBodySource(body, sonar, period_ns=period_ns)
        self.sources = (self._source,)
        self.description = RobotDescription(name, "flat nao", (self._source.description,), (LEDS,))
        self.light_colours: dict[str, tuple[float, float, float]] = {}

    def command(self, command: Message, *, time_ns: int) -> None:
        """Do from now on what a module asks of the body."""
        body = self.body
        match command:
            case WalkRequest():
                body.walk = command
            case MotionRequest():
                body.motion, body.made_safe = command.motion, False
            case KickRequest():
                body.kick_request = command
            case HeadRequest():
                body.look(command)
            case Penalty():
                body.penalised = command.penalised
            case LedCommand():
                self.light_colours |= command.colours
            case _:
                raise LudensError(f"A robot of the flat world does not take a {type(command).__name__}.")

    def make_safe(self, *, time_ns: int) -> None:
        """Stand still until the next request."""
        self.body.made_safe = True

    def press(self, touch: str, *, down: bool = True) -> None:
        """Press or let go a button or bumper, as a person's finger does."""
        if down:
            self._source.pressed.add(touch)
        else:
            self._source.pressed.discard(touch)


def _support(time_s: float, *, stands: bool) -> FootSupport:
    """Return what feet feel of the weight, which is all the same here; nothing where it lies."""
    load_n = HALF_WEIGHT_N if stands else 0.0
    return FootSupport(
        time_s=time_s,
        feet="both" if stands else "none",
        has_contact=stands,
        left_n=load_n,
        right_n=load_n,
        center_in_left_sole_m=None,
        center_in_right_sole_m=None,
        center_m=None,
    )
