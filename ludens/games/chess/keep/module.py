"""The keeper of the game as a module: a state machine between the board, the arm, the engine and people."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.declaration import Last, Since
from ludens.core.contract.module import CycleTime, Module
from ludens.games.chess.keep.keeper import Keeper
from ludens.games.chess.keep.played import PlayedGame
from ludens.games.chess.keep.wishes import Wishes
from ludens.games.chess.workcell.measures import Measures
from ludens.messages import (
    ArmReport,
    CalibrationReport,
    CarryRequest,
    PiecesBelieved,
    StateReport,
    StopRequest,
    TableCalibration,
)
from ludens.messages.announcement import Announcement
from ludens.messages.board_pieces import BoardGuess
from ludens.messages.chess_game import ChessGame, GameOrder
from ludens.messages.chess_talk import ChessSituation, ChessWish
from ludens.messages.engine import EngineQuery, EngineReply

SITUATION_S = 0.1
"""How often the conversation is told what it is about."""


@dataclass(frozen=True, slots=True)
class GameKeeperParameters:
    """How patient the keeper is."""

    white_is_near: bool = True
    patience_s: Annotated[
        float, Meta(ge=1.0, le=60.0, description="With a board it cannot see, before it says so.")
    ] = 6.0
    attempts: Annotated[
        int, Meta(ge=1, le=10, description="To put a piece where it belongs, before it asks for help.")
    ] = 3


class GameKeeper(Module[GameKeeperParameters]):
    """Plays one game after another; what it knows of each is told as `ChessGame` at every change."""

    budget_s = 0.02

    def start(self) -> None:
        """Begin knowing nothing."""
        parameters = self.parameters
        self.keeper = Keeper(
            Measures(white_is_near=parameters.white_is_near),
            patience_s=parameters.patience_s,
            attempts=parameters.attempts,
        )
        self._wishes = Wishes(self.keeper)
        self._told: PlayedGame | None = None
        self._situation_s: float | None = None

    def cycle(
        self,
        now: CycleTime,
        orders: Since[GameOrder],
        believed: PiecesBelieved | None,
        calibration: TableCalibration | None,
        arm: Last[ArmReport],
        replies: Since[EngineReply],
        wish: Last[ChessWish],
        calibrating: Last[CalibrationReport] = None,
    ) -> tuple[
        CarryRequest | None,
        StopRequest | None,
        EngineQuery | None,
        Announcement | None,
        ChessGame | None,
        ChessSituation | None,
        StateReport | None,
        BoardGuess | None,
    ]:
        """Take in what is new and go on."""
        keeper, time_s = self.keeper, now.time_s
        for order in orders:
            keeper.begin(order, time_s)
        keeper.sight.take_in(believed, calibration)
        if calibrating is not None:
            keeper.notices.calibration(calibrating, time_s)
        for reply in replies:
            if reply.purpose == "move":
                keeper.hear_move(reply)
            else:
                self._wishes.answer(reply, time_s)
        if wish is not None:
            self._wishes.hear(wish, time_s)
        if arm is not None:
            keeper.step(arm, time_s, is_new_picture=believed is not None)
        self._wishes.grant(time_s)
        return (
            keeper.request(arm),
            StopRequest(time_s=time_s, stopped=True) if keeper.told_to_stop else None,
            keeper.outbox.next_question(),
            keeper.outbox.next_words(),
            self._game(time_s),
            self._situation(time_s),
            keeper.states.report(time_s),
            keeper.outbox.next_guess(),
        )

    def _game(self, time_s: float) -> ChessGame | None:
        """The game, where it has changed."""
        if not self.keeper.has_begun or self.keeper.game == self._told:
            return None
        self._told = self.keeper.game
        return self._told.message(time_s)

    def _situation(self, time_s: float) -> ChessSituation | None:
        if not self.keeper.has_begun:
            return None
        if self._situation_s is not None and time_s - self._situation_s < SITUATION_S:
            return None
        self._situation_s = time_s
        return self.keeper.game.situation(time_s)
