"""What people want of the keeper of a game, in words; what would disturb the arm waits until it is home."""

from collections import deque

import chess

from ludens.games.chess.keep.keeper import Keeper
from ludens.games.chess.keep.played import PlayedGame
from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.rules.ending import Close
from ludens.games.chess.rules.inference import Unfinished, infer
from ludens.games.chess.rules.record import ChessRecord
from ludens.messages.chess_game import GameOrder
from ludens.messages.chess_talk import ChessWish
from ludens.messages.engine import EngineReply, Purpose

NOT_NOW = ("calibrating", "looking", "moving", "repairing", "stopped")
"""States in which the pieces are on their way."""
QUERIED: dict[str, Purpose] = {"hint": "hint", "score": "score"}


class Wishes:
    """Grants wishes in the order in which they come."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._waiting: deque[ChessWish] = deque()
        self._offers: dict[int, ChessRecord] = {}  # where a draw was offered, by the engine's question

    def hear(self, wish: ChessWish, time_s: float) -> None:
        """Take in a wish; to stop and to go on at once."""
        if wish.name == "stop":
            self._waiting.clear()
            self._keeper.stop(time_s)
        elif wish.name == "go_on":
            self._keeper.go_on(time_s)
        else:
            self._waiting.append(wish)
            if self._keeper.told_to_stop:
                self._keeper.tell("stands_still", time_s, "answer")

    def grant(self, time_s: float) -> None:
        """Grant what can be granted now."""
        while self._waiting and not self._keeper.told_to_stop and self._keeper.states.state not in NOT_NOW:
            self._grant(self._waiting.popleft(), time_s)

    def answer(self, reply: EngineReply, time_s: float) -> None:
        """Tell what the engine thinks; of a draw, by how it stands, if it still stands so."""
        keeper = self._keeper
        if reply.purpose != "draw":
            keeper.say(reply.words, time_s, "answer")
            return
        has_moved_on = self._offers.pop(reply.number, None) != keeper.game.record
        engine_to_move = keeper.game.seat(keeper.game.turn) == "engine"
        if keeper.game.record.ending is not None:
            keeper.tell("over", time_s, "answer")
        elif has_moved_on or (reply.chosen.score if engine_to_move else -reply.chosen.score) > 0:
            keeper.tell("play_on", time_s, "answer")
        else:
            keeper.tell("accept", time_s, "answer")
            keeper.close(None, Close.AGREEMENT, time_s)

    def _grant(self, wish: ChessWish, time_s: float) -> None:
        keeper = self._keeper
        game = keeper.game
        if wish.name == "new_game":
            order = GameOrder(
                time_s=time_s,
                start=chess.STARTING_FEN,
                white=game.white,
                black=game.black,
                level=game.level,
                language=game.language,
            )
            keeper.set_game(PlayedGame.ordered(order), time_s, "A person wants a new game.")
        elif wish.name == "take_back":
            self._take_back(time_s)
        elif game.record.ending is not None:
            keeper.tell("over", time_s, "answer")
        elif wish.name == "move":
            self._move(chess.Move.from_uci(wish.move), time_s)
        elif wish.name == "resign":
            loser = game.turn if game.talker is None else game.talker
            keeper.close(not loser, Close.RESIGNATION, time_s)
        elif wish.name == "draw":
            self._draw(time_s)
        else:
            keeper.outbox.ask_engine(game, QUERIED[wish.name], time_s)

    def _move(self, move: chess.Move, time_s: float) -> None:
        keeper = self._keeper
        board = keeper.game.record.board()
        if keeper.game.seat(board.turn) == "engine" or not board.is_legal(move):
            keeper.tell("not_your_turn", time_s, "refusal")
            return
        now = keeper.sight.settled(since_s=keeper.looks_after_s)
        if now is not None and keeper.game.shown_by(now):
            keeper.play(move, time_s)
        elif now is not None and self._is_begun(move, now):
            self._finish(move, now, time_s)
        else:
            keeper.tell("board_first", time_s, "refusal")

    def _is_begun(self, move: chess.Move, now: PieceConfiguration) -> bool:
        """Whether half of a move is done, such as a pawn on the last rank that is told what it becomes.

        While a person is asked for help the pieces are not yet where the game is: then nothing is begun.
        """
        keeper = self._keeper
        if keeper.mending.pleads:
            return False
        seen = infer(keeper.game.record.board(), keeper.game.belongs, now)
        return isinstance(seen, Unfinished) and move in seen.moves

    def _finish(self, move: chess.Move, now: PieceConfiguration, time_s: float) -> None:
        """Take a move that somebody has begun with the hand and then named; what is missing the arm does."""
        keeper = self._keeper
        reason = "A move that was begun has been named."
        game, rest = keeper.game.finished(move, now)
        keeper.set_game(game, time_s, reason)
        is_able = not keeper.mending.attempts.are_vain and not any(one.origin.is_off for one in rest.moves)
        if rest.moves and is_able:
            keeper.send(rest.moves, "repairing", time_s, reason)

    def _take_back(self, time_s: float) -> None:
        keeper = self._keeper
        if not keeper.game.record.moves:
            keeper.tell("nothing_to_take_back", time_s, "answer")
        else:
            keeper.set_game(keeper.game.taken_back(), time_s, "A move is taken back.")

    def _draw(self, time_s: float) -> None:
        keeper = self._keeper
        if "engine" in (keeper.game.white, keeper.game.black):
            self._offers[keeper.outbox.ask_engine(keeper.game, "draw", time_s)] = keeper.game.record
        else:
            keeper.close(None, Close.AGREEMENT, time_s)
