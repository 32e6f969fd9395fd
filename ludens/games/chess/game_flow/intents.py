"""What comes of a person's intent: pure decisions, which the flow of the game carries out."""

from dataclasses import dataclass
from typing import Literal

import chess

from ludens.games.chess.game_flow.played_game import PlayedGame
from ludens.games.chess.rules.arrangement import PieceMove
from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.rules.ending import Close
from ludens.games.chess.rules.inference import Unfinished, infer
from ludens.games.chess.rules.record import ChessRecord
from ludens.messages.chess_game import ChessOrder
from ludens.messages.chess_talk import UserIntent
from ludens.messages.engine import EngineReply, Purpose


@dataclass(frozen=True, slots=True)
class AnswerOnly:
    """Nothing changes; a sentence of the game's language is said."""

    key: str
    tone: Literal["answer", "refusal"] = "answer"


@dataclass(frozen=True, slots=True)
class ConsultEngine:
    """The engine is asked."""

    purpose: Purpose


@dataclass(frozen=True, slots=True)
class PlayMove:
    """A move is made by the arm."""

    move: chess.Move


@dataclass(frozen=True, slots=True)
class EndGame:
    """The players end the game."""

    winner: chess.Color | None
    how: Close


@dataclass(frozen=True, slots=True)
class ContinueAs:
    """The game goes on as another one, or from another position; the pieces follow."""

    game: PlayedGame
    reason: str
    moves: tuple[PieceMove, ...] = ()  # that the arm does at once


Consequence = AnswerOnly | ConsultEngine | PlayMove | EndGame | ContinueAs


def consequence(
    intent: UserIntent, game: PlayedGame, now: PieceConfiguration | None, *, is_helped: bool, time_s: float
) -> Consequence:
    """Decide what to do about an intent.

    `now` is how the pieces stand, if that can be seen; `is_helped`: a person is asked to put them right.
    """
    if intent.name == "new_game":
        order = ChessOrder(
            time_s=time_s,
            start=chess.STARTING_FEN,
            white=game.white,
            black=game.black,
            level=game.level,
            language=game.language,
            at_page=game.at_page,
        )
        return ContinueAs(PlayedGame.ordered(order), "A person wants a new game.")
    if intent.name == "take_back":
        if not game.record.moves:
            return AnswerOnly("nothing_to_take_back")
        return ContinueAs(game.taken_back(), "A move is taken back.")
    if game.record.ending is not None:
        return AnswerOnly("over")
    if intent.name == "move":
        return _move(chess.Move.from_uci(intent.move), game, now, is_helped=is_helped)
    if intent.name == "resign":
        loser = game.turn if game.talker is None else game.talker
        return EndGame(not loser, Close.RESIGNATION)
    if intent.name == "draw" and "engine" not in (game.white, game.black):
        return EndGame(None, Close.AGREEMENT)
    purposes: dict[str, Purpose] = {"hint": "hint", "score": "score", "draw": "draw"}
    return ConsultEngine(purposes[intent.name])


def _move(
    move: chess.Move, game: PlayedGame, now: PieceConfiguration | None, *, is_helped: bool
) -> Consequence:
    board = game.record.board()
    if game.mover(board.turn) == "engine" or not board.is_legal(move):
        return AnswerOnly("not_your_turn", "refusal")
    if now is not None and game.shown_by(now):
        return PlayMove(move)
    if now is None or is_helped or not _is_begun(move, game, now):
        return AnswerOnly("board_first", "refusal")
    finished, rest = game.finished(move, now)
    is_able = not any(one.origin.is_off for one in rest)
    return ContinueAs(finished, "A move that was begun has been named.", rest if is_able else ())


def _is_begun(move: chess.Move, game: PlayedGame, now: PieceConfiguration) -> bool:
    """Whether half of a move is done, such as a pawn on the last rank that is told what it becomes."""
    seen = infer(game.record.board(), game.belongs, now)
    return isinstance(seen, Unfinished) and move in seen.moves


def accepts_draw(reply: EngineReply, game: PlayedGame, *, offered: ChessRecord | None) -> bool:
    """Whether the engine takes a draw that was offered: not when it is ahead, nor after another move."""
    engine_to_move = game.mover(game.turn) == "engine"
    score = reply.chosen.score if engine_to_move else -reply.chosen.score
    return offered == game.record and score <= 0
