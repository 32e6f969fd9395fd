"""The experiment `morris-match`: many games between two players by name, colours in turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.experiments.experiment import AtMost, Experiment, Goal
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import count, numbers, quantile
from ludens.experiments.trials import TrialRequest
from ludens.games.morris.board_game import MORRIS_GAME
from ludens.games.morris.decide.players import KNOWN, make_player
from ludens.games.morris.decide.tables import open_tables
from ludens.games.morris.rules import new_game
from ludens.table.match import play_match_game, summarise_match

PERFECT = "perfect"


@dataclass(frozen=True, slots=True, kw_only=True)
class MorrisMatchOptions:
    """The two players, and their tables."""

    first: Annotated[str, Meta(description=f"A player: {KNOWN}.")] = PERFECT
    second: Annotated[str, Meta(description="The other player.")] = "search-6"
    tables: Annotated[str, Meta(description="Folder of the solution; without it a search stands in.")] = ""


def match_trial(request: TrialRequest[MorrisMatchOptions]) -> Row:
    """One game; the first player is white in trials of even number."""
    options = request.options
    tables = open_tables(options.tables)
    first, second = (make_player(name, tables=tables) for name in (options.first, options.second))
    record, row = play_match_game(MORRIS_GAME, first, second, new_game(), seed=request.seed)
    return {**row, "turns": len(record.turns)}


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """How the first player did."""
    return {
        **summarise_match(rows),
        "losses": count(rows, "lost", wanted=False),
        "decided_games": sum(row.get("drawn") is False or "error" in row for row in rows),
        "turns_median": quantile(numbers(rows, "turns"), 0.5),
    }


def goals(options: MorrisMatchOptions) -> dict[str, Goal]:
    """The perfect player never loses, and against itself always draws."""
    if options.first != PERFECT:
        return {}
    return {"decided_games": AtMost(0)} if options.second == PERFECT else {"losses": AtMost(0)}


def check(options: MorrisMatchOptions, noise: str) -> None:  # noqa: ARG001 - a board game has no noise
    """Refuse players and tables that do not exist."""
    tables = open_tables(options.tables)
    make_player(options.first, tables=tables)
    make_player(options.second, tables=tables)


MATCH = Experiment(
    name="morris-match",
    summary="Nine Men's Morris: a match between two players, such as perfect and search-6.",
    trial="ludens.games.morris.experiments.match:match_trial",
    options=MorrisMatchOptions,
    summarise=summarise,
    goal=goals,
    check=check,
)
