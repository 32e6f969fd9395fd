"""The experiment `soccer-freekick`: robots round the ball get away from the other team's free kick in time.

The ball is put beyond a line, so that the referee calls kick-ins, goal kicks and corner kicks by himself. The
team that kicks stands far away: the free kick lasts. The other one stands round the ball.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.runtime.run import Run
from ludens.experiments.experiment import AtLeast, AtMost, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import mishaps, numbers
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.experiments.league_run import RefereeView, field_of, league_run
from ludens.games.soccer.experiments.match_invariants import MatchInvariants
from ludens.games.soccer.league_play import MOST_A_SIDE, LeagueMatchOptions, league_setup
from ludens.games.soccer.referee.judge_robots import CLEAR_S
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2019
from ludens.messages.league import MatchState, PenaltyReason, SetPlay
from ludens.robots.nao.noise import load_noise

FREE_KICK_STREAM = 26
BEYOND_M = 0.2
NEAR_M = (0.35, 1.2)
FAR_M = 3.5
APART_M = 0.35
TAKES_S = 31.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SoccerFreeKickOptions:
    """Conditions of the experiment."""

    a_side: Annotated[int, Meta(ge=2, le=MOST_A_SIDE, description="Robots of each team.")] = 5
    kicks: Annotated[int, Meta(gt=0, le=20, description="Free kicks in one trial.")] = 5
    loss: Annotated[float, Meta(ge=0, le=1, description="Share of packets that get lost.")] = 0.2
    physics: Annotated[bool, Meta(description="In full physics instead of the flat world.")] = False


def free_kick_trial(request: TrialRequest[SoccerFreeKickOptions]) -> Row:
    """Some free kicks, one after the other."""
    options, view, invariants = request.options, RefereeView(), MatchInvariants()
    setup = league_setup(
        options.a_side, flat=not options.physics, initial_s=1.0, ready_s=5, set_s=1.0, hidden_s=0
    )
    match = LeagueMatchOptions(
        a_side=options.a_side, noise=request.noise, loss=options.loss, flat=not options.physics
    )
    random = np.random.default_rng((request.seed, FREE_KICK_STREAM))
    called: list[str] = []
    illegal = lasted = 0
    with league_run(setup, match, seed=request.seed, observers=[view, invariants]) as run:
        view.until(run, MatchState.PLAYING, longest_s=30.0)
        run.run_until(run.time_s + 2.0)
        for _ in range(options.kicks):
            if view.state is not MatchState.PLAYING:  # somebody scored
                view.until(run, MatchState.PLAYING, longest_s=60.0)
                run.run_until(run.time_s + 2.0)
            _send_out(run, random)
            run.run_until(run.time_s + 0.6)  # the referee calls, and tells it with the next packet
            if view.control is None or view.control.set_play is SetPlay.NONE:
                continue
            called.append(str(view.control.set_play))
            _gather(run, view, random)
            spell_s, defenders = _let_it_last(run, view)
            illegal += defenders
            lasted += spell_s > CLEAR_S
        return {
            "free_kicks": len(called),
            "lasted": lasted,
            "illegal_defenders": illegal,
            "near_free_kicks": invariants.near_free_kicks,
            "called": ", ".join(called),
            "faults": run.faults.total,
        }


def _send_out(run: Run, random: np.random.Generator) -> None:
    """Put the ball beyond a line, beside the goals."""
    x_m, y_m = FIELD_2019.half_length_m, FIELD_2019.half_width_m
    side, end = (1.0 if one else -1.0 for one in random.integers(0, 2, 2))
    if random.random() < 0.5:
        place_m = float(random.uniform(-x_m, x_m)), side * (y_m + BEYOND_M)
    else:
        place_m = end * (x_m + BEYOND_M), side * float(random.uniform(FIELD_2019.goal_width_m, y_m))
    field_of(run).ball.place(place_m)


def _gather(run: Run, view: RefereeView, random: np.random.Generator) -> None:
    """Put the team without the ball round it, and the other one far away."""
    assert view.control is not None
    assert view.truth is not None
    field, ball_m = field_of(run), field_of(run).ball.place_m
    placed: list[Pose2] = []
    for number, robot in enumerate(view.truth.robots):
        kicks = view.control.teams[robot.team].number == view.control.kicking_team
        for _ in range(200):
            away_m = FAR_M if kicks else float(random.uniform(*NEAR_M))
            angle_rad = float(random.uniform(-math.pi, math.pi))
            pose = Pose2(
                ball_m[0] + away_m * math.cos(angle_rad),
                ball_m[1] + away_m * math.sin(angle_rad),
                float(random.uniform(-math.pi, math.pi)),
            )
            is_inside = abs(pose.x_m) < FIELD_2019.half_length_m and abs(pose.y_m) < FIELD_2019.half_width_m
            if is_inside and all(pose.distance_m(other) > APART_M for other in placed):
                break
        placed.append(pose)
        field.carry(pose, robot=number)


def _let_it_last(run: Run, view: RefereeView) -> tuple[float, int]:
    """Go on until the free kick is over; return how long it took and how many defenders were illegal."""
    assert view.control is not None
    begin_s, before = run.time_s, view.control
    while run.time_s - begin_s < TAKES_S and view.control.set_play is not SetPlay.NONE:
        run.run_until(run.time_s + 0.5)
    illegal = sum(
        player.penalty is PenaltyReason.ILLEGAL_DEFENDER and was.penalty is not player.penalty
        for team, earlier in zip(view.control.teams, before.teams, strict=True)
        for player, was in zip(team.players, earlier.players, strict=True)
    )
    return run.time_s - begin_s, illegal


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """How many free kicks there were, and who came too near."""
    return {
        "free_kicks": round(sum(numbers(rows, "free_kicks"))),
        "lasted_to_the_limit": round(sum(numbers(rows, "lasted"))),
        "illegal_defenders": mishaps(rows, "illegal_defenders"),
        "near_free_kicks": mishaps(rows, "near_free_kicks"),
        "faults": mishaps(rows, "faults"),
    }


def check_free_kick(_: SoccerFreeKickOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


FREE_KICK = Experiment(
    name="soccer-freekick",
    summary="Free kicks with the other team standing round the ball: nobody is an illegal defender.",
    trial="ludens.games.soccer.experiments.free_kick:free_kick_trial",
    options=SoccerFreeKickOptions,
    summarise=summarise,
    goal={
        "free_kicks": AtLeast(100),
        "illegal_defenders": AtMost(0),
        "near_free_kicks": AtMost(0),
        "faults": AtMost(0),
    },
    check=check_free_kick,
    default_trials=20,
)
