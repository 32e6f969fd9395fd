"""The experiment `chess-match`: many games between two players by name, colours and openings in turn.

Against an engine that limits itself to some Elo (`stockfish-1500`) it says how strong the first player is.
Other programs think by the clock, or with --nodes so far as ours does, whatever else the machine is doing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.experiments.experiment import AtLeast, Experiment, Goal
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import crashed, numbers, quantile
from ludens.experiments.trials import TrialRequest
from ludens.games.chess.board_game import CHESS_GAME
from ludens.games.chess.decide.candidates import ChessPlayer
from ludens.games.chess.decide.players import KNOWN, make_player
from ludens.games.chess.rules.pgn import game_from_pgn
from ludens.table.elo import performance
from ludens.table.match import play_match_game, summarise_match
from ludens.table.players import GuardedPlayer

GOAL_ELO = 1500
MOST_PLIES = 400
OPENINGS = (
    "1. e4 e5 2. Nf3 Nc6 3. Bc4",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
    "1. e4 c5 2. Nf3 d6 3. d4 cxd4",
    "1. e4 e6 2. d4 d5 3. Nc3",
    "1. e4 c6 2. d4 d5 3. Nc3",
    "1. e4 d5 2. exd5 Qxd5 3. Nc3",
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6",
    "1. d4 d5 2. c4 c6 3. Nf3 Nf6",
    "1. d4 Nf6 2. c4 g6 3. Nc3 Bg7",
    "1. d4 Nf6 2. c4 e6 3. Nf3 b6",
    "1. c4 e5 2. Nc3 Nf6 3. g3",
    "1. Nf3 d5 2. g3 Nf6 3. Bg2",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChessMatchOptions:
    """The two players, and limits of other programs."""

    first: Annotated[str, Meta(description=f"A player: {KNOWN}.")] = "embedded-100000"
    second: Annotated[str, Meta(description="The other player.")] = "stockfish-1500"
    movetime: Annotated[float, Meta(gt=0, le=60, description="Seconds a move for other programs.")] = 0.1
    nodes: Annotated[int, Meta(ge=0, description="Positions a move for them instead; 0 means by time.")] = 0


def match_trial(request: TrialRequest[ChessMatchOptions]) -> Row:
    """One game; two by two the same opening, with the colours exchanged."""
    options, seed = request.options, request.seed
    first, second = _player(options.first, options), _player(options.second, options)
    start = game_from_pgn(f"{OPENINGS[seed // 2 % len(OPENINGS)]} *").record
    record, row = play_match_game(
        CHESS_GAME, first, second, start, seed=seed, most_moves=MOST_PLIES - len(start.moves)
    )
    failures = sum(len(player.failures) for player in (first, second) if isinstance(player, GuardedPlayer))
    return {**row, "plies": len(record.moves), "failures": failures, "second": options.second}


def _player(name: str, options: ChessMatchOptions) -> ChessPlayer:
    return make_player(name, movetime_s=options.movetime, nodes=options.nodes or None)


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """How the first player did, and its Elo where the other's is known."""
    scores = [*numbers(rows, "score"), *[0.0] * crashed(rows)]  # who crashes has lost
    figures: dict[str, Json] = {
        **summarise_match(rows),
        "plies_median": quantile(numbers(rows, "plies"), 0.5),
        "engine_failures": sum(numbers(rows, "failures")),
    }
    known = {_elo_of(str(row["second"])) for row in rows if "second" in row}
    elo = known.pop() if len(known) == 1 else None
    if elo is not None and scores:
        rating = performance([(elo, score) for score in scores])
        figures["first_elo"] = round(rating.elo)
        figures["first_elo_interval"] = rating.interval
    return figures


def _elo_of(player: str) -> float | None:
    match = re.fullmatch(r"stockfish-(\d+)", player)
    return None if match is None else float(match[1])


def goals(options: ChessMatchOptions) -> dict[str, Goal]:
    """Our engine is to be worth 1500 Elo."""
    ours = options.first.startswith("embedded") and _elo_of(options.second) is not None
    return {"first_elo": AtLeast(GOAL_ELO)} if ours else {}


def check(options: ChessMatchOptions, noise: str) -> None:  # noqa: ARG001 - a board game has no noise
    """Refuse players that do not exist."""
    for name in (options.first, options.second):
        _player(name, options).close()


MATCH = Experiment(
    name="chess-match",
    summary="Chess: a match between two players, such as our engine and Stockfish at 1500 Elo.",
    trial="ludens.games.chess.experiments.match:match_trial",
    options=ChessMatchOptions,
    summarise=summarise,
    default_trials=24,
    goal=goals,
    check=check,
)
