"""What goes wrong around a whole robot at its table: in physics, with noise and pictures, as it is wired.

Scenes are shared: a night in which nobody answers costs as much to simulate as the troubles it is full of.
"""

import math
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery, behind
from ludens.core.contract.observer import Keyed
from ludens.core.runtime.game import Launch
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.games.morris.board_game import MORRIS_GAME
from ludens.games.morris.options import MorrisPlayOptions
from ludens.games.morris.play import GAME, MORRIS
from ludens.games.morris.rules import turn_text
from ludens.games.morris.world import MorrisWorld
from ludens.messages import Fault, StateReport
from ludens.messages.announcement import Announcement
from ludens.messages.morris_game import BodyUse
from ludens.robots.nao.kinematics import LEGS
from ludens.table.kept_games import game_to_resume

ROOT = Path(__file__).parents[3]


class Onlooker:
    """Remembers what the robot says and does."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.state = self.reason = self.motion = ""

    def on_delivery(self, delivery: Delivery) -> None:
        """Sensors are not its business."""

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        for _, message in outputs:
            match message:
                case Announcement():
                    self.said.append(message.text)
                case StateReport():
                    self.state, self.reason = message.state, message.reason
                case BodyUse():
                    self.motion = message.motion

    def on_fault(self, fault: Fault) -> None:
        self.said.append(str(fault))

    def close(self) -> None:
        """Nothing is kept open."""

    def has_said(self, words: str, *, times: int = 1) -> bool:
        return sum(words in text for text in self.said) >= times


class Evening:
    """A game in a simulated room."""

    def __init__(self, run: Run) -> None:
        self.run, self.onlooker = run, Onlooker()
        run.observers.append(self.onlooker)
        driver = behind(run.driver, SimulationDriver)
        assert driver is not None
        assert isinstance(driver.world, MorrisWorld)
        self.world = driver.world

    def until(self, is_so: Callable[[], bool], *, most_s: float) -> None:
        end_s = self.run.time_s + most_s
        while not is_so():
            assert self.run.time_s < end_s, f"never came about; said {self.onlooker.said}"
            assert self.run.step() is not None

    def distance_m(self) -> float:
        """From the board's middle to the robot."""
        place = self.world.board_from_robot()
        return math.hypot(place.x_m, place.y_m)

    def until_said(self, words: str, *, times: int = 1, most_s: float) -> None:
        self.until(lambda: self.onlooker.has_said(words, times=times), most_s=most_s)


def launch(*, patience_s: float = 60.0, seed: int = 957, **options) -> Launch:
    configuration = Configuration.load(MORRIS.sections())
    configuration.edit("game_manager.patience_s", patience_s)
    wanted = MorrisPlayOptions(learn=False, calibrate=False, cameras_hz=2.0, **options)
    return Launch(GAME, MORRIS, wanted, seed, configuration)


@pytest.fixture(scope="module")
def night() -> Iterator[Evening]:
    """A game that has begun, and whose person has gone."""
    with launch(white="person", black="person", person="perfect", patience_s=2.5).start() as run:
        evening = Evening(run)
        evening.until_said("It is your turn, white", most_s=5.0)
        person = evening.world.person
        assert person is not None
        person.habits = replace(person.habits, answers=False)
        yield evening


def test_a_person_who_never_answers_is_asked_again_and_again(night: Evening) -> None:
    night.until_said("It is your turn, white", times=3, most_s=16.0)  # ever more seldom
    assert night.onlooker.state == "waiting"


def test_hot_knees_are_noticed_while_it_waits_and_rest_away_from_the_table(night: Evening) -> None:
    temperature_c = night.world.robots[0].motors.temperature_c
    temperature_c[LEGS] = 69.5
    night.until_said("My legs are hot", most_s=1.0)
    night.until(lambda: night.onlooker.motion == "rest", most_s=15.0)
    assert night.distance_m() > 0.188 + 0.25
    assert not night.world.touches.of_table()
    standing_m = night.world.ground_from_torso().translation[2]
    night.until(lambda: night.world.ground_from_torso().translation[2] < standing_m - 0.03, most_s=4.0)
    temperature_c[LEGS] = 50.0
    night.until_said("My legs have cooled", most_s=1.0)


def test_a_robot_that_is_pushed_over_says_so_gets_up_and_comes_back(night: Evening) -> None:
    night.world.push((0.0, -6.0, 0.0))
    night.until_said("I have fallen", most_s=3.0)
    lay_m = night.distance_m()
    night.until_said("I stand again", most_s=20.0)
    night.until(lambda: night.distance_m() < lay_m - 0.1, most_s=10.0)
    assert night.onlooker.state == "waiting"


def play_and_be_killed(path: Path) -> None:
    """Runs in a process of its own and never comes back: the robot has decided, and is on its way."""
    with launch(white="engine", black="person", person="perfect", level=1, games=str(path)).start() as run:
        evening = Evening(run)
        evening.until(lambda: evening.onlooker.state == "moving", most_s=15.0)
        evening.until(lambda: evening.onlooker.reason.startswith("Going"), most_s=2.0)
        os.kill(os.getpid(), signal.SIGKILL)


def test_after_kill_9_in_the_middle_of_a_move_the_game_goes_on_and_the_move_is_finished(tmp_path: Path):
    path = tmp_path / "games.sqlite"
    program = (
        "from pathlib import Path; from tests.games.morris.test_faults import play_and_be_killed; "
        f"play_and_be_killed(Path({str(path)!r}))"
    )
    killed = subprocess.run([sys.executable, "-c", program], check=False, cwd=ROOT, timeout=300)
    assert killed.returncode == -signal.SIGKILL
    (turn,) = game_to_resume(path, MORRIS_GAME).record.turns
    with launch(
        white="engine", black="person", person="perfect", games=str(path), resume=True
    ).start() as run:
        evening = Evening(run)
        evening.world.arrange({})  # no hand had come to the board
        evening.until_said(f"I had not finished {turn_text(turn)}", most_s=8.0)
        assert evening.onlooker.has_said("Our game goes on after 1 turn")
        evening.until(lambda: evening.onlooker.reason.startswith("Going"), most_s=2.0)
