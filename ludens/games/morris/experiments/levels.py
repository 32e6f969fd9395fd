"""The experiment `morris-levels`: every level against every other, in Elo, and how often each blunders.

With tables a blunder is a turn that gives away a result: a win becomes a draw or a loss, or a draw a loss.
Without them a search of six plies judges: a turn that costs three quarters of a man or more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.errors import LudensError
from ludens.experiments.experiment import Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.trials import MOST_TRIALS, TrialRequest
from ludens.games.morris.board_game import MORRIS_GAME
from ludens.games.morris.decide.candidates import MorrisChoice
from ludens.games.morris.decide.perfect import known_candidates
from ludens.games.morris.decide.players import LEVELS as LEVELS_OF_PLAY
from ludens.games.morris.decide.players import make_player
from ludens.games.morris.decide.search import analyse
from ludens.games.morris.decide.tables import PositionTables, open_tables
from ludens.games.morris.rules import GameRecord, Side, Turn, new_game
from ludens.table.board_game import Colour
from ludens.table.elo import PlayedPair, ratings
from ludens.table.levels import STRONGEST
from ludens.table.match import play_game
from ludens.table.search import SearchBudget

JUDGE = SearchBudget(depth=6)
COSTLY = 75  # hundredths of a man


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelOptions:
    """The levels that play, and how their turns are judged."""

    lowest: Annotated[int, Meta(ge=0, le=STRONGEST - 1, description="Lowest level that plays.")] = 0
    highest: Annotated[int, Meta(ge=1, le=STRONGEST, description="Highest level; 10 is perfect.")] = 9
    tables: Annotated[str, Meta(description="Folder of the solution; without it a search stands in.")] = ""
    judged: Annotated[float, Meta(ge=0, le=1, description="Share of turns that are judged for blunders.")] = (
        0.1
    )


def levels_trial(request: TrialRequest[LevelOptions]) -> Row:
    """One game; trial by trial all pairs of levels take their turn, each with both colours."""
    options = request.options
    pairs = list(permutations(range(options.lowest, options.highest + 1), 2))
    white, black = pairs[request.seed % MOST_TRIALS % len(pairs)]
    tables = open_tables(options.tables)
    rng, judging = (np.random.default_rng([request.seed, stream]) for stream in (0, 1))
    counts = {side: BlunderCount() for side in Side}

    def judge(record: GameRecord, choice: MorrisChoice) -> None:
        if judging.random() < options.judged:
            count = counts[record.side_to_move]
            count.judged += 1
            count.blunders += is_blunder(record, choice.move, tables)

    numbers: dict[Colour, int] = {"white": white, "black": black}
    players = {colour: make_player(f"level-{number}", tables=tables) for colour, number in numbers.items()}
    record = play_game(MORRIS_GAME, players, new_game(), rng, watch=judge)
    result = MORRIS_GAME.result(record)
    assert result is not None
    return {
        "white": white,
        "black": black,
        "white_score": result.score("white"),
        "turns": len(record.turns),
        **{f"{side.value}_judged": count.judged for side, count in counts.items()},
        **{f"{side.value}_blunders": count.blunders for side, count in counts.items()},
    }


@dataclass(slots=True)
class BlunderCount:
    """Turns judged so far, and those that were blunders."""

    judged: int = 0
    blunders: int = 0


def is_blunder(record: GameRecord, turn: Turn, tables: PositionTables) -> bool:
    """Whether this turn is much worse than the best."""
    candidates, complete = known_candidates(record, tables)
    if complete:
        values = {one.move: one.value for one in candidates}
        best, played = candidates[0].value, values[turn]
        assert best is not None
        assert played is not None
        return played.result < best.result
    best_score = analyse(record, budget=JUDGE, tables=tables).candidates[0].score
    played_score = analyse(record, budget=JUDGE, tables=tables, turns=(turn,)).candidates[0].score
    return best_score - played_score >= COSTLY


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """Elo of every level against the mean, blunder rates, and who scored what against whom in percent."""
    good = [row for row in rows if "error" not in row]
    numbers = sorted({_int(row, colour) for row in good for colour in ("white", "black")})
    if not numbers:
        return {"games": 0}
    place = {number: index for index, number in enumerate(numbers)}
    games = [
        PlayedPair(place[_int(row, "white")], place[_int(row, "black")], _float(row, "white_score"))
        for row in good
    ]
    figures: dict[str, Json] = {"games": len(good)}
    for number, rating in zip(numbers, ratings(games, players=len(numbers)), strict=True):
        name = f"level_{number}_{LEVELS_OF_PLAY[number].name}_elo"
        figures[name] = round(rating.elo)
        figures[f"{name}_interval"] = rating.interval
    figures |= {f"level_{number}_blunder_rate": _blunder_rate(good, number) for number in numbers}
    return figures | {
        f"level_{one}_scores_against_{numbers[0]}_to_{numbers[-1]}": _scores(games, place, one)
        for one in numbers
    }


def _blunder_rate(rows: Sequence[Row], number: int) -> float | None:
    judged = blunders = 0
    for row in rows:
        for colour in ("white", "black"):
            if row[colour] == number:
                judged += _int(row, f"{colour}_judged")
                blunders += _int(row, f"{colour}_blunders")
    return blunders / judged if judged else None


def _scores(games: Sequence[PlayedPair], place: dict[int, int], one: int) -> str:
    """Percent against each level in order, as one line; – where they did not meet."""
    cells = []
    for other in place.values():
        scores = [game.score for game in games if (game.first, game.second) == (place[one], other)]
        scores += [1.0 - game.score for game in games if (game.second, game.first) == (place[one], other)]
        cells.append(f"{100 * sum(scores) / len(scores):.0f}" if scores else "–")
    return " ".join(cells)


def _int(row: Row, column: str) -> int:
    value = row[column]
    assert isinstance(value, int)
    return value


def _float(row: Row, column: str) -> float:
    value = row[column]
    assert isinstance(value, int | float)
    return float(value)


def check(options: LevelOptions, noise: str) -> None:  # noqa: ARG001 - a board game has no noise
    """Refuse levels and tables that cannot play."""
    if options.lowest >= options.highest:
        raise LudensError("--lowest must lie below --highest: a level does not play itself.")
    open_tables(options.tables)


LEVELS = Experiment(
    name="morris-levels",
    summary="Nine Men's Morris: every level against every other, with Elo, error bars and blunder rates.",
    trial="ludens.games.morris.experiments.levels:levels_trial",
    options=LevelOptions,
    summarise=summarise,
    default_trials=180,
    check=check,
)
