"""The arm's work as a behaviour: what it is asked for, one cycle after the other, without physics."""

import chess

from ludens.games.chess.game_flow.believed_table import BelievedTable
from ludens.games.chess.game_flow.pick_and_place import TIMEOUT_S, WAIT_S, PickAndPlace
from ludens.games.chess.rules.arrangement import PieceMove
from ludens.games.chess.rules.places import on_square
from ludens.messages import ArmFailure, ArmReport
from ludens.messages.chess_game import ChessOrder
from ludens.messages.task import TaskState
from tests.games.chess.game_flow.paper_table import MEASURES, PaperTable, scripted

E2_PAWN = 19
MOVE = PieceMove(E2_PAWN, on_square(chess.E2), on_square(chess.E4))


class Arm:
    """Its work, stepped by hand; `alerts` is what it complained of."""

    def __init__(self) -> None:
        table = BelievedTable(MEASURES)
        table.take_in(PaperTable()._believed(), None)
        self.alerts: list[str] = []
        self.work = PickAndPlace(table, alert=self.alerts.append)
        self.carrying = self.work.carry([MOVE])
        self.time_s = 0.0
        self.step(None)

    def step(self, state: TaskState | None, reason: str = "", *, later_s: float = 0.01) -> None:
        self.time_s += later_s
        number = self.work._task._number
        report = ArmReport(
            time_s=self.time_s,
            number=number if state else 0,
            state=state or TaskState.DONE,
            reason=reason,
            phase="standing",
            holds=True,
            at_rest=False,
        )
        self.work.update(report, self.time_s)
        next(self.carrying, None)


def test_a_piece_is_carried_and_then_the_arm_goes_home():
    arm = Arm()
    request = arm.work.request
    assert request is not None
    assert request.target_m == arm.work._table.top_at(on_square(chess.E4))

    arm.step(TaskState.BUSY)
    assert arm.work.request is None  # it was heard
    arm.step(TaskState.DONE)
    home = arm.work.request
    assert home is not None
    assert (home.origin_m, home.target_m) == (None, None)
    arm.step(TaskState.DONE)

    assert not arm.work.is_away
    assert not arm.work.was_hindered


def test_after_a_failure_it_waits_and_puts_down_what_it_holds_where_that_was_going():
    arm = Arm()
    arm.step(TaskState.FAILED, ArmFailure.IN_THE_WAY)
    assert arm.alerts == [ArmFailure.IN_THE_WAY]
    assert arm.work.request is None

    arm.step(TaskState.FAILED, later_s=WAIT_S)

    put_down = arm.work.request
    assert put_down is not None
    assert put_down.origin_m is None
    assert put_down.target_m == arm.work._table.top_at(on_square(chess.E4))


def test_an_arm_that_never_answers_is_given_up_and_told_so():
    arm = Arm()
    arm.step(None, later_s=TIMEOUT_S + 0.1)

    assert arm.alerts == ["timed out"]
    assert arm.work.request is not None
    assert arm.work.request.cancelled


def test_what_is_broken_off_is_cancelled_and_the_arm_comes_home_later():
    arm = Arm()
    arm.step(TaskState.BUSY)
    arm.carrying.close()
    assert arm.work.request is not None
    assert arm.work.request.cancelled
    assert arm.work.is_away

    arm.work.halt()
    arm.carrying = arm.work.come_home()
    arm.step(TaskState.FAILED, "cancelled")
    assert arm.work.request is None
    arm.step(TaskState.FAILED, later_s=WAIT_S)
    assert arm.work.request is not None


def test_a_game_that_is_ordered_while_the_arm_carries_begins_with_the_arm_at_home():
    table = PaperTable()
    table.engine = scripted("e4")
    table.run_until("moving")
    table.run(0.2)

    table.order(ChessOrder(time_s=table.time_s, start=chess.STARTING_FEN, white="hand"))
    table.run_until("waiting")

    assert table.board().move_stack == []
    assert table.pieces.on(chess.E2) == E2_PAWN
