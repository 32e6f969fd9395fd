"""The experiment `soccer-teamball`: where a team believes the ball to be, while one robot sees a false one.

Two robots stand round the ball and watch it, one looks elsewhere and only hears of it, one takes something
else for the ball all the time. The ball is kicked now and then. Everybody's `TeamBall` is held against the
truth.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta, structs

from ludens.core.contract.driver import Delivery, Driver, DriverWrapper
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.core.contract.observer import Keyed
from ludens.experiments.experiment import AtLeast, AtMost, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import mishaps, numbers, quantile
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.decide.team_player import TeamPlayer
from ludens.games.soccer.experiments.team_scene import AirOptions, TeamScene
from ludens.games.soccer.league_play import TEAM_PLAYER
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2019
from ludens.messages import Fault, Message, MotionRequest
from ludens.messages.field import BallsSeen, BallState, SeenBall
from ludens.messages.soccer import GazePlan, WalkPlan
from ludens.messages.team import TeamBall, Teammates
from ludens.robots.nao.noise import load_noise

Point = tuple[float, float]

OBSERVERS, LISTENER, LIAR = (2, 3), 4, 5
LOOK_EVERY_S = 0.2
WARM_UP_S = 5.0
TRUE_M, RECENT_S = 1.0, 3.0
"""A robot that knows of two balls so near to the true one, seen so lately, may not believe another one."""
FALSE_BALL = SeenBall(
    center_px=(320.0, 240.0),
    radius_px=12.0,
    score=0.95,
    place_m=(1.3, 0.2),
    along_sigma_m=0.03,
    across_sigma_m=0.02,
)
SCENE_STREAM = 17


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamBallOptions(AirOptions):
    """Conditions of the experiment."""

    length_s: Annotated[float, Meta(gt=WARM_UP_S, le=1200, description="Of a trial.")] = 60.0
    kick_every_s: Annotated[float, Meta(gt=1, le=600, description="Between two kicks of the ball.")] = 8.0
    liar: Annotated[bool, Meta(description="Whether one robot sees a false ball.")] = True


class StandingObserver(Module[NoParameters]):
    """Stands and keeps its eyes on the ball, with a look at landmarks now and then."""

    def cycle(self, now: CycleTime, ball: BallState | None) -> tuple[MotionRequest, WalkPlan, GazePlan]:
        """Look."""
        gaze = GazePlan(time_s=now.time_s, mode="look around" if ball is None else "ball and landmarks")
        return MotionRequest(time_s=now.time_s, motion="walk"), WalkPlan(time_s=now.time_s), gaze


WATCHING = TEAM_PLAYER.replacing(TeamPlayer, StandingObserver)


class FalseBallDriver(DriverWrapper):
    """Lets one robot see a ball before its feet that nobody else sees, and no other one."""

    liar = f"blue{LIAR}"

    def __init__(self, driver: Driver) -> None:
        super().__init__(driver)

    def next_delivery(self) -> Delivery | None:
        """Wait for what arrives next; change what the liar sees."""
        delivery = self.driver.next_delivery()
        if delivery is None or delivery.robot != self.liar:
            return delivery
        return structs.replace(delivery, messages=tuple(map(_falsified, delivery.messages)))


def _falsified(message: Message) -> Message:
    return structs.replace(message, balls=(FALSE_BALL,)) if isinstance(message, BallsSeen) else message


class _Beliefs:
    """Keeps what every robot believes, and what it has heard from whom."""

    def __init__(self, names: dict[str, int]) -> None:
        self._names = names
        self.team_balls: dict[int, TeamBall] = {}
        self.teams: dict[int, Teammates] = {}

    def on_delivery(self, delivery: Delivery) -> None:
        """Readings are of no interest here."""

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Note beliefs."""
        for key, message in outputs:
            if isinstance(message, TeamBall):
                self.team_balls[self._names[key.partition("/")[0]]] = message
            elif isinstance(message, Teammates):
                self.teams[self._names[key.partition("/")[0]]] = message

    def knows_two(self, number: int, ball_m: Point) -> bool:
        """Whether a robot knows of two players that see the ball where it is."""
        team = self.teams[number]
        true = [
            mate
            for mate in team.players
            if mate.ball_m is not None
            and mate.ball_seen_s is not None
            and team.time_s - mate.ball_seen_s < RECENT_S
            and math.dist(mate.ball_m, ball_m) < TRUE_M
        ]
        return len(true) >= 2

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""


def team_ball_trial(request: TrialRequest[TeamBallOptions]) -> Row:
    """One scene."""
    options, random = request.options, np.random.default_rng((request.seed, SCENE_STREAM))
    ball_m, starts = drawn_scene(random)
    scene = TeamScene(
        starts,
        WATCHING,
        air=options,
        noise=request.noise,
        seed=request.seed,
        wrap=FalseBallDriver if options.liar else None,
    )
    world, beliefs = scene.field, _Beliefs(scene.names)
    world.ball.place(ball_m)
    false_m = starts[LIAR].apply(*FALSE_BALL.place_m)
    heard_m: list[float] = []  # errors of the one who only hears
    seen_m: list[float] = []  # of those who see it, too
    samples = compared = false_won = 0
    kick_s = WARM_UP_S
    with scene.run(beliefs) as run:
        while run.time_s < options.length_s:
            run.run_until(run.time_s + LOOK_EVERY_S)
            time_s = run.time_s
            if time_s >= kick_s:
                kick_s += options.kick_every_s
                towards = _towards_middle(world.ball.place_m, ball_m, random)
                world.ball.kicked(*towards, usual_mps2=world.figures.deceleration_mps2)
            if time_s < WARM_UP_S:
                continue
            errors_m = {
                number: math.dist(believed.place_m, world.ball.place_m)
                for number, believed in beliefs.team_balls.items()
                if believed.is_known
            }
            both = {n: e for n, e in errors_m.items() if beliefs.team_balls[n].observers >= 2}
            samples += 1
            heard_m += [both[LISTENER]] if LISTENER in both else []
            seen_m += [both[number] for number in OBSERVERS if number in both]
            warned = [n for n in errors_m if beliefs.knows_two(n, world.ball.place_m)]
            compared += len(warned)
            false_won += sum(
                math.dist(beliefs.team_balls[number].place_m, false_m) < TRUE_M for number in warned
            )
        return {
            "heard_median_m": _rounded(heard_m, 0.5),
            "heard_worst_tenth_m": _rounded(heard_m, 0.9),
            "seen_median_m": _rounded(seen_m, 0.5),
            "seen_worst_tenth_m": _rounded(seen_m, 0.9),
            "known_share": round(len(heard_m) / max(samples, 1), 4),
            "compared": compared,
            "false_won": false_won,
            "faults": run.faults.total,
        }


def drawn_scene(random: np.random.Generator) -> tuple[Point, dict[int, Pose2]]:
    """Return a place for the ball, and where robots stand: two face it, two look elsewhere."""
    ball_m = (float(random.uniform(-2.5, 2.5)), float(random.uniform(-1.0, 1.0)))
    starts: dict[int, Pose2] = {}
    first_rad = float(random.uniform(-math.pi, math.pi))
    for number, turned_rad, away_m in (
        (OBSERVERS[0], 0.0, random.uniform(1.0, 3.0)),
        (OBSERVERS[1], random.uniform(1.0, 2.4), random.uniform(1.0, 3.0)),
        (LIAR, -random.uniform(0.8, 1.2), random.uniform(2.0, 3.0)),
        (LISTENER, -random.uniform(1.9, 2.3), random.uniform(2.0, 3.0)),
    ):
        bearing_rad = first_rad + float(turned_rad)
        x_m, y_m = _on_carpet(
            ball_m[0] + float(away_m) * math.cos(bearing_rad),
            ball_m[1] + float(away_m) * math.sin(bearing_rad),
        )
        facing_rad = math.atan2(ball_m[1] - y_m, ball_m[0] - x_m)
        starts[number] = Pose2(x_m, y_m, facing_rad if number in OBSERVERS else facing_rad + math.pi)
    liar = starts[LIAR]
    aside = [Pose2(liar.x_m, liar.y_m, liar.yaw_rad + side * 0.5 * math.pi) for side in (-1, 1)]
    starts[LIAR] = min(aside, key=lambda pose: math.hypot(*pose.apply(*FALSE_BALL.place_m)))
    return ball_m, starts


def _on_carpet(x_m: float, y_m: float) -> Point:
    most_x, most_y = FIELD_2019.half_length_m + 0.4, FIELD_2019.half_width_m + 0.4
    return min(max(x_m, -most_x), most_x), min(max(y_m, -most_y), most_y)


def _towards_middle(ball_m: Point, middle_m: Point, random: np.random.Generator) -> Point:
    """Return how far and in which direction the ball is kicked: about over the middle of the scene."""
    there = random.uniform(-0.7, 0.7, size=2)
    x_m, y_m = middle_m[0] + float(there[0]) - ball_m[0], middle_m[1] + float(there[1]) - ball_m[1]
    return max(math.hypot(x_m, y_m), 0.2), math.atan2(y_m, x_m)


def _rounded(values: Sequence[float], probability: float) -> float | None:
    found = quantile(values, probability)
    return None if found is None else round(found, 4)


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """Errors over all scenes, and how often a false ball won against two true ones."""
    names = ("heard_median_m", "heard_worst_tenth_m", "seen_median_m", "seen_worst_tenth_m", "known_share")
    return {
        **{name: quantile(numbers(rows, name), 0.5) for name in names},
        "compared": sum(numbers(rows, "compared")),
        "false_won": mishaps(rows, "false_won"),
        "faults": mishaps(rows, "faults"),
    }


def check(_: TeamBallOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


TEAM_BALL = Experiment(
    name="soccer-teamball",
    summary="A ball that two robots see, one hears of, and one takes something else for: belief and truth.",
    trial="ludens.games.soccer.experiments.team_ball:team_ball_trial",
    options=TeamBallOptions,
    summarise=summarise,
    goal={
        "heard_median_m": AtMost(0.20),
        "seen_median_m": AtMost(0.20),
        "known_share": AtLeast(0.9),
        "false_won": AtMost(0),
        "faults": AtMost(0),
    },
    check=check,
    default_trials=20,
)
