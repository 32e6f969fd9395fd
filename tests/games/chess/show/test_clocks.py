"""Clocks: who decides pays, and whoever's move is being made pays for that."""

import chess
import pytest

from ludens.games.chess.show.clocks import Clocks


def test_each_side_pays_for_its_thinking_and_its_moves() -> None:
    clocks = Clocks()
    clocks.pass_time(0.0, state="calibrating", turn=chess.WHITE)
    clocks.pass_time(10.0, state="thinking", turn=chess.WHITE)
    clocks.pass_time(12.0, state="moving", turn=chess.BLACK)  # the record is ahead of the arm
    clocks.pass_time(17.0, state="looking", turn=chess.BLACK)
    clocks.pass_time(18.0, state="waiting", turn=chess.BLACK)
    clocks.pass_time(21.0, state="thinking", turn=chess.WHITE)
    assert clocks.used_s[chess.WHITE] == pytest.approx(7.0)
    assert clocks.used_s[chess.BLACK] == pytest.approx(3.0)
    assert clocks.running == chess.WHITE


@pytest.mark.parametrize("state", ["calibrating", "looking", "repairing", "stopped", "over"])
def test_no_clock_runs_while_nobody_is_to_blame(state: str) -> None:
    clocks = Clocks()
    clocks.pass_time(0.0, state=state, turn=chess.WHITE)
    clocks.pass_time(5.0, state=state, turn=chess.WHITE)
    assert clocks.running is None
    assert clocks.used_s == {chess.WHITE: 0.0, chess.BLACK: 0.0}
