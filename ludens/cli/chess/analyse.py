"""`ludens chess analyse`: the best moves of a position."""

from collections.abc import Sequence
from contextlib import closing

import chess
import click
from rich.console import Console

from ludens.core.runtime.clock import RealClock
from ludens.experiments.json_values import Json, pretty
from ludens.games.chess.board_game import CHESS_GAME
from ludens.games.chess.decide.hints import hint_for
from ludens.games.chess.decide.move_rules import ChessCandidate
from ludens.games.chess.decide.search import analyse
from ludens.games.chess.decide.uci import best_moves
from ludens.games.chess.rules.ending import ending_of
from ludens.games.chess.rules.reasons import ending_sentence
from ludens.games.chess.talk.advising import hint_sentence
from ludens.games.chess.talk.language import load_language
from ludens.games.chess.terminal.picture import board_text, moves_json, moves_table
from ludens.table.search import SearchBudget
from ludens.table.uci import UciEngine, engine_command


@click.command("analyse")
@click.argument("fen", default=chess.STARTING_FEN, metavar="[FEN]")
@click.option("--best", type=click.IntRange(1, 50), default=5, show_default=True, help="How many moves.")
@click.option(
    "--time",
    "duration_s",
    type=click.FloatRange(0, 3600, min_open=True),
    default=1.0,
    show_default=True,
    metavar="S",
    help="How long to think.",
)
@click.option("--engine", metavar="COMMAND", help="Ask a UCI engine, such as stockfish, instead of ours.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
def command(fen: str, best: int, duration_s: float, engine: str | None, as_json: bool) -> None:
    """Show the best moves of a position, what they are worth, and why the first is good.

    FEN is one argument in quotes; without it the start of a game is meant. For example:

        ludens chess analyse "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
    """
    board = CHESS_GAME.position(fen).board()
    ending = ending_of(board)
    found = () if ending else _best(board, best, duration_s, engine)
    if as_json:
        told: dict[str, Json] = {
            "fen": board.fen(),
            "over": ending_sentence(ending) if ending else None,
            "moves": moves_json(board, found),
        }
        click.echo(pretty(told))
        return
    console = Console(highlight=False)
    console.print(board_text(board))
    if ending:
        console.print(ending_sentence(ending))
        return
    console.print(moves_table(board, found))
    console.print(hint_sentence(hint_for(board, found[0]), board.san(found[0].move), load_language()))


def _best(board: chess.Board, count: int, duration_s: float, engine: str | None) -> Sequence[ChessCandidate]:
    if engine is None:
        budget = SearchBudget(duration_s=duration_s, clock=RealClock())
        return analyse(board, budget=budget, lines=count).candidates[:count]
    with closing(UciEngine(engine_command(engine))) as other:
        return best_moves(other, board, movetime_s=duration_s, lines=count)
