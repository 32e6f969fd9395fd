"""The experiment `morris-match`: many games between two players by name, colours in turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.experiments.experiment import Experiment
from ludens.experiments.goals import AtMost, Goal
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import numbers, quantile, rate
from ludens.experiments.trials import TrialRequest
from ludens.games.morris.decide.roster import KNOWN, make_player
from ludens.games.morris.decide.table_folder import open_tables
from ludens.games.morris.experiments.playing import play_game, score_of
from ludens.games.morris.rules import Side

PERFECT = "perfect"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOptions:
    """Who plays whom."""

    first: Annotated[str, Meta(description=f"A player: {KNOWN}.")] = PERFECT
    second: Annotated[str, Meta(description="The other player.")] = "search-6"
    tables: Annotated[str, Meta(description="Folder of the solution; without it a search stands in.")] = ""


def match_trial(request: TrialRequest[MatchOptions]) -> Row:
    """One game; the first player is white in trials of even number."""
    options = request.options
    tables = open_tables(options.tables)
    side = Side.WHITE if request.seed % 2 == 0 else Side.BLACK
    players = {
        side: make_player(options.first, tables=tables),
        side.other: make_player(options.second, tables=tables),
    }
    record = play_game(players, np.random.default_rng(request.seed))
    assert record.outcome is not None
    score = score_of(record, side)
    return {
        "first_plays": side.value,
        "score": score,
        "won": score == 1.0,
        "drawn": score == 0.5,
        "lost": score == 0.0,
        "turns": len(record.turns),
        "reason": record.outcome.reason.name.lower(),
    }


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """How the first player did."""
    scores = numbers(rows, "score")
    return {
        "score_rate": sum(scores) / len(scores) if scores else None,
        **rate(rows, "won"),
        **rate(rows, "drawn"),
        **rate(rows, "lost"),
        "losses": sum(row.get("lost") is True for row in rows),
        "decided_games": sum(row.get("drawn") is False for row in rows),
        "turns_median": quantile(numbers(rows, "turns"), 0.5),
    }


def goals(options: MatchOptions) -> dict[str, Goal]:
    """The perfect player never loses, and against itself always draws."""
    if options.first != PERFECT:
        return {}
    return {"decided_games": AtMost(0)} if options.second == PERFECT else {"losses": AtMost(0)}


def check(options: MatchOptions, noise: str) -> None:  # noqa: ARG001 - a board game has no noise
    """Refuse players and tables that do not exist."""
    tables = open_tables(options.tables)
    make_player(options.first, tables=tables)
    make_player(options.second, tables=tables)


MATCH = Experiment(
    name="morris-match",
    summary="Nine Men's Morris: a match between two players, such as perfect and search-6.",
    trial="ludens.games.morris.experiments.match:match_trial",
    options=MatchOptions,
    summarise=summarise,
    goal=goals,
    check=check,
)
