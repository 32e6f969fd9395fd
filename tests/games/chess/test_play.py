from pathlib import Path

import chess
import numpy as np

from ludens.core.recording import Recording
from ludens.drivers.replay import ReplayDriver
from ludens.games.chess.board_game import CHESS_GAME
from ludens.games.chess.play import conclude
from ludens.games.chess.rules.places import on_square
from ludens.table.kept_games import GameStore
from tests.games.chess.arm_table import ArmTable
from tests.games.chess.faults import SLOW_CAMERA

MATE_IN_ONE = "6k1/5ppp/1p6/8/8/8/5PPP/R5K1 b - - 0 1"
TO_CARRY = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def test_a_game_through_hand_camera_and_arm_ends_in_mate_is_kept_and_replays_to_the_same_pgn(tmp_path: Path):
    recording, games = tmp_path / "game.mcap", tmp_path / "games.sqlite"
    with ArmTable(
        seed=961, fen=MATE_IN_ONE, games=str(games), noise=SLOW_CAMERA, record_to=recording
    ) as table:
        assert table.world.person is not None
        table.world.person.script.append("b6b5")

        table.run_until(lambda: table.run.is_over)

        assert table.said == ["You played b5.", "I play Ra8#.", "White wins by checkmate."]
        assert table.is_right
        assert table.faults == []
        pgn = conclude(table.run)
        assert pgn is not None
        assert "1... b5 2. Ra8# 1-0" in pgn

    kept = GameStore(games, CHESS_GAME).load(1)
    assert [move.uci() for move in kept.record.moves] == ["b6b5", "a1a8"]
    assert GameStore(games, CHESS_GAME).last_unfinished() is None
    with Recording.open(recording) as opened:
        replay = table.launch.start(driver=ReplayDriver(opened))
        replay.run_until(1000.0)
        assert conclude(replay) == pgn


def test_a_hand_that_comes_in_during_a_move_stops_the_arm_and_the_move_is_finished_later():
    with ArmTable(seed=962, fen=TO_CARRY, white="text", black="human", noise=SLOW_CAMERA) as table:
        _say(table, "e4")
        table.run_until(lambda: table.world.arm.magnet.is_on)
        over_m = table.world.place_in_base(on_square(chess.E4)) + np.array([-0.05, 0.0, 0.0])
        table.world.hand.hover(over_m, seconds=2.5)
        table.world.hand.leave()

        table.run_until(lambda: table.state == "waiting")

        assert "Something is in the arm's way. I wait a moment." in table.said
        assert table.is_right


def test_a_board_that_is_pushed_in_the_middle_of_a_game_is_found_again_and_the_game_goes_on():
    with ArmTable(seed=963, white="human", black="human") as table:
        table.run_until(lambda: table.state == "waiting")

        table.world.push_board((0.02, 0.025))
        table.run_until(lambda: table.state == "calibrating")
        table.run_until(lambda: table.state == "waiting")

        assert table.said == ["The board has been moved; I look where it is."]
        believed_m = table.session.table.top_at(on_square(chess.A8))
        truth_m = table.world.place_in_base(on_square(chess.A8)) + np.array([0.0, 0.0, 0.02])
        assert np.abs(np.array(believed_m) - truth_m).max() < 0.002


def test_a_move_that_is_made_while_the_camera_is_gone_is_understood_when_it_is_back():
    with ArmTable(seed=964, fen=TO_CARRY, white="human", black="human", noise=SLOW_CAMERA) as table:
        table.run_until(lambda: table.state == "waiting")
        table.camera_is_gone = True
        target_m = table.world.place_in_base(on_square(chess.E4)) + np.array([0.0, 0.0, 0.01])
        pawn = table.world.true_configuration().on(chess.E2)
        assert pawn is not None
        table.world.hand.carry(pawn, target_m)
        table.world.hand.leave()
        gone_until_s = table.run.time_s + 5.0
        table.run_until(lambda: table.run.time_s > gone_until_s)
        assert table.said == []

        table.camera_is_gone = False
        table.run_until(lambda: "You played e4." in table.said, seconds=3.0)


def _say(table: ArmTable, text: str) -> None:
    from ludens.table.utterances import say

    assert say(table.run, "", text) is None
