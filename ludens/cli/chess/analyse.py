"""`ludens chess analyse`: the best moves of a position."""

from collections.abc import Sequence
from contextlib import closing

import chess
import click
from rich.console import RenderableType

from ludens.cli.board_analysis import analysis_options, show_analysis
from ludens.core.runtime.clock import RealClock
from ludens.experiments.json_values import Json
from ludens.games.chess.board_game import CHESS_GAME
from ludens.games.chess.decide.candidates import ChessCandidate
from ludens.games.chess.decide.hints import hint_for
from ludens.games.chess.decide.search import analyse
from ludens.games.chess.decide.uci import best_moves
from ludens.games.chess.talk.advising import hint_sentence
from ludens.games.chess.talk.language import load_language
from ludens.games.chess.terminal.picture import board_text, moves_json, moves_table
from ludens.table.search import SearchBudget
from ludens.table.uci import UciEngine, engine_command


@click.command("analyse")
@click.argument("fen", default=chess.STARTING_FEN, metavar="[FEN]")
@analysis_options(most=50, usual=5, found="moves", duration="How long to think.")
@click.option("--engine", metavar="COMMAND", help="Ask a UCI engine, such as stockfish, instead of ours.")
def command(fen: str, best: int, duration_s: float, engine: str | None, as_json: bool) -> None:
    """Show the best moves of a position, what they are worth, and why the first is good.

    FEN is one argument in quotes; without it the start of a game is meant. For example:

        ludens chess analyse "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
    """
    record = CHESS_GAME.position(fen)
    board, result = record.board(), CHESS_GAME.result(record)
    found = () if result else _best(board, best, duration_s, engine)
    told: dict[str, Json] = {
        "fen": board.fen(),
        "over": result.sentence if result else None,
        "moves": moves_json(board, found),
    }
    shown: list[RenderableType] = [board_text(board)]
    if result:
        shown.append(result.sentence)
    else:
        hint = hint_sentence(hint_for(board, found[0]), board.san(found[0].move), load_language())
        shown += [moves_table(board, found), hint]
    show_analysis(told, shown, as_json=as_json)


def _best(board: chess.Board, count: int, duration_s: float, engine: str | None) -> Sequence[ChessCandidate]:
    if engine is None:
        budget = SearchBudget(duration_s=duration_s, clock=RealClock())
        return analyse(board, budget=budget, lines=count).candidates[:count]
    with closing(UciEngine(engine_command(engine))) as other:
        return best_moves(other, board, movetime_s=duration_s, lines=count)
