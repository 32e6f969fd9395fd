"""The experiment `nao-odometry`: how near to a pose does it come to stand, and how far does odometry drift?

The robot stands, is given a pose some way off in any direction and with any heading, walks there by its own
odometry and stands. With `--feedback ball` the target is where a ball comes to lie 30 cm before the robot: it
sees the ball with its bottom camera (as made: nobody has calibrated it), eight times a second; a ball tells
no heading. With `--feedback truth` the truth tells the target ten times a second; that judges the walk alone,
is never part of play, and its figures are called `truth_led_…`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from ludens.bodies.nao import BODY
from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.errors import LudensError
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.experiments.experiment import AtMost, Experiment, Goal
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import numbers, quantile, rate
from ludens.experiments.trials import TrialRequest
from ludens.geometry import Pose2
from ludens.geometry.angles import wrap
from ludens.messages import Fault, LegOdometry, WalkReport
from ludens.motion.walk import WalkToPose
from ludens.robots.nao.noise import load_noise
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions, has_fallen
from ludens.vision.ball import BallFinder
from ludens.workbench.ball_target import BallTarget, BallTargetParameters
from ludens.workbench.scripts import TargetScript
from ludens.workbench.world import SLOW_HZ

TO_POSE = Setup("nao-to-pose", (CyclerPlan("body", "body", (*BODY, Node(TargetScript), Node(WalkToPose))),))
TO_BALL = Setup(
    "nao-to-ball",
    (
        CyclerPlan("eyes", "bottom/camera", (Node(BallFinder, "bottom"),)),
        CyclerPlan("body", "body", (*BODY, Node(BallTarget), Node(WalkToPose))),
    ),
)

TOLD_S = 2.4
"""When the target is told: the gyroscope's bias has been learnt by then."""
SEEN_EVERY_S = 0.1
RESTS_S = 1.5
"""Time for which it stands before a trial is judged."""
TRUTH_LED = "truth_led_"
"""What figures of a robot begin with that the truth led."""
BALL_MOST_M, BALL_MOST_RAD = 0.5, 0.6
"""How far a target by a ball may be, and to which side: from the start the bottom camera sees the ball."""
BALL_M = (BallTargetParameters().ahead_m, BallTargetParameters().left_m)
"""Where the ball shall lie."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OdometryOptions:
    """Conditions of the experiment."""

    distance_m: Annotated[float, Meta(gt=0, le=20, description="Of the target.")] = 1.0
    feedback: Annotated[
        Literal["odometry", "ball", "truth"], Meta(description="By what the robot knows where the target is.")
    ] = "odometry"
    steps: Annotated[Literal["usual", "small"], Meta(description="Small ones at the end, or none.")] = "usual"
    duration_s: Annotated[float, Meta(ge=5, le=600, description="At most.")] = 60.0


class _Watch:
    """Keeps the newest of what the robot says about itself."""

    def __init__(self) -> None:
        self.odometry: LegOdometry | None = None
        self.stands_since_s: float | None = None

    def on_delivery(self, delivery: Delivery) -> None:
        """Readings are of no interest here."""

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Note odometry, and since when the robot stands."""
        for _, message in outputs:
            if isinstance(message, LegOdometry):
                self.odometry = message
            elif isinstance(message, WalkReport):
                if message.phase != "stand":
                    self.stands_since_s = None
                elif self.stands_since_s is None:
                    self.stands_since_s = time_ns * 1e-9

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""

    @property
    def pose(self) -> Pose2:
        """Where odometry says the robot is."""
        return Pose2.identity() if self.odometry is None else self.odometry.odometry_from_robot


def odometry_trial(request: TrialRequest[OdometryOptions]) -> Row:
    """One way to a pose: until it stands there, its time is over, or it lies."""
    options = request.options
    by_ball = options.feedback == "ball"
    relative = _drawn(options, np.random.default_rng([request.seed, 1]))
    world = NaoWorld(
        NaoWorldOptions(
            noise=request.noise,
            render=by_ball,
            eyes=("bottom/camera",),
            camera_hz=SLOW_HZ,
            ball_m=relative.apply(*BALL_M) if by_ball else None,
        ),
        seed=request.seed,
    )
    watch = _Watch()
    precise = options.steps == "small"
    setup = TO_POSE.replacing(TargetScript, TargetScript, precise=precise)
    if by_ball:
        setup = TO_BALL.replacing(BallTarget, BallTarget, precise=precise, starts_s=TOLD_S)
    configuration = Configuration(setup.sections())
    run = Run(
        setup, SimulationDriver(world), configuration=configuration, seed=request.seed, observers=[watch]
    )
    with run:
        run.run_until(TOLD_S)
        start, odometry_start = _true_pose(world), watch.pose
        target = start @ relative
        doubt_before = _doubt(watch)
        if not by_ball:
            _tell(configuration, odometry_start @ start.inverse() @ target)
        seen_s, way_m, turned_rad, last = TOLD_S, 0.0, 0.0, start
        fell = False
        while run.time_s < options.duration_s and not fell and run.step() is not None:
            stands_s = run.time_s - watch.stands_since_s if watch.stands_since_s is not None else 0.0
            if run.time_s > TOLD_S + 2.0 and stands_s > RESTS_S:
                break
            if run.time_s >= seen_s + SEEN_EVERY_S:
                seen_s, now = run.time_s, _true_pose(world)
                way_m += now.distance_m(last)
                turned_rad += abs(wrap(now.yaw_rad - last.yaw_rad))
                last = now
                fell = has_fallen(world.ground_from_torso())
                if options.feedback == "truth":
                    _tell(configuration, watch.pose @ now.inverse() @ target)
        end = _true_pose(world)
        wrong = (start.inverse() @ end).inverse() @ (odometry_start.inverse() @ watch.pose)
        return {
            "feedback": options.feedback,
            "fell": fell,
            "time_s": round(run.time_s - TOLD_S, 2),
            **(_missed_ball(world, end) if by_ball else _missed_pose(target, end)),
            "way_m": round(way_m, 3),
            "turned_rad": round(turned_rad, 3),
            "odometry_error_m": round(math.hypot(wrong.x_m, wrong.y_m), 5),
            "odometry_error_rad": round(abs(wrap(wrong.yaw_rad)), 5),
            "nees": round(_normalised_error(wrong, end, start, _doubt(watch) - doubt_before), 3),
            "faults": run.faults.total,
        }


def _missed_pose(target: Pose2, end: Pose2) -> Row:
    missed = target.inverse() @ end
    return {
        "stop_error_m": round(math.hypot(missed.x_m, missed.y_m), 5),
        "stop_error_rad": round(abs(wrap(missed.yaw_rad)), 5),
    }


def _missed_ball(world: NaoWorld, end: Pose2) -> Row:
    assert world.ball is not None
    return {
        "stop_error_m": round(math.dist(end.inverse().apply(*world.ball.place_m), BALL_M), 5),
        "stop_error_rad": None,
    }


def _true_pose(world: NaoWorld) -> Pose2:
    return Pose2.from_transform3(world.ground_from_torso())


def _drawn(options: OdometryOptions, random: np.random.Generator) -> Pose2:
    bearing_rad, yaw_rad = random.uniform(-math.pi, math.pi, 2).tolist()
    if options.feedback == "ball":
        bearing_rad, yaw_rad = bearing_rad * BALL_MOST_RAD / math.pi, 0.0
    x_m, y_m = options.distance_m * math.cos(bearing_rad), options.distance_m * math.sin(bearing_rad)
    return Pose2(x_m, y_m, yaw_rad)


def _tell(configuration: Configuration, odometry_from_target: Pose2) -> None:
    for key in ("x_m", "y_m", "yaw_rad"):
        configuration.edit(f"target_script.{key}", getattr(odometry_from_target, key))


def _doubt(watch: _Watch) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.zeros((3, 3)) if watch.odometry is None else np.array(watch.odometry.covariance)


def _normalised_error(
    wrong: Pose2, end: Pose2, start: Pose2, covariance: np.ndarray[tuple[int, int], np.dtype[np.float64]]
) -> float:
    """Return eᵀ P⁻¹ e, which an honest covariance makes 3 in the mean. P is in the odometry's frame."""
    heading = (start.inverse() @ end).yaw_rad
    x_m, y_m = Pose2(0.0, 0.0, heading).apply(wrong.x_m, wrong.y_m)
    error = np.array([x_m, y_m, wrap(wrong.yaw_rad)])
    return float(error @ np.linalg.solve(covariance, error))


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """How near it stops, how far odometry drifts, and whether its doubt is honest."""
    upright = [row for row in rows if row.get("fell") is False]
    nees = numbers(upright, "nees")
    ways_m, drifts_m = numbers(upright, "way_m"), numbers(upright, "odometry_error_m")
    turns_rad, yaws_rad = numbers(upright, "turned_rad"), numbers(upright, "odometry_error_rad")
    led = TRUTH_LED if any(row.get("feedback") == "truth" for row in rows) else ""
    return {
        **rate(rows, "fell", wanted=False),
        f"{led}stop_error_median_m": quantile(numbers(upright, "stop_error_m"), 0.5),
        f"{led}stop_error_worst_tenth_m": quantile(numbers(upright, "stop_error_m"), 0.9),
        f"{led}stop_error_median_rad": quantile(numbers(upright, "stop_error_rad"), 0.5),
        f"{led}stop_error_worst_tenth_rad": quantile(numbers(upright, "stop_error_rad"), 0.9),
        "time_median_s": quantile(numbers(upright, "time_s"), 0.5),
        "drift_median_m_per_m": quantile(
            [d / w for d, w in zip(drifts_m, ways_m, strict=True) if w > 0.3], 0.5
        ),
        "drift_median_rad_per_rad": quantile(
            [d / t for d, t in zip(yaws_rad, turns_rad, strict=True) if t > 0.5], 0.5
        ),
        "nees_mean": sum(nees) / len(nees) if nees else None,
        "faults": sum(numbers(rows, "faults")),
    }


def check(options: OdometryOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded, and a ball that could not be seen from the start."""
    load_noise(noise)
    if options.feedback == "ball" and options.distance_m > BALL_MOST_M:
        raise LudensError(
            f"From {options.distance_m:g} m the bottom camera does not see the ball; "
            f"with --feedback ball say --distance {BALL_MOST_M:g} or less."
        )


def goals(options: OdometryOptions) -> dict[str, Goal]:
    """3 cm and 3° by odometry; 1 cm and 1° in small steps towards a target that is seen, or told."""
    exact = options.feedback != "odometry" and options.steps == "small"
    led = TRUTH_LED if options.feedback == "truth" else ""
    found: dict[str, Goal] = {f"{led}stop_error_median_m": AtMost(0.01 if exact else 0.03)}
    if options.feedback != "ball":
        found[f"{led}stop_error_median_rad"] = AtMost(math.radians(1.0 if exact else 3.0))
    return found


ODOMETRY = Experiment(
    name="nao-odometry",
    summary="A NAO walks to a pose some way off and stands; how near it comes, and what its odometry says.",
    trial="ludens.workbench.experiments.odometry:odometry_trial",
    options=OdometryOptions,
    summarise=summarise,
    goal=goals,
    check=check,
    default_trials=50,
)
