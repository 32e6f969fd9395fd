"""The example files do what their pages say."""

import importlib
import itertools
from pathlib import Path

import numpy as np
import pytest

from ludens.core.configuration import Configuration
from ludens.core.runtime.game import Launch, find_setup
from ludens.core.runtime.module_check import check_module
from ludens.drivers.check import check_robot
from ludens.experiments.experiment import NoOptions
from ludens.experiments.trials import TrialRequest
from ludens.games.passing.play import GAME
from ludens.geometry import Pose2
from ludens.messages import CameraImage, Odometry, Sighting
from ludens.messages.task import TaskReport, TaskState
from ludens.robots.pioneer import CAMERA

ROOT = Path(__file__).parents[1]


@pytest.fixture
def at_home(monkeypatch):
    """As a reader runs them: in the root of the repository, examples beside each other."""
    monkeypatch.chdir(ROOT)
    monkeypatch.syspath_prepend(str(ROOT / "examples"))


def test_the_example_of_a_detector_plays(at_home):
    setup = find_setup(GAME, "examples/my_ball_detector.py:SETUP")
    configuration = Configuration(setup.sections())
    answers: list[Sighting] = []
    with Launch(GAME, setup, GAME.options, seed=1, configuration=configuration).start() as run:
        run.hub.watch("ball/Sighting", lambda path, time_s, sighting: answers.append(sighting))
        run.run_until(1.0)
        assert run.faults.total == 0
    assert len(answers) > 5


def test_the_example_of_a_detector_finds_a_green_disc_one_metre_ahead(at_home):
    image = np.full((240, 320, 3), 130, dtype=np.uint8)
    rows_px, columns_px = np.mgrid[:240, :320]
    radius_px = CAMERA.focal_x_px * 0.11  # of the ball at one metre from the camera
    image[(columns_px - CAMERA.center_x_px) ** 2 + (rows_px - 180) ** 2 < radius_px**2] = (40, 170, 50)
    detector = importlib.import_module("my_ball_detector").MyBallDetector()
    found = detector.cycle(CameraImage(time_s=3.0, pixels_rgb=image, jpeg=b"")).found
    assert found.range_m == pytest.approx(1.0, abs=0.1)
    assert found.bearing_rad == pytest.approx(0.0, abs=0.01)


def test_the_example_of_a_behaviour_fetches_a_ball_without_physics(at_home):
    example = importlib.import_module("fetch_behaviour")
    fetch, far, near = example.Fetch(), example.Scene(ball_m=2.0, home_m=3.0), example.Scene(0.2, 3.0)
    assert fetch.advance(0.0, example.Scene()) == "search"
    assert (fetch.advance(0.1, far), fetch.speed_mps) == ("approach", 0.4)
    assert (fetch.advance(0.2, near), fetch.speed_mps) == ("grasp", 0.0)
    request = fetch.arm.request
    assert fetch.advance(0.3, near, TaskReport(time_s=0.3, number=request.number, state=TaskState.BUSY))
    done = TaskReport(time_s=0.4, number=request.number, state=TaskState.DONE)
    assert fetch.advance(0.4, near, done) == "carry"
    fetch.advance(0.5, example.Scene(home_m=0.1))
    assert (fetch.finished, fetch.speed_mps) == (True, 0.0)


def test_the_example_of_a_behaviour_searches_again_when_the_arm_fails_or_the_robot_falls(at_home):
    example = importlib.import_module("fetch_behaviour")
    fetch, near = example.Fetch(), example.Scene(ball_m=0.2, home_m=3.0)
    fetch.advance(0.0, near)
    failed = TaskReport(time_s=0.1, number=fetch.arm.request.number, state=TaskState.FAILED, reason="slipped")
    assert fetch.advance(0.1, example.Scene(), failed) == "search"
    assert fetch.current.reason == "the arm did not grasp it: slipped"
    fetch.advance(0.2, near)
    fetch.interrupt("fallen", "somebody pushed it over")
    assert fetch.advance(0.3, near) == "fallen"
    assert fetch.arm.request.cancelled  # what was broken off does not go on behind its back
    assert fetch.advance(1.4, example.Scene()) == "search"


def test_the_example_of_a_reach_draws_places_that_are_reached(at_home, monkeypatch, tmp_path):
    example = importlib.import_module("morris_reach")
    monkeypatch.setattr(example, "STEP_M", 0.09)
    tilts, leans, _ = example.reach_maps()
    assert np.isfinite(tilts).any()
    assert np.isfinite(leans).sum() == np.isfinite(tilts).sum()
    example.draw(tmp_path / "reach.png")
    assert (tmp_path / "reach.png").stat().st_size > 1000


def test_the_example_of_hands_draws_what_they_do(at_home, monkeypatch):
    example = importlib.import_module("morris_hands")
    monkeypatch.setattr(example, "DRAWN", ("aside", "raise"))
    pixels = example.phases()
    assert pixels.shape == (2 * example.SIZE_PX[1], example.SIZE_PX[0], 3)
    assert pixels.std() > 20.0


def test_the_example_of_an_experiment_measures_drift_only_where_there_is_noise(at_home, monkeypatch):
    example = importlib.import_module("odometry_drift")
    monkeypatch.setattr(example, "TURNING_S", 1.5)

    def drift(noise: str) -> float:
        row = example.trial(TrialRequest(seed=1, noise=noise, options=NoOptions()))
        return abs(float(row["yaw_error_rad"]))

    assert drift("off") < drift("harsh")
    assert set(example.summarise([{"yaw_error_rad": 0.1}])) == {
        "yaw_error_median_deg",
        "yaw_error_worst_tenth_deg",
    }


def test_the_example_of_a_driver_passes_the_judge(at_home):
    check_robot(importlib.import_module("point_robot").PointRobot(drift_radps=0.05))


def test_the_example_of_a_game_comes_back_to_where_its_square_began(at_home):
    game = importlib.import_module("square_game")
    reading = Odometry(time_s=0.0, odometry_from_robot=Pose2.identity(), forward_mps=0.0, turn_radps=0.0)
    check_module(game.SquareDecider, [{"odometry": reading}])
    poses: list[Pose2] = []
    with game.make_launch().start() as run:
        run.hub.watch("Odometry", lambda path, time_s, odometry: poses.append(odometry.odometry_from_robot))
        run.run_until(16.5)
    assert max(pose.x_m for pose in poses) > 1.0
    assert poses[-1].distance_m(Pose2.identity()) < 0.15


def test_the_example_of_a_portrait_shows_the_robot(at_home):
    pixels = importlib.import_module("nao_portrait").portrait(width_px=120, height_px=160)
    assert pixels.shape == (160, 480, 3)
    white = (pixels.min(axis=-1) > 170).mean()  # the shell: neither the floor nor the dark behind it
    assert 0.05 < white < 0.6


def test_the_example_of_a_kick_shows_five_moments_of_it(at_home):
    pixels = importlib.import_module("nao_kick_phases").phases(width_px=96, height_px=128)
    assert pixels.shape == (128, 480, 3)
    moments = np.split(pixels.astype(int), 5, axis=1)
    for before, after in itertools.pairwise(moments):
        assert np.abs(before - after).mean() > 2.0  # the robot moves from one to the next


def test_the_example_of_a_new_motion_waves_and_stands_again(at_home):
    example = importlib.import_module("new_motion")
    seen = np.array(example.wave(9.0))
    standing, waving, after = (
        seen[(seen[:, 0] > begin) & (seen[:, 0] < end)] for begin, end in ((1, 2), (4, 5), (8.5, 9))
    )
    assert standing[:, 1].min() > 0.5
    assert waving[:, 1].max() < -0.8  # the arm is up
    assert np.ptp(waving[:, 2]) > 0.2  # and the head nods
    assert after[:, 1].min() > 0.5


def test_the_example_of_a_chess_table_draws_what_is_recognised(at_home):
    example = importlib.import_module("chess_table")
    options = example.ChessWorldOptions(fen=example.ITALIAN)
    with example.Laboratory(options, seed=950) as laboratory:
        pixels = example.recognised(laboratory)
        assert (np.abs(pixels.astype(int) - example.SURE).max(axis=2) < 40).sum() > 1000
        assert (np.abs(pixels.astype(int) - example.COVERED).max(axis=2) < 40).sum() > 50
        assert example.scene(laboratory).shape == (640, 900, 3)


def test_the_example_of_eyes_at_the_table_draws_a_hand_with_a_man(at_home):
    pixels = importlib.import_module("morris_eyes").hand(truths=(1,))
    assert pixels.shape == (240, 320, 3)
    red, green, blue = (pixels[..., channel].astype(int) for channel in range(3))
    yellow = (red > 80) & (green > 0.5 * red) & (blue < 0.4 * red)
    assert yellow.mean() > 0.03


def test_the_example_of_light_shows_an_evening_darker_than_a_day(at_home):
    example = importlib.import_module("light")
    day, evening = (
        example.row(f"default+exposure-fixed+{lamp}").astype(int) for lamp in ("lamp-above", "lamp-aside")
    )
    assert day.shape == evening.shape
    assert day.mean() - evening.mean() > 30


def test_the_moving_picture_of_the_readme_moves(at_home):
    example = importlib.import_module("robots_at_play")
    for film in example.FILMS.values():
        frames = film(frames=2)
        first, second = (frame.astype(int) for frame in frames)
        assert first.shape == (*reversed(example.SIZE_PX), 3)
        assert np.abs(first - second).max() > 20


def test_the_example_of_learning_scores_more_often_than_aiming_at_the_middle(at_home):
    example = importlib.import_module("learn_to_shoot")
    weights, curve = example.learn(generations=5, shots=24)
    learnt, fixed = example.compare(weights, shots=100)
    assert learnt > fixed
    assert curve[-1] > curve[0]
