"""The experiment `soccer-freekick`: players get away from the other team's free kick in time, and stay away.

The other team has one robot only, which is often far away: so free kicks last. They are called where the ball
just is, among players (pushing), or the ball is put beyond a line, so that the referee calls kick-ins, goal
kicks and corner kicks by himself.
"""

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
from ludens.games.soccer.league_play import MOST_A_SIDE, TEAMS, LeagueMatchOptions, league_setup, players_of
from ludens.games.soccer.referee.judge_robots import CLEAR_S
from ludens.geometry.soccer_field import FIELD_2019
from ludens.messages.league import MatchState, PenaltyReason, SetPlay
from ludens.robots.nao.noise import load_noise

FREE_KICK_STREAM = 26
BEYOND_M = 0.2
PLAYED_S = (6.0, 14.0)
TAKES_S = 31.0
LONGEST_S = 1800.0


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
    everybody = players_of(options.a_side)
    kicker = next(player for player in everybody if player.team == 1)
    players = (*(player for player in everybody if player.team == 0), kicker)
    setup = league_setup(
        options.a_side,
        flat=not options.physics,
        players=players,
        ready_s=20,
        set_s=1.0,
        hidden_s=0,
        half_s=3600,
    )
    match = LeagueMatchOptions(
        a_side=options.a_side,
        noise=request.noise,
        loss=options.loss,
        flat=not options.physics,
        players=players,
    )
    random = np.random.default_rng((request.seed, FREE_KICK_STREAM))
    called: list[str] = []
    illegal = lasted = 0
    with league_run(setup, match, seed=request.seed, observers=[view, invariants]) as run:
        while len(called) < options.kicks and run.time_s < LONGEST_S:
            if not view.until(run, MatchState.PLAYING, longest_s=90.0):
                break  # ten goals ahead
            run.run_until(run.time_s + float(random.uniform(*PLAYED_S)))
            if view.state is not MatchState.PLAYING:  # somebody has scored
                continue
            _stop_play(run, random)
            run.run_until(run.time_s + 0.6)  # the referee calls, and tells it with the next packet
            if view.control is None or view.control.set_play is SetPlay.NONE:
                continue
            if view.control.kicking_team != TEAMS[1]:  # the five may kick as soon as they like
                continue
            called.append(str(view.control.set_play))
            spell_s, defenders = _let_it_last(run, view)
            illegal += defenders
            lasted += spell_s > CLEAR_S
        return {
            "free_kicks": len(called),
            "lasted": lasted,
            "illegal_defenders": illegal,
            "near_free_kicks": invariants.near_free_kicks,
            "crowded_areas": invariants.crowded_areas,
            "lay_at_free_kicks": invariants.lay_at_free_kicks,
            "called": ", ".join(called),
            "faults": run.faults.total,
        }


def _stop_play(run: Run, random: np.random.Generator) -> None:
    """Have a free kick called where the ball is, or put the ball beyond the line that is nearest to it."""
    field = field_of(run)
    x_m, y_m = field.ball.place_m
    most_x_m, most_y_m = FIELD_2019.half_length_m, FIELD_2019.half_width_m
    side = 1.0 if y_m > 0.0 else -1.0
    chance = random.random()
    if chance < 0.5:
        field.referee.desk.say(f"free-kick {TEAMS[1]}")
    elif chance < 0.75:
        field.ball.place((min(max(x_m, -most_x_m), most_x_m), side * (most_y_m + BEYOND_M)))
    else:
        end = 1.0 if x_m > 0.0 else -1.0
        y_m = max(abs(y_m), FIELD_2019.goal_width_m)
        field.ball.place((end * (most_x_m + BEYOND_M), side * min(y_m, most_y_m)))


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
        "crowded_areas": mishaps(rows, "crowded_areas"),
        "lay_at_free_kicks": round(sum(numbers(rows, "lay_at_free_kicks"))),
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
