"""Two against two on the field of 2011: led by buttons, told by their mates, in the flat world."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery, behind
from ludens.core.contract.observer import Keyed
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.games.soccer.play import GAME, SoccerPlayOptions, setup_for
from ludens.games.soccer.world.flat_league import FlatLeagueField
from ludens.geometry.angles import difference
from ludens.geometry.soccer_field import FIELD_2011, HALF_TURN
from ludens.messages import Fault, Message
from ludens.messages.field import FieldPose
from ludens.messages.league import GameControl, TeamMessage
from ludens.messages.refereeing import FieldTruth, MatchReport
from ludens.messages.soccer import MatchStatus, PlayerSetting

NAMES = ("blue1", "blue2", "red1", "red2")


class Watch:
    """The newest message of each kind, by robot, and what was delivered from mates."""

    def __init__(self) -> None:
        self.last: dict[tuple[str, type[Message]], Any] = {}
        self.told: set[str] = set()

    def on_delivery(self, delivery: Delivery) -> None:
        for message in delivery.messages:
            if isinstance(message, TeamMessage):
                assert delivery.source == "mates/query"
                self.told.add(delivery.robot)
            assert not isinstance(message, GameControl)
            self.last[delivery.robot, type(message)] = message

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        for key, message in outputs:
            self.last[key.partition("/")[0], type(message)] = message

    def on_fault(self, fault: Fault) -> None:
        raise AssertionError(fault)

    def close(self) -> None:
        pass


class Game:
    def __init__(self, run: Run, watch: Watch) -> None:
        self.run, self.watch = run, watch
        simulation = behind(run.driver, SimulationDriver)
        assert simulation is not None
        assert isinstance(simulation.world, FlatLeagueField)
        self.field = simulation.world

    def go_on(self, seconds: float) -> None:
        self.run.run_until(self.run.time_s + seconds)

    def status(self, name: str) -> MatchStatus:
        status = self.watch.last[name, MatchStatus]
        assert isinstance(status, MatchStatus)
        return status


@pytest.fixture(scope="module")
def game() -> Iterator[Game]:
    """A match three seconds after its whistle; the tests below follow it in order."""
    options, watch = SoccerPlayOptions(game="2011", flat=True), Watch()
    setup = GAME.setup(setup_for(options))
    driver = GAME.make_driver(setup, options, 3)
    with Run(setup, driver, configuration=Configuration(setup.sections()), seed=3, observers=[watch]) as run:
        run.run_until(20.0)
        yield Game(run, watch)


def test_assistants_carry_robots_to_their_places_and_let_the_first_team_begin(game: Game) -> None:
    truth = game.watch.last["game", FieldTruth]
    assert all(
        FIELD_2011.has_on_turf(one.field_from_robot.x_m, one.field_from_robot.y_m) for one in truth.robots
    )
    assert [game.status(name).state for name in NAMES] == ["playing", "playing", "initial", "initial"]
    assert game.watch.last["game", MatchReport].control.state == "playing"


def test_everybody_plays_after_ten_seconds_and_knows_which_goal_is_its_own(game: Game) -> None:
    game.go_on(10.0)
    assert [game.status(name).state for name in NAMES] == ["playing"] * 4
    near = 0
    for number, name in enumerate(NAMES):
        true, believed = game.field.pose_of(number), game.watch.last[name, FieldPose].field_from_robot
        own = true if name.startswith("blue") else HALF_TURN @ true  # each team sees the field from its goal
        assert abs(difference(own.yaw_rad, believed.yaw_rad)) < 0.6
        near += own.distance_m(believed) < 0.4
    assert near >= 3


def test_mates_answer_each_other_over_tcp_and_nobody_hears_a_referee(game: Game) -> None:
    assert game.watch.told == set(NAMES)


def test_a_penalty_is_a_press_on_the_chest_and_bumpers_change_the_role_meanwhile(game: Game) -> None:
    assert not game.watch.last["blue2", PlayerSetting].is_keeper
    game.field.referee.desk.say("penalise 24 2 pushing")
    game.go_on(1.5)
    assert game.status("blue2").penalised
    assert not game.status("blue1").penalised
    stood = game.field.pose_of(1)
    assert abs(stood.y_m) > FIELD_2011.half_width_m  # carried off the field
    game.field.referee.desk.say("press 24 2 right")
    game.go_on(1.5)
    assert game.watch.last["blue2", PlayerSetting].is_keeper
    assert game.field.pose_of(1).distance_m(stood) < 0.05  # nothing moves
    waited_s = 0
    while game.status("blue2").penalised and waited_s < 60:
        game.go_on(1.0)
        waited_s += 1
    assert 25 < waited_s < 60
