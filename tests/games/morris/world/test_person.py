"""The simulated person: plays with the hand, hands men over, takes them, and helps."""

import math
from dataclasses import replace

import pytest

from ludens.games.morris.judge import SeenBoard, cheats, injector, judge
from ludens.games.morris.judge.verdict import FaultKind, Ruling
from ludens.games.morris.rules import (
    POINTS,
    Position,
    Side,
    fen_of,
    mask_of,
    new_game,
    record_from_texts,
    start_position,
)
from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions, station_at
from ludens.games.morris.world.handling import HABITS
from ludens.geometry import Pose2, wrap
from ludens.messages import JointCommand, TouchState
from ludens.messages.morris_game import Asking, MorrisGame, MorrisIntent, PersonAsked
from ludens.robots.nao.joints import LIMITS
from ludens.sim.nao.world import has_fallen

START = fen_of(start_position())
ALL_STAND = {**dict.fromkeys(range(9), 0), **dict.fromkeys(range(9, 18), 1)}
"""Nobody has a man left beside the board."""
A1, D1, G1 = (POINTS[name] for name in ("a1", "d1", "g1"))
SECOND_NS = 1_000_000_000
HELD_OUT_RAD = {"LShoulderPitch": 0.25, "LShoulderRoll": 0.1, "LElbowYaw": 0.2, "LElbowRoll": -0.5}


def make_world(habit="perfect", **options) -> MorrisWorld:
    return MorrisWorld(MorrisWorldOptions(person=habit, render=False, **options), seed=905)


def tell_game(world, *turns: str, start: str = START) -> None:
    record = record_from_texts(start, turns)
    world.person.hear(
        MorrisGame(
            time_s=0.0,
            start=start,
            turns=turns,
            position=fen_of(record.position),
            turn=record.side_to_move.value,
            robot=("white",),
        )
    )


def ask(world, number: int, asking: Asking, **more) -> None:
    world.person.hear(PersonAsked(time_s=0.0, number=number, asking=asking, **more))


def want(world, turn: str) -> None:
    world.person.hear(MorrisIntent(time_s=0.0, name="turn", turn=turn))


def run_until_away(world, *, most_s: float = 30.0) -> set[str]:
    """Let the person act; return every button that was pressed meanwhile."""
    pressed, end_ns = set(), world.physics.time_ns + round(most_s * SECOND_NS)
    began = False
    while world.physics.time_ns < end_ns and not (began and world.hand.is_away):
        world.advance_to(world.physics.time_ns + SECOND_NS // 10)
        began = began or not world.hand.is_away
        touches = world.robots[0].sources[0].capture(world.physics.time_ns)[4]
        pressed |= set(touches.pressed)
    return pressed


def seen(world) -> SeenBoard:
    state = world.true_state()
    return SeenBoard(*(mask_of(p for p, colour in enumerate(state) if colour == c) for c in (0, 1)))


def test_a_turn_is_made_with_the_hand_and_the_front_button_pressed():
    world = make_world(men={0: 0})
    tell_game(world, "a1")
    ask(world, 1, "turn")
    assert "head front" in run_until_away(world)
    verdict = judge(record_from_texts(START, ["a1"]), seen(world))
    assert verdict.ruling is Ruling.LEGAL
    assert verdict.side is Side.BLACK


def test_a_cheat_is_against_the_rules():
    world = make_world("cheating", men={0: 0})
    world.persons[0].habits = replace(HABITS["cheating"], cheat_rate=1.0)
    tell_game(world, "a1")
    ask(world, 1, "turn")
    run_until_away(world, most_s=60.0)
    assert [incident.kind for incident in world.persons[0].incidents] == ["cheat"]
    assert judge(record_from_texts(START, ["a1"]), seen(world)).ruling is Ruling.ILLEGAL


@pytest.mark.parametrize(
    ("maker", "kind"),
    [
        (cheats.added_own, FaultKind.PLACED_WITH_EMPTY_HAND),
        (cheats.placed_with_empty_hand, FaultKind.PLACED_WITH_EMPTY_HAND),
        (cheats.added_opponent, FaultKind.OPPONENT_ADDED),
    ],
)
def test_who_has_no_man_for_a_cheat_plays_honestly(monkeypatch, maker, kind):
    monkeypatch.setattr(injector, "CHEATS", {maker: (frozenset({kind}),)})
    world = make_world("cheating", men=ALL_STAND)
    world.persons[0].habits = replace(HABITS["cheating"], cheat_rate=1.0)
    start = moving_fen(ALL_STAND)
    tell_game(world, start=start)
    ask(world, 1, "turn")
    assert "head front" in run_until_away(world, most_s=60.0)
    assert world.persons[0].incidents == []
    assert judge(record_from_texts(start, []), seen(world)).ruling is Ruling.LEGAL


def moving_fen(men: dict[int, int]) -> str:
    """Black is to move, and both have placed all their men."""
    white, black = (mask_of(point for point, colour in men.items() if colour == c) for c in (0, 1))
    return fen_of(Position(white, black, 0, 0, Side.BLACK))


def test_corrections_are_carried_out_and_the_middle_button_says_so():
    world = make_world(men={0: 0, 9: 1, 4: 1})
    ask(world, 1, "put right", corrections=((1, 9, 10), (1, 4, -1), (0, -1, 20)))
    assert "head middle" in run_until_away(world)
    assert world.true_state() == tuple({0: 0, 10: 1, 20: 0}.get(point) for point in range(24))


@pytest.mark.parametrize(
    ("corrections", "state"),
    [
        (((0, 0, 9), (1, 9, 0)), {0: 1, 9: 0}),  # two men change places
        (((0, -1, 0),), {0: 0, 9: 1}),  # one of that colour stands there already
    ],
)
def test_who_stands_where_a_man_is_put_is_lifted_off_before(corrections, state):
    world = make_world(men={0: 0, 9: 1})
    ask(world, 1, "put right", corrections=corrections)
    run_until_away(world)
    assert world.true_state() == tuple(state.get(point) for point in range(24))
    assert sum(world.men.is_on_table(man.number) for man in world.men.men) == 2


def test_help_leaves_a_turn_on_the_board_that_was_not_judged_yet():
    """What was played there, or cheated, is still to be seen by the robot that called while it looked."""
    world = make_world("cheating", men={0: 0})
    world.persons[0].habits = replace(HABITS["cheating"], cheat_rate=1.0)
    tell_game(world, "a1")
    ask(world, 1, "turn")
    run_until_away(world, most_s=60.0)
    cheated = world.true_state()
    ask(world, 2, "help")
    assert "head middle" in run_until_away(world)
    assert world.true_state() == cheated


@pytest.mark.parametrize("asked_for", [(), ((0, -1, D1),), ((0, A1, D1),)])
def test_help_is_what_was_asked_for_and_no_more(asked_for):
    world = make_world(men={A1: 0, G1: 1})
    tell_game(world, "a1", "d7", "d1")  # of which the board shows but a1
    ask(world, 1, "help", corrections=asked_for)
    assert "head middle" in run_until_away(world)
    wanted = {A1: 0, G1: 1}
    for colour, origin, target in asked_for:
        wanted.pop(origin, None)
        wanted[target] = colour
    assert world.true_state() == tuple(wanted.get(point) for point in range(24))
    assert world.persons[0].counts == {"helped": 1, "men put right": len(asked_for)}


def test_a_robot_that_lies_limp_is_held_upright_and_put_down_before_the_button_says_that_it_was_helped():
    world = make_world(stiffness=0.0)
    world.push((-6.0, 0.0, 0.0))
    world.advance_to(2 * SECOND_NS)
    assert has_fallen(world.ground_from_torso())
    ask(world, 1, "help")
    stood_ns, away_m, pressed = 0, 0.0, False
    while not pressed:
        world.advance_to(world.physics.time_ns + SECOND_NS // 50)
        assert world.physics.time_ns < 30 * SECOND_NS
        messages = world.robots[0].sources[0].capture(world.physics.time_ns)
        pressed = any(isinstance(one, TouchState) and "head middle" in one.pressed for one in messages)
        assert not (pressed and world.is_carried()), "nobody has a hand free"
        if world.is_carried() and world.ground_from_torso().rotation[2, 2] > 0.98:
            stood_ns += SECOND_NS // 50
            away_m = math.hypot(*world.ground_from_torso().translation[:2])
    assert stood_ns > SECOND_NS, "long enough for the fall detector"
    assert away_m > 0.4, "it was put down clear of the table"
    assert world.persons[0].counts["helped"] == 1, "a robot that stays limp is not stood up for ever"


@pytest.mark.parametrize("turned_rad", [0.6, 2.0])
def test_a_robot_that_looks_away_from_the_table_and_asks_for_help_is_put_before_it(turned_rad):
    world = make_world(stations=(station_at(0, back_m=0.35),))
    before = world.board_from_robot()
    world.move_robot(Pose2(before.x_m, before.y_m, before.yaw_rad + turned_rad))
    ask(world, 1, "help")
    world.advance_to(9 * SECOND_NS)
    now = world.board_from_robot()
    is_put = abs(wrap(now.yaw_rad - before.yaw_rad)) < 0.1
    assert is_put == (turned_rad > 1.5)
    assert world.persons[0].counts["helped"] == 1


ONE_OFF = [
    pytest.param("perfect", START, {D1: 0}, {}, id="a man is placed"),
    pytest.param("cheating", START, {D1: 0}, {}, id="the person cheats"),
    pytest.param("clumsy", START, {D1: 0}, {}, id="the person is clumsy"),
    pytest.param("perfect", START, {D1: 0}, {"person_told": ("white", "black")}, id="the person is told"),
]


@pytest.mark.parametrize(("habit", "start", "men", "options"), ONE_OFF)
def test_a_man_that_the_robot_has_placed_one_point_off_is_left_there(habit, start, men, options):
    """The robot said a1 and its hand put the man on d1: that is the robot's to find."""
    world = make_world(habit, men=men, **options)
    world.persons[0].habits = replace(world.persons[0].habits, cheat_rate=0.0, nudge_rate=0.0)
    tell_game(world, "a1", start=start)
    ask(world, 1, "turn")
    if options:
        want(world, "g1")
    run_until_away(world)
    state = world.true_state()
    assert [point for point, colour in enumerate(state) if colour == 0] == [D1]
    assert state.count(1) == 1
    assert judge(record_from_texts(START, ["a1"]), seen(world)).ruling is Ruling.ILLEGAL
    assert world.persons[0].counts == {}


def test_a_man_that_the_robot_has_moved_or_left_wrong_is_left_there_by_cheats_too():
    world = make_world("cheating", men={D1: 0})
    world.persons[0].habits = replace(HABITS["cheating"], cheat_rate=1.0)
    tell_game(world, "a1")
    before = seen(world)
    ask(world, 1, "turn")
    run_until_away(world, most_s=60.0)
    truth = Position(before.white, before.black, 8, 9, Side.BLACK)
    assert judge(new_game(start=truth), seen(world)).ruling is Ruling.ILLEGAL
    assert world.persons[0].incidents[0].right


@pytest.mark.parametrize("off", [False, True], ids=["as the game is", "one point off"])
def test_in_moving_only_the_persons_own_man_is_moved(off):
    men = {A1: 0, 9: 0, 23: 0, 13: 0, 3: 1, 10: 1, 20: 1, 17: 1}
    start = moving_fen(men)
    if off:
        men = {(22 if point == 23 else point): colour for point, colour in men.items()}
    world = make_world(men=men)
    tell_game(world, start=start)
    before = world.true_state()
    ask(world, 1, "turn")
    assert "head front" in run_until_away(world)
    after = world.true_state()
    changed = [(before[point], after[point]) for point in range(24) if before[point] != after[point]]
    assert {(1, None), (None, 1)} <= set(changed)
    assert len(changed) == 2 or set(changed) == {(1, None), (None, 1), (0, None)}  # a mill takes a man


def test_a_man_beside_its_point_is_neither_put_right_nor_stood_upon():
    world = make_world(men={A1: 0})
    x_m, y_m = world.measures.points_m()[A1].tolist()
    world.men.stand(world.men_on_points()[A1][0], x_m + 0.03, y_m)
    world.physics.refresh()
    place_m = world.men.board_from_man(0).translation.copy()
    tell_game(world, "a1")
    for number in range(1, 4):
        ask(world, number, "turn")
        run_until_away(world)
    assert world.men.board_from_man(0).translation == pytest.approx(place_m, abs=1e-3)
    assert world.true_state()[A1] is None
    assert world.true_state().count(1) == 1  # a turn that is asked for again is not made twice


def test_strays_are_put_away_where_the_robot_asks_for_that():
    world = make_world(men={A1: 0, G1: 1})
    world.men.stand(world.men_on_points()[A1][0], 0.02, -0.13)
    world.physics.refresh()
    ask(world, 1, "put right")
    run_until_away(world)
    assert world.men.is_on_table(0)  # nobody has named it
    ask(world, 2, "put right", corrections=((0, -1, -1),))
    run_until_away(world)
    assert not world.men.is_on_table(0)
    assert world.true_state() == tuple({G1: 1}.get(point) for point in range(24))


def test_a_turn_that_is_said_twice_is_made_once_and_not_again_in_the_next_turn():
    world = make_world(men={0: 0}, person_told=("white", "black"))
    tell_game(world, "a1")
    ask(world, 1, "turn")
    want(world, "g1")
    while world.hand.is_away:
        world.advance_to(world.physics.time_ns + SECOND_NS // 10)
    want(world, "d1")  # a second click
    run_until_away(world)
    ask(world, 2, "nothing")
    tell_game(world, "a1", "g1", "d1")
    ask(world, 3, "turn")
    world.advance_to(world.physics.time_ns + 4 * SECOND_NS)
    assert world.hand.is_away
    assert world.true_state()[2] == 1
    assert sum(colour is not None for colour in world.true_state()) == 2


def test_a_turn_for_which_the_men_do_not_stand_is_not_made_and_the_robot_shall_look():
    world = make_world(men={D1: 0}, person_told=("white", "black"))
    tell_game(world, "a1")  # the robot thinks that its man stands there
    ask(world, 1, "turn")
    want(world, "d1")
    assert "head front" in run_until_away(world)
    assert world.true_state() == tuple({D1: 0}.get(point) for point in range(24))


def test_what_was_said_for_a_board_that_is_no_more_is_forgotten():
    world = make_world(men={0: 0}, person_told=("white", "black"))
    tell_game(world, "a1")
    ask(world, 1, "turn")
    want(world, "g1")
    tell_game(world, "a1", "d1", "g1")
    ask(world, 2, "turn")
    world.advance_to(world.physics.time_ns + 4 * SECOND_NS)
    assert world.hand.is_away
    assert world.persons[0].deeds == []


def test_who_is_not_there_does_nothing():
    world = make_world()
    world.persons[0].habits = replace(HABITS["average"], answers=False)
    tell_game(world)
    ask(world, 1, "turn")
    world.advance_to(5 * SECOND_NS)
    assert world.hand.is_away
    assert world.persons[0].deeds == []


@pytest.fixture(scope="module")
def held():
    """A robot that holds its hand out, clear of the table, is handed a man, and closes its fingers."""
    world = make_world(stations=(station_at(0, back_m=0.4),))
    fingers("open", world)
    world.advance_to(1 * SECOND_NS)
    ask(world, 1, "hand over", hand="left", colour=1)
    while world.hand.holds is None or not is_near_hand(world):
        world.advance_to(world.physics.time_ns + SECOND_NS // 10)
        assert world.physics.time_ns < 15 * SECOND_NS
    fingers("closed", world)
    run_until_away(world)
    return world


def fingers(how: str, world) -> None:
    joints = {**HELD_OUT_RAD, "LHand": LIMITS["LHand"].highest_rad if how == "open" else 0.0}
    command = JointCommand(
        time_s=0.0,
        names=tuple(joints),
        positions_rad=tuple(joints.values()),
        stiffnesses=(1.0,) * len(joints),
    )
    world.robots[0].command(command, time_ns=world.physics.time_ns)


def is_near_hand(world) -> bool:
    grip_m = world.ground_from_grip("left").translation
    man_m = world.men.ground_from_man(world.hand.holds).translation
    return float(abs(grip_m - man_m).max()) < 0.01


def test_a_man_that_was_handed_over_stays_in_the_hand_by_friction(held):
    held.advance_to(held.physics.time_ns + 3 * SECOND_NS)
    numbers = [man.number for man in held.men.men if held.held_by(man.number)]
    assert [held.men.men[number].colour for number in numbers] == [1]
    assert held.men.ground_from_man(numbers[0]).translation[2] > 0.2


def test_a_man_is_taken_out_of_the_hand(held):
    ask(held, 2, "take", hand="left", colour=1)
    held.advance_to(held.physics.time_ns + 4 * SECOND_NS)
    fingers("open", held)
    run_until_away(held)
    assert not any(held.held_by(man.number) for man in held.men.men)
    assert held.true_state() == (None,) * 24
    assert not any(held.men.is_on_table(man.number) for man in held.men.men)


def test_beside_two_robots_the_word_is_passed_to_the_other_one():
    stations = (station_at(0, back_m=0.5), station_at(2, back_m=0.5))
    world = make_world(stations=stations)
    tell_game(world)
    world.persons[0].hear(PersonAsked(time_s=0.0, number=1, asking="turn"))
    pressed: tuple[set[str], set[str]] = (set(), set())
    for _ in range(80):
        world.advance_to(world.physics.time_ns + SECOND_NS // 10)
        for robot, names in zip(world.robots, pressed, strict=True):
            touched = robot.sources[0].capture(world.physics.time_ns)[4]
            assert isinstance(touched, TouchState)
            names.update(touched.pressed)
    assert "head front" in pressed[1]
    assert "head front" not in pressed[0]
    assert world.true_state() == (None,) * 24
