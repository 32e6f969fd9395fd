"""The experiment `soccer-elo`: two kinds of teams play each other in the flat world; which is stronger?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.configuration import Configuration
from ludens.core.runtime.run import Run
from ludens.experiments.experiment import AtLeast, AtMost, Experiment, Goal
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import mishaps, numbers, wilson_interval
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.experiments.match import LONGEST_START_S, LOOK_EVERY_S, MatchWatch
from ludens.games.soccer.league_play import (
    MOST_A_SIDE,
    LeagueMatchOptions,
    league_driver,
    league_setup,
    player_setup,
)
from ludens.robots.nao.noise import load_noise
from ludens.table.elo import performance


@dataclass(frozen=True, slots=True, kw_only=True)
class SoccerEloOptions:
    """Who plays whom."""

    setup: Annotated[str, Meta(description="Of players: team, lone, or your own FILE.py:NAME.")] = "team"
    against: Annotated[str, Meta(description="Of those they play against, likewise.")] = "lone"
    a_side: Annotated[int, Meta(ge=1, le=MOST_A_SIDE, description="Robots of each team.")] = 5
    half_s: Annotated[int, Meta(gt=0, le=600, description="Of play; a match is one half.")] = 600
    loss: Annotated[float, Meta(ge=0, le=1, description="Share of packets that get lost.")] = 0.2


def elo_trial(request: TrialRequest[SoccerEloOptions]) -> Row:
    """One match; with every odd seed sides, kick-off and colours are swapped."""
    options, swapped = request.options, bool(request.seed % 2)
    teams = (options.against, options.setup) if swapped else (options.setup, options.against)
    setup = league_setup(options.a_side, flat=True, teams=teams, half_s=options.half_s)
    match = LeagueMatchOptions(a_side=options.a_side, noise=request.noise, loss=options.loss, flat=True)
    watch = MatchWatch()
    run = Run(
        setup,
        league_driver(match, seed=request.seed),
        configuration=Configuration(setup.sections()),
        seed=request.seed,
        observers=[watch],
    )
    with run:
        while not watch.is_over and run.time_s < options.half_s + LONGEST_START_S:
            run.run_until(run.time_s + LOOK_EVERY_S)
        return {**result(watch.scores, swapped=swapped), "faults": run.faults.total}


def result(scores: tuple[int, int], *, swapped: bool) -> Row:
    """What a match ended with for those whose strength is asked: the first team, the second if swapped."""
    own, other = reversed(scores) if swapped else scores
    return {
        "swapped": swapped,
        "goals": own,
        "goals_against": other,
        "score": 0.5 if own == other else float(own > other),
    }


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """Wins, goals, and the difference in Elo with the interval in which it lies at 95 %."""
    scores = numbers(rows, "score")
    matches = max(len(scores), 1)
    wins = scores.count(1.0)
    interval = wilson_interval(wins, trials=len(scores))
    figures: dict[str, Json] = {
        "wins": wins,
        "draws": scores.count(0.5),
        "losses": scores.count(0.0),
        "win_rate": wins / matches,
        "win_rate_interval": [interval.low, interval.high],
        "goals_a_match": sum(numbers(rows, "goals")) / matches,
        "goals_against_a_match": sum(numbers(rows, "goals_against")) / matches,
    }
    if scores:
        rating = performance([(0.0, score) for score in scores])
        figures |= {
            "elo_difference": round(rating.elo),
            "elo_difference_interval": rating.interval,
            "elo_at_least": rating.interval[0],
        }
    return {**figures, "faults": mishaps(rows, "faults")}


def goals(options: SoccerEloOptions) -> Mapping[str, Goal]:
    """A team shall be better than lone strikers, surely; of others nothing is known beforehand."""
    sound: dict[str, Goal] = {"faults": AtMost(0)}
    is_ours = (options.setup, options.against) == ("team", "lone")
    return {"elo_at_least": AtLeast(1.0), **sound} if is_ours else sound


def check(options: SoccerEloOptions, noise: str) -> None:
    """Refuse teams and noise that cannot be loaded."""
    load_noise(noise)
    for kind in (options.setup, options.against):
        player_setup(kind)


ELO = Experiment(
    name="soccer-elo",
    summary="Matches in the flat world between two kinds of teams, sides swapped; the difference in Elo.",
    trial="ludens.games.soccer.experiments.elo:elo_trial",
    options=SoccerEloOptions,
    summarise=summarise,
    goal=goals,
    check=check,
    default_trials=20,
)
