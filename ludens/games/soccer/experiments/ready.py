"""The experiment `soccer-ready`: robots are in legal places for a kick-off in time.

Two kick-offs in each trial: the first one, from the side lines, and one after a goal, from wherever players
stand after some seconds of play.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.runtime.run import Run
from ludens.experiments.experiment import AtLeast, AtMost, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import mishaps, numbers, quantile
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.experiments.league_run import RefereeView, field_of, league_run
from ludens.games.soccer.league_play import MOST_A_SIDE, TEAMS, LeagueMatchOptions, league_setup
from ludens.games.soccer.referee.field_side import FieldSide, distance_m, place_of
from ludens.geometry.soccer_field import FIELD_2019
from ludens.messages.league import MatchState, PenaltyReason
from ludens.messages.refereeing import FieldRobot
from ludens.robots.nao.noise import load_noise

READY_STREAM = 21
PLAYED_S = (8.0, 25.0)
SETTLES_S = 0.5  # a step that was begun in ready may be finished


@dataclass(frozen=True, slots=True, kw_only=True)
class SoccerReadyOptions:
    """Conditions of the experiment."""

    a_side: Annotated[int, Meta(ge=1, le=MOST_A_SIDE, description="Robots of each team.")] = 5
    ready_s: Annotated[int, Meta(gt=0, le=120, description="Time to walk.")] = 45
    loss: Annotated[float, Meta(ge=0, le=1, description="Share of packets that get lost.")] = 0.2
    physics: Annotated[bool, Meta(description="In full physics instead of the flat world.")] = False


def ready_trial(request: TrialRequest[SoccerReadyOptions]) -> Row:
    """The first kick-off, some play, a goal, and the next kick-off."""
    options, view = request.options, RefereeView()
    setup = league_setup(
        options.a_side, flat=not options.physics, ready_s=options.ready_s, set_s=1.0, hidden_s=0
    )
    match = LeagueMatchOptions(
        a_side=options.a_side, noise=request.noise, loss=options.loss, flat=not options.physics
    )
    random = np.random.default_rng((request.seed, READY_STREAM))
    with league_run(setup, match, seed=request.seed, observers=[view]) as run:
        view.until(run, MatchState.READY, longest_s=30.0)
        first, first_s = _placed(run, view)
        view.until(run, MatchState.PLAYING, longest_s=10.0)
        run.run_until(run.time_s + float(random.uniform(*PLAYED_S)))
        if view.state is MatchState.PLAYING:  # else somebody has scored by himself
            field_of(run).referee.desk.say(f"goal {TEAMS[int(random.integers(0, 2))]}")
        view.until(run, MatchState.READY, longest_s=5.0)
        second, second_s = _placed(run, view)
        return {
            "robots": first[0] + second[0],
            "illegal": len(first[1]) + len(second[1]),
            "first_s": first_s,
            "second_s": second_s,
            "who": ", ".join((*first[1], *second[1])),
            "faults": run.faults.total,
        }


Judged = tuple[int, tuple[str, ...]]
"""How many robots there were, and who stood where it may not."""


def _placed(run: Run, view: RefereeView) -> tuple[Judged, float | None]:
    """Let ready pass; return how all stood at its end, and since when of it everybody was in its place."""
    begin_s, since_s = run.time_s, None
    while view.state is MatchState.READY:
        run.run_until(run.time_s + 0.5)
        if _illegal(view):
            since_s = None
        elif since_s is None:
            since_s = run.time_s - begin_s
    run.run_until(run.time_s + SETTLES_S)
    return (len(_in_play(view)), tuple(robot.name for robot in _illegal(view))), since_s


def _in_play(view: RefereeView) -> list[FieldRobot]:
    assert view.truth is not None
    assert view.control is not None
    teams = view.control.teams
    penalties = {
        (team, player): one.penalty
        for team, control in enumerate(teams)
        for player, one in enumerate(control.players, 1)
        if one.penalty not in (PenaltyReason.NONE, PenaltyReason.ILLEGAL_POSITIONING)
    }
    return [robot for robot in view.truth.robots if (robot.team, robot.player) not in penalties]


def _illegal(view: RefereeView) -> list[FieldRobot]:
    """Return who stands in the other half, in the circle at the others' kick-off, lies, or was lifted."""
    assert view.control is not None
    found = []
    for robot in _in_play(view):
        team = view.control.teams[robot.team]
        kicks_off = team.number == view.control.kicking_team
        x_m, _ = FieldSide(1.0 - 2.0 * robot.team).point(place_of(robot))
        in_circle = distance_m(place_of(robot), (0.0, 0.0)) < FIELD_2019.circle_radius_m
        was_lifted = team.players[robot.player - 1].penalty is not PenaltyReason.NONE
        if x_m > 0.0 or (in_circle and not kicks_off) or not robot.is_upright or was_lifted:
            found.append(robot)
    return found


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """How many robots stood where they may."""
    robots, illegal = sum(numbers(rows, "robots")), sum(numbers(rows, "illegal"))
    first_s, second_s = numbers(rows, "first_s"), numbers(rows, "second_s")
    return {
        "legal_share": (robots - illegal) / robots if robots else None,
        "first_median_s": quantile(first_s, 0.5),
        "after_goal_median_s": quantile(second_s, 0.5),
        "after_goal_worst_tenth_s": quantile(second_s, 0.9),
        "faults": mishaps(rows, "faults"),
    }


def check_ready(_: SoccerReadyOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


READY = Experiment(
    name="soccer-ready",
    summary="Two teams walk to legal places for a kick-off within 45 s, from the side lines and from play.",
    trial="ludens.games.soccer.experiments.ready:ready_trial",
    options=SoccerReadyOptions,
    summarise=summarise,
    goal={"legal_share": AtLeast(0.98), "faults": AtMost(0)},
    check=check_ready,
    default_trials=20,
)
