"""A game so far: where it began, its moves, and whether the players have ended it."""

from dataclasses import dataclass, replace

import chess

from ludens.games.chess.rules.ending import Close, Ending, ending_of
from ludens.games.chess.rules.errors import ChessError
from ludens.games.chess.rules.legality import reason_against
from ludens.games.chess.rules.reasons import sentence
from ludens.messages.chess_game import ChessGame


@dataclass(frozen=True, slots=True)
class ChessRecord:
    """A value: playing and taking back give new records. `closed` is an end that the players made."""

    start: str = chess.STARTING_FEN
    moves: tuple[chess.Move, ...] = ()
    closed: Ending | None = None

    def board(self) -> chess.Board:
        """The position, with the whole history; a new board every time."""
        board = chess.Board(self.start)
        for move in self.moves:
            board.push(move)
        return board

    @property
    def ending(self) -> Ending | None:
        """How the game has ended, if it has."""
        return self.closed or ending_of(self.board())

    def play(self, move: chess.Move) -> "ChessRecord":
        """Return the record with one move more; an illegal one raises, with the reason."""
        ending = self.ending
        how = None if ending is None else ending.how
        reason = reason_against(self.board(), move.from_square, move.to_square, move.promotion, ending=how)
        if reason is not None:
            raise ChessError(sentence(reason))
        return replace(self, moves=(*self.moves, move))

    def back(self, count: int = 1) -> "ChessRecord":
        """Return the record with some moves less, and no longer ended."""
        if count > len(self.moves):
            raise ChessError(f"Only {len(self.moves)} moves have been played; {count} cannot be taken back.")
        return ChessRecord(self.start, self.moves[: len(self.moves) - count])

    def close(self, ending: Ending) -> "ChessRecord":
        """Return the record ended by the players; a game that has ended already stays as it has."""
        return self if self.ending is not None else replace(self, closed=ending)


def record_told(game: ChessGame) -> ChessRecord:
    """The record of a game as it was told."""
    record = ChessRecord(game.start, tuple(map(chess.Move.from_uci, game.moves)))
    if not game.closed:
        return record
    winner = {"1-0": chess.WHITE, "0-1": chess.BLACK}.get(game.result)
    return record.close(Ending(winner, Close(game.closed)))
