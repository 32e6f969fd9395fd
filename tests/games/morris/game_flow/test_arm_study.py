"""When in a game the robot learns how its arms are off: with men that it is given anyway, or borrows."""

from ludens.games.morris.game_flow.carrying import HANDED_TIMES
from ludens.games.morris.rules import POINTS
from ludens.geometry import Pose2
from tests.games.morris.game_flow.paper_table import PaperTable, order, position

A1, G1, D1, G4 = (POINTS[name] for name in ("a1", "g1", "d1", "g4"))
OWN_TURN = ["accept", "show", "place", "tuck"]


def acts(table: PaperTable) -> list[str]:
    return [act.act for act in table.acts]


def answering(table: PaperTable, *boards: dict[int, int]) -> None:
    """A person who places these men, turn by turn, and otherwise obliges."""
    left = list(boards)

    def answer(asked):
        if asked.asking == "turn" and left:
            table.board |= left.pop(0)
        return table.obliging(asked)

    table.person = answer


def test_the_first_man_that_a_hand_is_given_is_turned_before_the_camera_and_no_other() -> None:
    table = PaperTable()
    answering(table, {G1: 1})
    table.turns = ["a1", "a4"]
    table.order(order(learns_camera=True))
    table.run(until=lambda: len(table.turns) == 0 and table.state == "waiting")
    first, second = (act.hand for act in table.acts if act.act == "place")
    studied = [act.hand for act in table.acts if act.act == "study"]
    assert studied == ([first] if first == second else [first, second])
    assert acts(table)[:5] == ["accept", "show", "study", "place", "tuck"]
    assert not any("lend me" in text for text in table.said)


def test_who_calibrates_nothing_studies_nothing() -> None:
    table = PaperTable()
    table.turns = ["a1"]
    table.order(order(learns_camera=False))
    table.run(until=lambda: table.state == "waiting")
    assert acts(table) == OWN_TURN


def test_before_a_game_that_begins_with_moves_a_man_is_borrowed_for_each_hand_and_given_back() -> None:
    men, start = position("a1 d1 b2 d2", "g4 f4 d7 a7")
    table = PaperTable(men)
    table.turns = ["a1-a4"]
    table.order(order(start=start, from_board=True, learns_camera=True, robot=("white",)))
    table.run(until=lambda: table.state == "waiting")
    borrowed = ["accept", "show", "study", "offer"]
    assert acts(table) == [*borrowed, *borrowed, "tuck", "grasp", "show", "tuck", "place", "tuck"]
    assert sum("lend me" in text for text in table.said) == 2
    assert not table.held


def test_a_robot_that_nobody_lends_a_man_goes_on_without() -> None:
    men, start = position("a1 d1 b2 d2", "g4 f4 d7 a7")
    table = PaperTable(men)
    table.fails["accept"] = 4
    table.turns = ["a1-a4"]
    table.order(order(start=start, from_board=True, learns_camera=True, robot=("white",)))
    table.run(until=lambda: table.state == "waiting")
    assert sum("I take this arm as it was made" in text for text in table.said) == 2
    assert acts(table)[-6:] == ["grasp", "show", "study", "tuck", "place", "tuck"]


def test_where_all_men_are_on_the_board_nothing_is_borrowed() -> None:
    white = "a1 d1 g1 b2 d2 f2 c3 d3 e3"
    black = "a7 d7 g7 b6 d6 f6 c5 d5 e5"
    men, start = position(white, black)
    table = PaperTable(men)
    table.turns = ["a1-a4"]
    table.order(order(start=start, from_board=True, learns_camera=True, robot=("white",)))
    table.run(until=lambda: table.state == "waiting")
    assert acts(table) == ["grasp", "show", "study", "tuck", "place", "tuck"]


def test_a_man_that_sits_badly_in_the_hand_is_given_back_and_asked_for_again() -> None:
    table = PaperTable()
    table.across_m = [0.010, 0.002]
    table.turns = ["a1"]
    table.order(order())
    table.run(until=lambda: table.state == "waiting")
    assert acts(table) == ["accept", "show", "offer", *OWN_TURN]
    assert sum("sits badly" in text for text in table.said) == 1


def test_who_is_given_men_badly_again_and_again_places_the_last_one_as_it_is() -> None:
    table = PaperTable()
    table.across_m = [0.010] * HANDED_TIMES
    table.turns = ["a1"]
    table.order(order())
    table.run(until=lambda: table.state == "waiting")
    assert acts(table) == [*["accept", "show", "offer"] * (HANDED_TIMES - 1), *OWN_TURN]


def test_a_man_that_sits_badly_is_not_turned_and_teaches_nothing_about_an_arm() -> None:
    table = PaperTable()
    table.across_m = [0.010, 0.002]
    table.turns = ["a1"]
    table.order(order(learns_camera=True))
    table.run(until=lambda: table.state == "waiting")
    assert acts(table) == ["accept", "show", "offer", "accept", "show", "study", "place", "tuck"]


def test_a_hand_whose_pictures_taught_nothing_is_studied_with_the_next_man() -> None:
    table = PaperTable()
    table.glares = 1
    answering(table, {G1: 1})
    table.turns = ["a1", "a4"]
    table.order(order(learns_camera=True))
    table.run(until=lambda: len(table.turns) == 0 and table.state == "waiting")
    first, second = (act.hand for act in table.acts if act.act == "place")
    assert [act.hand for act in table.acts if act.act == "study"] == [first, second]
    played = table.module.table
    assert played is not None
    assert played.unstudied == {"left", "right"} - {second}


def test_a_man_that_is_lent_and_not_taken_back_is_not_left_in_the_hand() -> None:
    men, start = position("a1 d1 b2 d2", "g4 f4 d7 a7")
    table = PaperTable(men)
    table.fails["offer"] = 1
    table.turns = ["a1-a4"]
    table.order(order(start=start, from_board=True, learns_camera=True, robot=("white",)))
    table.run(until=lambda: table.state == "waiting")
    assert not table.held
    assert not any("as it was made" in text for text in table.said)


def test_a_fall_while_arms_are_tucked_after_the_study_does_not_skip_the_start() -> None:
    men, start = position("a1 d1 b2 d2", "g4 f4 d7 a7")
    table = PaperTable(men)
    table.fails["tuck"] = 1
    table.turns = ["a1-a4"]
    table.order(
        order(start=start, from_board=True, learns_camera=True, home=Pose2(0.0, -0.7, 1.57), robot=("white",))
    )
    table.run(until=lambda: table.state == "waiting")
    assert any(asked.asking == "start" for asked in table.asked)


def test_a_man_that_was_borrowed_and_sat_badly_is_borrowed_again() -> None:
    men, start = position("a1 d1 b2 d2", "g4 f4 d7 a7")
    table = PaperTable(men)
    table.across_m = [-0.010]
    table.turns = ["a1-a4"]
    table.order(order(start=start, from_board=True, learns_camera=True, robot=("white",)))
    table.run(until=lambda: table.state == "waiting")
    assert sum("lend me" in text for text in table.said) == 3
    assert acts(table).count("study") == 2


def test_where_a_man_slips_out_while_it_is_turned_another_one_is_asked_for_and_turned() -> None:
    table = PaperTable()
    table.slips_out = 1
    table.turns = ["a1"]
    table.order(order(learns_camera=True))
    table.run(until=lambda: table.state == "waiting")
    studied = ["accept", "show", "study"]
    assert acts(table) == [*studied, *studied, "place", "tuck"]
