"""The keeper of a game at a table, with hands, eyes and people that do what the tests want."""

import re
from pathlib import Path

import pytest

from ludens.games.morris.game_flow.game_table import TRANSITIONS
from ludens.games.morris.game_flow.jobs import Job
from ludens.games.morris.game_flow.robot_turn import JobAttempts
from ludens.games.morris.rules import POINTS, NotationError, Position, fen_of, mask_of
from ludens.messages.morris_table import SeenMan
from tests.games.morris.game_flow.paper_table import PaperTable, order

A1, D1, G1, B2, D2 = (POINTS[name] for name in ("a1", "d1", "g1", "b2", "d2"))


def begun(table: PaperTable, wanted=None) -> PaperTable:
    table.order(wanted or order())
    return table


def test_a_turn_is_decided_carried_out_seen_and_then_the_person_is_waited_for():
    table = begun(PaperTable())
    table.turns = ["a1"]
    table.run(until=lambda: table.state == "waiting")
    assert table.board == {A1: 0}
    assert [act.act for act in table.acts] == ["accept", "show", "place", "tuck"]
    assert table.games[-1].turns == ("a1",)
    assert any("I play a1" in text for text in table.said)


def test_the_game_is_told_before_a_hand_moves():
    table = begun(PaperTable())
    table.turns = ["a1"]
    table.run(until=lambda: bool(table.acts))
    assert table.games[-1].turns == ("a1",)
    assert table.board == {}


def playing(table: PaperTable, *boards: dict[int, int | None]):
    """A person who makes these changes, turn by turn, and otherwise obliges."""
    left = list(boards)

    def answer(asked):
        if asked.asking == "turn":
            for point, colour in (left.pop(0) if left else {}).items():
                if colour is None:
                    del table.board[point]
                else:
                    table.board[point] = colour
        return table.obliging(asked)

    table.person = answer


def test_what_the_person_plays_is_understood_from_the_men_alone():
    table = begun(PaperTable())
    table.turns = ["a1", "d1"]
    playing(table, {G1: 1})
    table.run(until=lambda: len(table.games[-1].turns if table.games else ()) == 3)
    assert table.games[-1].turns == ("a1", "g1", "d1")
    assert any("Black played g1" in text for text in table.said)


def test_a_mill_takes_a_man_and_hands_it_to_the_person():
    turns = ("a1", "b2", "d1", "d2")
    table = PaperTable({A1: 0, B2: 1, D1: 0, D2: 1})
    table.turns = ["g1xb2"]
    table.order(order(*turns))
    table.run(until=lambda: table.state == "waiting")
    assert table.board == {A1: 0, D1: 0, G1: 0, D2: 1}
    assert [act.act for act in table.acts] == [
        *("accept", "show", "place", "tuck"),
        *("grasp", "show", "offer", "tuck"),
    ]
    assert [asked.asking for asked in table.asked if asked.asking != "nothing"] == [
        "hand over",
        "take",
        "turn",
    ]


def test_a_cheat_is_explained_and_put_right_before_the_game_goes_on():
    table = begun(PaperTable())
    table.turns = ["a1", "d1"]
    playing(table, {G1: 1, B2: 1}, {G1: 1})
    table.run(until=lambda: len(table.games[-1].turns if table.games else ()) >= 2)
    wrong = next(asked for asked in table.asked if asked.asking == "put right")
    assert "Black placed 2 men at once, at g1 and b2" in wrong.text
    assert len(table.games[-1].offences) == 1


def test_a_point_that_was_misread_once_blames_nobody():
    table = begun(PaperTable())
    table.turns = ["a1", "d1"]

    def answer(asked):
        if asked.asking == "turn":
            table.board[G1] = 1
            table.misreads = {B2: 0}
        return table.obliging(asked)

    table.person = answer
    table.run(until=lambda: len(table.games[-1].turns if table.games else ()) == 3)
    assert table.games[-1].offences == ()


def test_a_man_that_slipped_beside_its_point_is_fetched_and_placed_again():
    table = begun(PaperTable())
    table.turns, table.drops = ["a1"], 1
    table.run(until=lambda: table.state == "waiting")
    assert table.board == {A1: 0}
    assert table.strays == []
    assert [act.act for act in table.acts] == [
        *("accept", "show", "place", "tuck"),
        *("grasp", "show", "place", "tuck"),
    ]


def test_a_man_that_its_own_hand_set_down_badly_is_set_down_once_more():
    table = begun(PaperTable())
    table.turns, table.slips_m = ["a1"], [0.011, 0.010]
    table.run(until=lambda: table.state == "waiting")
    assert [act.act for act in table.acts] == [
        *("accept", "show", "place", "tuck"),
        *("grasp", "show", "place", "tuck"),
    ]
    assert "The white man on a1 stands 11 mm off its point. I set it down again." in table.said
    assert table.board == {A1: 0}
    assert not table.helped


def test_a_man_that_its_own_hand_set_down_a_little_off_is_spoken_about():
    table = begun(PaperTable())
    table.turns, table.slips_m = ["a1"], [0.008]
    table.run(until=lambda: table.state == "waiting")
    assert [act.act for act in table.acts] == ["accept", "show", "place", "tuck"]
    assert any("on a1 stands 8 mm off its point. I count it" in text for text in table.said)


def test_men_that_others_left_badly_are_not_touched_in_its_turn():
    table = PaperTable({A1: 0, G1: 1})
    table.off_m = {A1: 0.011, G1: 0.011}
    table.turns = ["d1"]
    table.order(order("a1", "g1"))
    table.run(until=lambda: table.state == "waiting")
    assert [act.act for act in table.acts] == ["accept", "show", "place", "tuck"]


def test_a_stray_of_no_use_is_handed_to_the_person():
    table = PaperTable({A1: 0, G1: 1})
    table.strays = [SeenMan(0.0, 0.08, 0.0, 1)]
    table.turns = ["d1"]
    table.order(order("a1", "g1"))
    table.run(until=lambda: table.state == "waiting")
    assert table.strays == []
    assert table.board == {A1: 0, G1: 1, D1: 0}


def test_a_man_of_the_wrong_colour_is_given_back():
    table = begun(PaperTable())
    table.turns = ["a1"]
    given = [1, 0]

    def answer(asked):
        button = table.obliging(asked)
        if asked.asking == "hand over":
            table.held[asked.hand] = given.pop(0)
        return button

    table.person = answer
    table.run(until=lambda: table.state == "waiting")
    assert table.board == {A1: 0}
    assert any("This is a black man; I need a white man" in text for text in table.said)


def test_one_look_that_failed_is_made_again_from_where_all_is_in_sight():
    table = begun(PaperTable())
    table.turns, table.blind = ["a1"], 1
    table.run(until=lambda: table.state == "waiting")
    assert table.board == {A1: 0}
    assert any("I look again" in text for text in table.said)
    assert not table.helped


def test_two_looks_that_failed_call_for_help():
    table = begun(PaperTable())
    table.turns, table.blind = ["a1"], 2
    table.run(until=lambda: table.state == "waiting")
    assert table.helped == 1


def test_a_man_that_seems_to_have_vanished_is_looked_for_before_another_is_asked_for():
    table = PaperTable({A1: 0, G1: 1})
    table.order(order("a1", "g1"))
    table.turns = ["d1"]
    table.run(until=lambda: [act.act for act in table.acts] == ["accept", "show", "place"])
    table.board, hidden = {D1: 0, G1: 1}, table.board  # the next look misses a1

    def looked_once():
        return table.scans > scans

    scans = table.scans
    table.run(until=looked_once)
    table.board = hidden | {D1: 0}
    table.run(until=lambda: table.state == "waiting")
    assert [act.act for act in table.acts] == ["accept", "show", "place", "tuck"]
    assert not any("missing" in text for text in table.said)


def test_what_is_done_and_never_seen_is_not_done_for_ever():
    table = begun(PaperTable())
    table.turns, table.vanishes = ["a1"], 4
    table.run(until=lambda: table.state == "help")
    assert [act.act for act in table.acts].count("place") == 4


def test_a_grasp_that_fails_is_tried_from_another_place_and_then_with_the_other_hand():
    table = PaperTable({A1: 0, G1: 1}, attempts=5)
    table.order(order("a1", "g1"))
    table.strays = [SeenMan(0.09, -0.159, 0.0, 0)]
    table.turns, table.fails = ["d1"], {"grasp": 2}
    table.run(until=lambda: table.state == "waiting")
    hands = [act.hand for act in table.acts if act.act == "grasp"]
    assert len(hands) == 3
    assert hands[0] == hands[1] != hands[2]
    assert table.board == {A1: 0, G1: 1, D1: 0}


def test_a_man_that_was_given_away_is_asked_for_in_other_words():
    white, black = ("a1", "g7", "d7", "b6"), ("g1", "b2", "c5", "e4")
    men = {POINTS[name]: 0 for name in white} | {POINTS[name]: 1 for name in black}
    sides = [mask_of(point for point in men if men[point] == colour) for colour in (0, 1)]
    table = PaperTable(men)
    table.order(order(start=fen_of(Position(sides[0], sides[1]))))
    table.turns, table.fails = ["a1-d1"], {"place": 1}
    table.run(until=lambda: table.state == "waiting")
    assert D1 in table.board
    assert "The white man belongs on d1. I try again with it in my hand." in table.said
    assert not any("missing" in text for text in table.said)


def test_a_man_that_was_pushed_off_its_point_in_the_persons_turn_is_no_cheat():
    table = begun(PaperTable())
    table.turns = ["a1", "d1"]

    def answer(asked):
        if asked.asking == "turn" and A1 in table.board:
            del table.board[A1]
            table.board[G1] = 1
            table.strays = [SeenMan(-0.159 + 0.028, -0.159, 0.0, 0)]
        return table.obliging(asked)

    table.person = answer
    table.run(until=lambda: len(table.games[-1].turns if table.games else ()) == 3)
    assert table.games[-1].turns == ("a1", "g1", "d1")
    assert table.games[-1].offences == ()
    assert table.board[A1] == 0


def test_what_fails_too_often_is_asked_for_and_helped():
    table = begun(PaperTable(attempts=2))
    table.turns, table.fails = ["a1"], {"place": 2}

    def answer(asked):
        if asked.asking == "help":
            table.board[A1] = 0
        return table.obliging(asked)

    table.person = answer
    table.run(until=lambda: table.state == "waiting")
    assert table.helped == 1
    assert any("hand met something" in text for text in table.said)
    assert table.held == {}


def test_the_rear_button_ends_the_game_and_a_silent_person_is_reminded():
    table = begun(PaperTable(patience_s=20.0))
    table.turns = ["a1"]
    table.person = lambda asked: None if asked.asking == "turn" else table.obliging(asked)
    table.run(until=lambda: table.state == "waiting")
    before = len(table.said)
    table.run(until=lambda: len(table.said) >= before + 3)
    first, again, third = table.said[before : before + 3]
    assert third == first
    assert again != first, "never the same sentence for ever"
    assert first in again
    table._pressed.append("head rear")
    table.run(until=lambda: table.state == "over")


def test_a_referee_only_watches_and_judges():
    table = begun(PaperTable(), order(robot=()))
    playing(table, {A1: 0}, {G1: 1}, {D1: 0})
    table.run(until=lambda: len(table.games[-1].turns if table.games else ()) == 3)
    assert table.games[-1].turns == ("a1", "g1", "d1")
    assert table.acts == []


def test_colours_are_learnt_from_two_men_that_the_person_shows():
    table = begun(PaperTable(), order(learns_colours=True))
    table.turns = ["a1"]
    table.run(until=lambda: table.state == "waiting")
    shown = [asked.corrections for asked in table.asked if asked.asking == "put right"]
    assert shown == [((0, -1, 8), (1, -1, 10)), ((0, 8, -1), (1, 10, -1))]
    assert table.board == {A1: 0}


def test_colours_that_cannot_be_seen_are_asked_about_after_two_tries_and_then_the_usual_ones_must_do():
    table = begun(PaperTable(), order(learns_colours=True))
    table.turns, table.blind = ["a1"], 3
    table.run(until=lambda: table.state == "waiting")
    (helped,) = (asked.text for asked in table.asked if asked.asking == "help")
    assert "I cannot learn the colours" in helped
    assert "nothing else over the board" in helped
    assert table.clear_scans[:4] == [
        False,
        False,
        True,
        False,
    ]  # whoever has helped says that nothing is there
    assert sum("so that I learn their colours" in text for text in table.said) == 1
    assert any("the colours that men usually have" in text for text in table.said)
    assert table.board == {A1: 0}


def test_after_help_with_seeing_what_is_only_dark_is_a_shadow():
    table = begun(PaperTable())
    table.turns, table.blind = ["a1"], 2
    table.run(until=lambda: table.state == "waiting")
    assert (table.helped, table.clear_scans[:3]) == (1, [False, False, True])


def test_ever_other_jobs_that_fail_are_not_tried_for_ever_without_asking():
    attempts = JobAttempts()
    jobs = [Job(0, None, point) for point in range(5)]
    counts = [attempts.tried(job, in_vain=True, gave_away=False) for job in jobs]
    assert counts == [1, 1, 1, 2, 3]


def test_hot_legs_rest_away_from_the_table_before_anything_else_is_done():
    table = begun(PaperTable())
    table.turns, table.temperature_c = ["a1"], 90.0
    table.run(until=lambda: "rest" in table.motions)
    assert table.acts == []
    assert table.place_m[1] < -0.188 - 0.25
    table.temperature_c = 50.0
    table.run(until=lambda: table.state == "waiting")
    assert table.board == {A1: 0}


def test_a_man_that_the_person_left_between_points_is_spoken_about_before_the_turn():
    table = begun(PaperTable())
    table.turns = ["a1", "d1"]
    left = [True]

    def answer(asked):
        if asked.asking == "turn" and left:
            left.pop()
            table.strays = [SeenMan(0.0, 0.08, 0.2, 1)]
        elif asked.asking == "turn":
            table.board[G1] = 1
        elif asked.asking == "put right":
            table.strays = []
        return table.obliging(asked)

    table.person = answer
    table.run(until=lambda: len(table.games[-1].turns if table.games else ()) == 3)
    assert any("A man stands on no point" in text for text in table.said)
    assert table.games[-1].turns == ("a1", "g1", "d1")


def test_a_thing_of_a_third_colour_is_spoken_about_once_and_the_game_goes_on():
    table = begun(PaperTable())
    table.turns, table.foreign = ["a1"], [SeenMan(0.05, 0.1, 0.0, -1)]
    table.run(until=lambda: table.state == "waiting")
    assert table.board == {A1: 0}
    assert sum("no man of ours lies beside e5" in text for text in table.said) == 1


def test_the_guide_draws_the_states_and_all_ways_between_them():
    guide = (Path(__file__).parents[4] / "docs" / "morris-play.md").read_text("utf-8")
    machine = guide.split("stateDiagram-v2")[1].split("```")[0]
    drawn = {
        (one.replace("_", " "), two.replace("_", " ")) for one, two in re.findall(r"(\w+) --> (\w+)", machine)
    }
    assert drawn == set(TRANSITIONS)


def test_a_fault_in_the_middle_of_a_turn_does_not_end_the_game():
    table = begun(PaperTable())
    table.turns = ["no turn", "a1"]
    with pytest.raises(NotationError):
        table.run(until=lambda: table.state == "waiting")
    table.run(until=lambda: table.state == "waiting")
    assert table.board == {A1: 0}
