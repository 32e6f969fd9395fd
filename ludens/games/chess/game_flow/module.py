"""The flow of a game as a module, between the board, the arm, the engine and people."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.declaration import Last, Since
from ludens.core.contract.module import CycleTime, Module
from ludens.games.chess.game_flow.flow import GameFlow
from ludens.games.chess.game_flow.played_game import PlayedGame
from ludens.games.chess.game_flow.session import GameSession
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
from ludens.messages.chess_game import ChessGame, ChessOrder
from ludens.messages.chess_talk import ChessSituation, UserIntent
from ludens.messages.engine import EngineQuery, EngineReply

SITUATION_S = 0.1
"""How often the conversation is told what it is about."""


@dataclass(frozen=True, slots=True)
class ChessGameManagerParameters:
    """How patient the robot is."""

    white_is_near: bool = True
    patience_s: Annotated[
        float, Meta(ge=1.0, le=60.0, description="With a board it cannot see, before it says so.")
    ] = 6.0
    attempts: Annotated[
        int, Meta(ge=1, le=10, description="To put a piece where it belongs, before it asks for help.")
    ] = 3


class ChessGameManager(Module[ChessGameManagerParameters]):
    """Plays one game after another; what it knows of each is told as `ChessGame` at every change."""

    budget_s = 0.02

    def start(self) -> None:
        """Begin knowing nothing."""
        parameters = self.parameters
        self.session = GameSession(
            Measures(white_is_near=parameters.white_is_near),
            patience_s=parameters.patience_s,
            attempts=parameters.attempts,
        )
        self.flow = GameFlow(self.session)
        self._told: PlayedGame | None = None
        self._situation_s: float | None = None

    def cycle(
        self,
        now: CycleTime,
        orders: Since[ChessOrder],
        believed: PiecesBelieved | None,
        calibration: TableCalibration | None,
        arm: Last[ArmReport],
        replies: Since[EngineReply],
        intent: Last[UserIntent],
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
        session, flow, time_s = self.session, self.flow, now.time_s
        session.take_in(arm, believed, calibration, time_s=time_s)
        flow.time_s = time_s
        for order in orders:
            flow.begin(order)
        if calibrating is not None:
            session.note_calibration(calibrating)
        for reply in replies:
            flow.hear_engine(reply)
        if intent is not None:
            flow.hear_person(intent)
        if arm is not None and not flow.is_stopped:
            flow.step()
        return (
            None if flow.is_stopped else session.arm.request,
            StopRequest(time_s=time_s, stopped=True) if flow.is_stopped else None,
            session.outgoing.next_question(),
            session.outgoing.next_words(),
            self._game(time_s),
            self._situation(time_s),
            flow.current.report(time_s),
            session.outgoing.next_guess(),
        )

    def _game(self, time_s: float) -> ChessGame | None:
        """The game, where it has changed."""
        if not self.session.has_begun or self.session.game == self._told:
            return None
        self._told = self.session.game
        return self._told.message(time_s)

    def _situation(self, time_s: float) -> ChessSituation | None:
        if not self.session.has_begun:
            return None
        if self._situation_s is not None and time_s - self._situation_s < SITUATION_S:
            return None
        self._situation_s = time_s
        return self.session.game.situation(time_s)
