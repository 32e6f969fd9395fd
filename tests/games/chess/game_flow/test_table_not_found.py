"""A table that is looked for in vain: the person hears of it."""

from typing import Literal

import chess

from ludens.core.contract.module import CycleTime
from ludens.games.chess.game_flow.module import ChessGameManager
from ludens.messages import CalibrationReport
from ludens.messages.chess_game import ChessOrder


def test_who_waits_for_a_table_that_is_not_found_is_told_once_for_each_attempt() -> None:
    manager = ChessGameManager()
    order = ChessOrder(time_s=0.0, start=chess.STARTING_FEN)
    said = []
    for number, fails in enumerate((False, True, True, False, True, True)):
        state: Literal["failed", "looking at the plate"] = "failed" if fails else "looking at the plate"
        report = CalibrationReport(time_s=float(number), state=state, share=0.0, reason="No plate was seen.")
        now = CycleTime(time_s=float(number))
        outputs = manager.cycle(now, (order,) if number == 0 else (), None, None, None, (), None, report)
        words = outputs[3]
        if words is not None:
            said.append((number, words.text, words.tone))

    sentence = (
        "I do not find the table: is the light on, the board in the camera's view, and the arm free to move? "
        "I try again."
    )
    assert said == [(1, sentence, "trouble"), (4, sentence, "trouble")]
