import chess

from ludens.experiments.json_values import Row
from ludens.games.chess.experiments.accuracy import ACCURACY, Bench
from ludens.games.chess.experiments.detection import DETECTION
from ludens.games.chess.experiments.laboratory import Laboratory
from ludens.games.chess.rules.configuration import home
from ludens.games.chess.rules.physical import plan_of
from ludens.games.chess.world import ChessWorldOptions
from tests.games.chess.sights import best_view


def test_a_piece_is_taken_where_the_camera_sees_it_and_the_truth_keeps_score():
    with Laboratory(ChessWorldOptions(), seed=951) as laboratory:
        laboratory.calibration = best_view(laboratory.world)
        bench = Bench(laboratory)
        assert bench.look() == home()
        move = chess.Move.from_uci("g1f3")
        (step,) = plan_of(chess.Board(), move, home())

        assert bench.carry(step)

        assert laboratory.world.true_configuration() == home().moved(step.piece_id, step.target)
        assert bench.errors_m[0] < 0.002
        assert bench.counts["disturbed"] == bench.counts["misread"] == 0


def test_one_touched_piece_or_one_wrong_frame_shows_in_the_table():
    row: Row = {"moves": 2, "piece_moves": 3, "place_errors_mm": [0.5, 1.0, 9.0], "pick_and_place_s": [3.0]}
    fine = ACCURACY.summarise([{**row, "disturbed": 0, "misplaced": 0}])
    touched = ACCURACY.summarise([{**row, "disturbed": 1, "misplaced": 0}, {"error": "broken"}])
    assert fine["right_rate"] == 1.0
    assert fine["place_error_worst_mm"] == 9.0
    assert touched["disturbed"] == 2  # the trial that broke counts as one, too
    assert touched["right_rate"] == 2 / 3
    assert not ACCURACY.goals(None)["disturbed"].met(1.0)

    frames: Row = {"frames": 40, "frames_right": 39, "settled": 38, "settled_right": 38, "missed": 1}
    wrong = DETECTION.summarise([frames, {**frames, "settled_right": 37}])
    assert wrong["settled_right_rate"] == 75 / 76
    assert wrong["single_frame_right_rate"] == 78 / 80
