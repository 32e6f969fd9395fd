"""The referee of whole chess games: compares what the robot believes with what stands on the table."""

from collections.abc import Sequence
from typing import ClassVar

from ludens.core.contract.observer import Keyed
from ludens.games.chess.rules.configuration import PieceConfiguration, cast, home
from ludens.games.chess.rules.places import PIECES, PiecePlace
from ludens.games.chess.rules.record import record_told
from ludens.games.chess.world import ChessWorld
from ludens.messages import PiecesBelieved, StateReport
from ludens.messages.announcement import Announcement
from ludens.messages.chess_game import ChessGame
from ludens.table.referee import TableReferee

SURE = ("waiting", "listening", "thinking", "over")
"""States in which the robot takes the pieces to stand as the game does."""


class ChessReferee(TableReferee):
    """Follows a whole game.

    `counts` are positions that were compared and wrong ones (on the squares, that is; taken pieces that are
    believed to be in another slot, or in none, are misread slots), slips (the arm came home, and the pieces
    do not stand as the game does), what became of them, and what the robot said about trouble.
    """

    spoken_of: ClassVar = {"plea": "pleas", "refusal": "refusals", "trouble": "troubles"}

    def __init__(self, world: ChessWorld) -> None:
        super().__init__()
        self._world = world
        self.plies_s: list[float] = []
        """When each ply was done and seen."""
        self.game: ChessGame | None = None
        self.has_slipped = False
        self._has_asked = False
        self._settled: PieceConfiguration | None = None
        self._compared = 0

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Look at what the robot makes of the game."""
        for _, message in outputs:
            if isinstance(message, PiecesBelieved) and message.settled:
                self._settled = PieceConfiguration(tuple(map(PiecePlace, message.places)))
            elif isinstance(message, ChessGame):
                self.game = message
                self._has_asked = self._has_asked or bool(message.asked)
        for _, message in outputs:
            if isinstance(message, Announcement):
                self.hear(message, message.time_s)
                self._has_asked = self._has_asked or message.tone == "plea"
            elif isinstance(message, StateReport) and message.state != self.state:
                self._enter(message.state, message.time_s)

    @property
    def turns(self) -> int:
        """How many plies were done and seen."""
        return len(self.plies_s)

    def _enter(self, state: str, time_s: float) -> None:
        before, self.state = self.state, state
        if self.game is None:
            return
        if state == "looking" and before in ("moving", "repairing"):
            self._look_for_slips(time_s)
        elif state in SURE:
            self._compare(time_s)

    def _look_for_slips(self, time_s: float) -> None:
        if not self.has_slipped and not self._stands_right():
            self.has_slipped, self._has_asked = True, False
            self.remark(time_s, "(a piece is not where the arm should have put it)", counted="slips")

    def _compare(self, time_s: float) -> None:
        """Once for every ply, when it is done: is the position as the game and the eyes have it?"""
        assert self.game is not None
        plies = len(self.game.moves)
        if plies == self._compared:
            return
        self._compared = plies
        self.plies_s.append(time_s)
        self.counts["positions"] += 1
        truth, believed = self._world.true_configuration(), self._settled or home()
        misread = [piece for piece in PIECES if truth[piece.id] != believed[piece.id]]
        on_board = [one for one in misread if {truth[one.id].square, believed[one.id].square} != {None}]
        if on_board or not self._stands_right():
            remark = f"(the position after {self.game.moves[-1]} is not so)"
            self.remark(time_s, remark, counted="wrong_positions")
        self.counts["misread_slots"] += len(misread) - len(on_board)
        for one in misread:
            self.remark(time_s, f"(piece {one.id} is at {truth[one.id]}, not at {believed[one.id]})")
        if self.has_slipped:
            self.counts["asked_about" if self._has_asked else "repaired"] += 1
            self.has_slipped = False

    def _stands_right(self) -> bool:
        assert self.game is not None
        board = record_told(self.game).board()
        return cast(board, self._world.true_configuration()) is not None
