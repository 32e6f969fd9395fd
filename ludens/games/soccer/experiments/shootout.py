"""The experiment `soccer-shootout`: one penalty shot after the other, on an empty goal or against our keeper.

The automatic referee leads a shoot-out; robots hear it by packets and know their parts from them. The same
scene, with a ball that is rolled by hand, is the experiment `soccer-keeper`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Annotated

from msgspec import Meta

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.runtime.run import Run
from ludens.experiments.experiment import AtLeast, AtMost, Experiment, Goal
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import mishaps, numbers, quantile, rate
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.league_play import LeagueMatchOptions, league_driver, league_setup
from ludens.games.soccer.world.league_field import LeaguePlayer
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2019
from ludens.messages import FallReport, Fault, MotionRequest
from ludens.messages.league import GameControl, MatchState
from ludens.messages.refereeing import FieldTruth
from ludens.robots.nao.noise import load_noise

Point = tuple[float, float]

MARK_X_M = FIELD_2019.half_length_m - FIELD_2019.mark_from_goal_m
STRIKER = LeaguePlayer(team=0, number=2, start=Pose2(MARK_X_M - 1.0, 0.0, 0.0))
KEEPER = LeaguePlayer(team=1, number=1, start=Pose2(FIELD_2019.half_length_m, 0.0, math.pi))
SET_S, INITIAL_S = 3.0, 1.0
LOOK_EVERY_S = 0.1
LONGEST_S = 45.0
BLOCKS = ("dive_left", "dive_right")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShootOutOptions:
    """Conditions of the experiment."""

    empty: Annotated[bool, Meta(description="Whether nobody keeps the goal.")] = False
    flat: Annotated[bool, Meta(description="In the flat world: much quicker, without physics.")] = False


@dataclass(slots=True)
class ShotWatch:
    """Follows one shot: the referee's packets, the ball as it really is, and what the keeper asks for."""

    state: MatchState = MatchState.INITIAL
    goals: int = 0
    block: str = ""  # what the keeper threw itself into first
    block_s: float = math.inf
    striker_fell: bool = False
    fastest_mps: float = 0.0  # of the ball
    ball_m: Point = (0.0, 0.0)
    ball_mps: Point = (0.0, 0.0)
    touched_s: list[float] = field(default_factory=list)  # when the striker touched the ball

    def on_delivery(self, delivery: Delivery) -> None:
        """Look at the field."""
        for message in delivery.messages:
            if isinstance(message, FieldTruth):
                self.ball_m, self.ball_mps = message.ball_m, message.ball_mps
                self.fastest_mps = max(self.fastest_mps, math.hypot(*message.ball_mps))
                for robot in message.robots:
                    if robot.team == STRIKER.team and robot.touches_ball:
                        self.touched_s.append(message.time_s)
            elif isinstance(message, FallReport) and delivery.robot == STRIKER.name:
                self._look(message)

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Hear the referee, and note what the keeper does."""
        for key, message in outputs:
            if isinstance(message, GameControl):
                self.state = message.state
                self.goals = message.teams[STRIKER.team].score
            elif isinstance(message, FallReport) and key.startswith(STRIKER.name):
                self._look(message)
            elif isinstance(message, MotionRequest) and key.startswith(KEEPER.name):
                self._note(message)

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""

    def _note(self, request: MotionRequest) -> None:
        if request.motion in BLOCKS and not self.block:
            self.block, self.block_s = request.motion, request.time_s

    def _look(self, report: FallReport) -> None:
        self.striker_fell = self.striker_fell or report.state != "upright"


def shot_run(
    players: tuple[LeaguePlayer, ...], watch: ShotWatch, *, flat: bool, noise: str, seed: int
) -> Run:
    """A shoot-out between these robots, before its first shot."""
    setup = league_setup(1, flat=flat, players=players, shoot_out=True, initial_s=INITIAL_S, set_s=SET_S)
    driver = league_driver(LeagueMatchOptions(players=players, noise=noise, flat=flat), seed=seed)
    return Run(setup, driver, configuration=Configuration(setup.sections()), seed=seed, observers=[watch])


def shoot_out_trial(request: TrialRequest[ShootOutOptions]) -> Row:
    """One shot of the first team, until the referee ends it."""
    options = request.options
    watch = ShotWatch()
    players = (STRIKER,) if options.empty else (STRIKER, KEEPER)
    with shot_run(players, watch, flat=options.flat, noise=request.noise, seed=request.seed) as run:
        while watch.state is not MatchState.FINISHED and run.time_s < LONGEST_S:
            run.run_until(run.time_s + LOOK_EVERY_S)
        return {
            "scored": watch.goals > 0,
            "block": watch.block,
            "block_late_s": round(watch.block_s - watch.touched_s[0], 2)
            if watch.block and watch.touched_s
            else None,
            "touch_s": round(watch.touched_s[0] - INITIAL_S - SET_S, 2) if watch.touched_s else None,
            "touches": touches(watch.touched_s),
            "ball_x_m": round(watch.ball_m[0], 2),
            "ball_y_m": round(watch.ball_m[1], 2),
            "ball_mps": round(watch.fastest_mps, 2),
            "striker_fell": watch.striker_fell,
            "faults": run.faults.total,
        }


def touches(times_s: Sequence[float], *, apart_s: float = 0.3) -> int:
    """How often the ball was touched: contacts in quick succession are one touch."""
    return bool(times_s) + sum(after_s - before_s > apart_s for before_s, after_s in pairwise(times_s))


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """How often it scored, and what happened on the way."""
    return {
        **rate(rows, "scored"),
        "touch_median_s": quantile(numbers(rows, "touch_s"), 0.5),
        "second_touches": sum(row.get("touches", 0) not in (0, 1) for row in rows),
        "blocks": sum(bool(row.get("block")) for row in rows),
        "striker_falls": sum(row.get("striker_fell") is True for row in rows),
        "faults": mishaps(rows, "faults"),
    }


def goals(options: ShootOutOptions) -> dict[str, Goal]:
    """Four of five on an empty goal; half of all against our own keeper."""
    return {"scored_rate": AtLeast(0.8 if options.empty else 0.5), "faults": AtMost(0)}


def check(_: ShootOutOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


SHOOT_OUT = Experiment(
    name="soccer-shootout",
    summary="Penalty shots on an empty goal or against our keeper; percepts from truth.",
    trial="ludens.games.soccer.experiments.shootout:shoot_out_trial",
    options=ShootOutOptions,
    summarise=summarise,
    goal=goals,
    check=check,
    default_trials=50,
)
