"""What a referee makes of a robot's messages and of the true table."""

import pytest

from ludens.games.morris.experiments.referee import MorrisReferee
from ludens.games.morris.rules import (
    POINTS,
    Position,
    Side,
    fen_of,
    position_from_fen,
    record_from_texts,
    start_position,
)
from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions
from ludens.messages import StateReport
from ludens.messages.message import Message
from ludens.messages.morris_game import Asking, MorrisGame, PersonAsked
from ludens.messages.morris_table import StationReport
from ludens.messages.task import TaskState

A1, D1, G1 = (POINTS[name] for name in ("a1", "d1", "g1"))
START = fen_of(start_position())


@pytest.fixture(scope="module")
def world() -> MorrisWorld:
    return MorrisWorld(MorrisWorldOptions(person="perfect", render=False, noise="off"), seed=907)


@pytest.fixture
def referee(world: MorrisWorld) -> MorrisReferee:
    world.arrange({})
    return MorrisReferee(world)


def tell(referee: MorrisReferee, time_s: float, *messages: Message) -> None:
    outputs = [(type(message).__name__, message) for message in messages]
    referee.on_outputs(round(time_s * 1e9), "game", outputs)


def state(name: str) -> StateReport:
    return StateReport(time_s=0.0, state=name, since_s=0.0, reason="", states=(), transitions=())


def asked(asking: Asking) -> PersonAsked:
    return PersonAsked(time_s=0.0, number=0, asking=asking)


def game(*turns: str, start: str = START) -> MorrisGame:
    record = record_from_texts(start, turns)
    position, is_white = fen_of(record.position), record.side_to_move is Side.WHITE
    return MorrisGame(
        time_s=0.0,
        start=start,
        turns=turns,
        position=position,
        turn="white" if is_white else "black",
        robot=("black",),
    )


def play(referee: MorrisReferee, *steps: tuple[float, tuple[Message, ...]]) -> None:
    for time_s, messages in steps:
        tell(referee, time_s, *messages)


def accept_first_turn(referee: MorrisReferee) -> None:
    """White says that its turn is made, and the robot takes it for a1; which comes first is open."""
    play(
        referee,
        (0.0, (game(), state("waiting"), asked("turn"))),
        (10.0, (asked("nothing"),)),
        (11.0, (state("looking"),)),
        (16.0, (state("thinking"), game("a1"))),
    )


@pytest.mark.parametrize(("stands", "wrong"), [(A1, 0), (D1, 1)])
def test_a_persons_turn_that_was_accepted_must_stand_on_the_board(world, referee, stands, wrong):
    world.arrange({stands: 0})
    accept_first_turn(referee)
    assert referee.counts["positions"] == 1
    assert referee.counts["wrong_positions"] == wrong


@pytest.mark.parametrize(("colour", "wrong"), [(0, 0), (1, 1)])
def test_a_man_that_a_person_pushed_off_its_point_spoils_no_game(world, referee, colour, wrong):
    world.arrange({G1: colour})
    x_m, y_m = world.measures.points_m()[A1].tolist()
    world.men.stand(world.men_on_points()[G1][0], x_m + 0.028, y_m)
    world.physics.refresh()
    assert world.true_state() == (None,) * 24
    accept_first_turn(referee)
    assert referee.counts["wrong_positions"] == wrong


def test_what_the_robot_puts_between_points_spoils_a_game(world, referee):
    accept_first_turn(referee)
    x_m, y_m = world.measures.points_m()[D1].tolist()
    world.arrange({A1: 0, G1: 1})
    world.men.stand(world.men_on_points()[G1][0], x_m + 0.028, y_m)
    world.physics.refresh()
    before = referee.counts["wrong_positions"]
    play(referee, (20.0, (game("a1", "d1"), state("moving"))), (60.0, (state("waiting"),)))
    assert referee.counts["wrong_positions"] == before + 1


def test_a_game_that_the_robot_begins_is_compared_from_its_first_turn_on(world, referee):
    play(
        referee,
        (0.0, (game(), state("init"), asked("start"))),
        (5.0, (asked("nothing"), state("thinking"))),
        (6.0, (game("a1"), state("moving"))),
    )
    world.arrange({A1: 0})
    play(referee, (30.0, (state("looking"),)), (40.0, (state("waiting"),)))
    assert (referee.counts["positions"], referee.counts["wrong_positions"]) == (2, 0)
    assert referee.turns_s == [pytest.approx(35.0)]


def test_a_game_from_a_position_is_compared_by_what_the_robot_took_over(world, referee):
    fen = fen_of(Position(1 << A1, 1 << G1, 5, 5, Side.BLACK))
    world.arrange({A1: 0, G1: 1})
    play(
        referee,
        (0.0, (game(start=fen), state("init"))),
        (1.0, (state("looking"),)),
        (6.0, (state("thinking"),)),
    )
    assert position_from_fen(referee.game.position).black == 1 << G1
    assert (referee.counts["positions"], referee.counts["wrong_positions"]) == (1, 0)


def test_a_robots_turn_is_from_the_persons_button_to_the_next_wait(world, referee):
    accept_first_turn(referee)
    play(
        referee,
        (18.0, (game("a1", "d1"), asked("hand over"), state("moving"))),
        (25.0, (asked("nothing"),)),  # the man was handed over: that is amid the turn
        (40.0, (state("looking"),)),
        (50.0, (state("waiting"), asked("turn"))),
    )
    assert referee.turns_s == referee.still_turns_s == [pytest.approx(40.0)]


def test_what_a_person_has_to_put_right_is_no_part_of_the_robots_turn(world, referee):
    play(
        referee,
        (0.0, (game(), state("waiting"), asked("turn"))),
        (10.0, (asked("nothing"), state("looking"))),
        (15.0, (state("waiting"), asked("turn"))),  # nothing had changed: this was no turn
        (20.0, (asked("nothing"), state("looking"))),
        (25.0, (state("put right"), asked("put right"))),
        (40.0, (asked("nothing"), state("looking"))),
        (45.0, (game("a1"), state("thinking"))),
        (46.0, (game("a1", "d1"), state("moving"))),
        (47.0, (StationReport(time_s=47.0, number=1, state=TaskState.BUSY),)),
        (80.0, (state("looking"),)),
        (90.0, (state("waiting"),)),
    )
    assert referee.turns_s == [pytest.approx(50.0)]
    assert referee.still_turns_s == []
