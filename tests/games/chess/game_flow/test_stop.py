"""A person says stop: whatever the robot is at, nothing moves until it may go on."""

import chess
import pytest

from ludens.games.chess.rules.configuration import cast
from ludens.messages.chess_game import ChessOrder
from tests.games.chess.game_flow.paper_table import PaperTable, scripted


@pytest.mark.parametrize("state", ["looking", "thinking"])
def test_before_its_move_it_stands_still_until_it_may_go_on_and_then_plays(state):
    table = PaperTable()
    table.engine = scripted("e4", "e4")
    table.run_until(state)

    table.want("stop")
    table.run(5.0)
    assert (table.state, table.carried) == ("stopped", [])
    assert table.stops > 95

    table.want("go_on")
    table.run_until("waiting")
    assert cast(table.board(), table.pieces) is not None
    assert table.board().move_stack == [chess.Move.from_uci("e2e4")]


def test_what_is_wished_for_meanwhile_waits_and_it_says_so():
    table = PaperTable()
    table.engine = scripted("e4", "e5")
    table.run_until("waiting")
    carried = len(table.carried)

    table.want("stop")
    table.run(0.5)
    table.want("hint")
    table.run(5.0)

    assert len(table.carried) == carried
    assert table.said[-1] == "I stand still until you say: go on."
    table.want("go_on")
    table.run(1.0)
    assert table.said[-1] == "Words of the engine."


def test_while_it_calibrates_the_arm_stands_still_too():
    table = PaperTable()
    table.run_until("waiting")
    table.shifted_m = (0.03, -0.01)
    table.run_until("calibrating")

    table.want("stop")
    table.shifted_m = (0.0, 0.0)
    table.calibrate()
    before = table.stops
    table.run(3.0)
    assert table.state == "calibrating"
    assert table.stops - before > 55

    table.want("go_on")
    table.run_until("waiting")


def test_after_the_end_a_new_game_is_not_set_up_before_it_may_go_on():
    table = PaperTable(ChessOrder(time_s=0.0, start=chess.STARTING_FEN, white="hand", black="words"))
    table.run_until("waiting")
    table.play_by_hand("e4")
    table.run_until("listening")
    table.want("resign")
    table.run_until("over")

    table.want("stop")
    table.run(0.2)
    table.want("new_game")
    table.run(3.0)
    assert (table.state, table.carried) == ("over", [])

    table.want("go_on")
    table.run_until("waiting")
    assert cast(chess.Board(), table.pieces) is not None
