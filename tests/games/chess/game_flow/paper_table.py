"""A table without physics: pieces are where they are put, and an arm carries them at once."""

from collections.abc import Callable

import chess
import numpy as np

from ludens.core.contract.module import CycleTime
from ludens.core.task import TaskEnd
from ludens.games.chess.game_flow import ChessGameManager
from ludens.games.chess.rules.arrangement import carried_out
from ludens.games.chess.rules.configuration import PieceConfiguration, home
from ludens.games.chess.rules.physical import plan_of
from ludens.games.chess.rules.places import OFF, PiecePlace, on_square
from ludens.games.chess.workcell.measures import Measures
from ludens.games.chess.workcell.table_view import numbers_of
from ludens.messages import ArmFailure, ArmReport, CarryRequest, PiecesBelieved, TableCalibration, Trouble
from ludens.messages.announcement import Announcement
from ludens.messages.board_pieces import BoardGuess
from ludens.messages.chess_game import ChessGame, ChessOrder
from ludens.messages.chess_talk import IntentName, UserIntent
from ludens.messages.engine import EngineQuery, EngineReply
from ludens.messages.task import TaskState

STEP_S = 0.05
CARRIES_S = 0.5
MEASURES = Measures()


class PaperTable:
    """Everything around a `ChessGameManager`: it is stepped, and what it says is kept."""

    def __init__(self, order: ChessOrder | None = None, *, pieces: PieceConfiguration | None = None) -> None:
        self.manager = ChessGameManager()
        self.pieces = home() if pieces is None else pieces
        self.hidden = False
        self.astray: dict[int, tuple[float, float]] = {}  # pieces seen elsewhere than in a middle
        self.is_sure_of_strays = False  # that pieces beside all middles are at no place
        self.unseen: tuple[int, ...] = ()
        self.troubles: tuple[Trouble, ...] = ()  # that keep the board from being settled
        self.camera_is_gone = False
        self.arm_fails: ArmFailure | None = None  # why the next requests fail
        self.arm_works: Callable[[CarryRequest], bool] = lambda _: True  # whether a carried piece arrives
        self.engine: Callable[[chess.Board], chess.Move] = lambda board: next(iter(board.legal_moves))
        self.time_s = 0.0
        self.said: list[str] = []
        self.tones: list[str] = []
        self.carried: list[CarryRequest] = []
        self.stops = 0
        self.game: ChessGame | None = None
        self.shifted_m = (0.0, 0.0)  # of all pieces on the table, as they are seen
        self.guess: BoardGuess | None = None
        self._order = order or ChessOrder(time_s=0.0, start=chess.STARTING_FEN)
        self._orders: tuple[ChessOrder, ...] = ()
        self._report = ArmReport(
            time_s=0.0, number=0, state=TaskState.DONE, phase="resting", holds=False, at_rest=True
        )
        self._carrying: CarryRequest | None = None
        self._done_s = 0.0
        self._held: int | None = None
        self._intent: UserIntent | None = None
        self._calibrates = False
        self._replies: list[EngineReply] = []

    @property
    def state(self) -> str:
        return self.manager.flow.state

    def board(self) -> chess.Board:
        return self.manager.session.game.record.board()

    def want(self, name: IntentName, move: str = "") -> None:
        self._intent = UserIntent(time_s=self.time_s, name=name, move=move)

    def order(self, order: ChessOrder) -> None:
        """Want another game played."""
        self._orders = (order,)

    def calibrate(self) -> None:
        """Tell where the table is, once more."""
        self._calibrates = True

    def by_hand(self, *moves: tuple[int, PiecePlace]) -> None:
        for piece, place in moves:
            self.pieces = self.pieces.moved(piece, place)

    def play_by_hand(self, san: str) -> None:
        board = self.board()
        self.pieces = carried_out(plan_of(board, board.parse_san(san), self.pieces), self.pieces)

    def undo(self) -> None:
        """Do what the robot asks for."""
        assert self.game is not None
        for piece, place in self.game.asked:
            self.pieces = self.pieces.moved(piece, PiecePlace(place))

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP_S)):
            self.step()

    def run_until(self, *states: str, seconds: float = 60.0) -> None:
        for _ in range(round(seconds / STEP_S)):
            self.step()
            if self.state in states:
                return
        raise AssertionError(f"Still {self.state} after {seconds} s: {self.said}")

    def step(self) -> None:
        self.time_s += STEP_S
        first = self.time_s < 1.5 * STEP_S
        intent, self._intent = self._intent, None
        orders, self._orders = self._orders, ()
        replies, self._replies = tuple(self._replies), []
        request, stop, question, said, game, _, _, guess = self.manager.cycle(
            CycleTime(time_s=self.time_s),
            (self._order,) if first else orders,
            None if self.camera_is_gone else self._believed(),
            _CALIBRATION if first or self._calibrates else None,
            self._report,
            replies,
            intent,
        )
        self.guess = guess or self.guess
        self._calibrates = False
        self.stops += stop is not None
        if isinstance(said, Announcement):
            self.said.append(said.text)
            self.tones.append(said.tone)
        self.game = game or self.game
        if question is not None:
            self._replies.append(self._reply(question))
        self._move_arm(request, stopped=stop is not None)

    def _move_arm(self, request: CarryRequest | None, *, stopped: bool) -> None:
        if stopped:
            self._carrying = None
            self._tell(TaskState.FAILED, ArmFailure.STOPPED)
            return
        if request is not None and request.cancelled:
            self._carrying = None
            self._tell(TaskState.FAILED, TaskEnd.CANCELLED)
            return
        if request is not None and request.number != self._report.number:
            self.carried.append(request)
            self._carrying, self._done_s = request, self.time_s + CARRIES_S
            self._tell(TaskState.BUSY, number=request.number)
            if request.origin_m is not None:
                self._held = self._piece_at(request.origin_m)
        if self._carrying is None or self.time_s < self._done_s:
            return
        done, self._carrying = self._carrying, None
        if self.arm_fails:
            self._tell(TaskState.FAILED, self.arm_fails)
            return
        if done.target_m is not None and self._held is not None:
            if self.arm_works(done):
                self.astray.pop(self._held, None)
                self.pieces = self.pieces.moved(self._held, _place_at(done.target_m))
            self._held = None
        home_again = done.target_m is None and done.origin_m is None
        self._tell(TaskState.DONE, at_rest=home_again)

    def _tell(
        self, state: TaskState, reason: str = "", *, number: int | None = None, at_rest: bool = False
    ) -> None:
        self._report = ArmReport(
            time_s=self.time_s,
            state=state,
            phase="resting" if at_rest else "standing",
            number=self._report.number if number is None else number,
            holds=self._held is not None,
            at_rest=at_rest,
            reason=reason,
        )

    def _believed(self) -> PiecesBelieved:
        arm_away = self._carrying is None
        positions = np.full((32, 2), np.nan)
        for piece, place in enumerate(self.pieces.places):
            middle = MEASURES.middle_of(place)
            if middle is not None:
                positions[piece] = np.add(middle, self.shifted_m)
            positions[piece] = self.astray.get(piece, positions[piece])
        visible = arm_away and not self.hidden
        troubles = self.troubles if visible else (Trouble("covered", (), chess.E4),)
        between = [piece for piece in self.astray if self.pieces[piece].is_off and not self.is_sure_of_strays]
        return PiecesBelieved(
            time_s=self.time_s,
            places=tuple(place.number for place in self.pieces.places),
            confidences=tuple(0.5 if piece in (*between, *self.unseen) else 0.99 for piece in range(32)),
            positions_m=positions,
            yaws_rad=np.zeros(32),
            settled=visible and not between and all(one.kind == "foreign" for one in troubles),
            hidden=not visible or any(one.kind in ("covered", "dark") for one in troubles),
            troubles=troubles,
            unseen=self.unseen,
        )

    def _reply(self, question: EngineQuery) -> EngineReply:
        board = chess.Board(question.start)
        for text in question.moves:
            board.push_uci(text)
        return EngineReply(
            time_s=self.time_s,
            number=question.number,
            purpose=question.purpose,
            move=self.engine(board).uci(),
            words="Words of the engine.",
        )

    def _piece_at(self, point_m: tuple[float, ...]) -> int | None:
        at_m = MEASURES.base_from_board().inverse().apply(np.array(point_m))[:2]
        for piece, seen_m in self.astray.items():
            if np.hypot(*(at_m - seen_m)) < 0.005:
                return piece
        found = self.pieces.at(_place_at(point_m))
        return found[0] if found else None


def _place_at(point_m: tuple[float, ...]) -> PiecePlace:
    x_m, y_m, _ = MEASURES.base_from_board().inverse().apply(np.array(point_m)).tolist()
    away_m = np.abs(MEASURES.middles() - (x_m, y_m)).max(axis=1)
    nearest = int(away_m.argmin())
    return PiecePlace(nearest) if away_m[nearest] < 0.5 * MEASURES.square_m else OFF


def moves_to(*pairs: tuple[int, chess.Square]) -> tuple[tuple[int, PiecePlace], ...]:
    return tuple((piece, on_square(square)) for piece, square in pairs)


def scripted(*sans: str) -> Callable[[chess.Board], chess.Move]:
    """An engine that plays a script."""
    left = list(sans)
    return lambda board: board.parse_san(left.pop(0))


_CALIBRATION = TableCalibration(
    time_s=0.0,
    base_from_camera=(0.6, 0.0, 1.15, 1.0, 0.0, 0.0, 0.0),
    base_from_board=numbers_of(MEASURES.base_from_board()),
    focal_px=1500.0,
    center_px=(639.5, 359.5),
    distortion=0.0,
)
