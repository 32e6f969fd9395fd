"""People at the table who do not do what they are asked, or do it too soon."""

from ludens.games.morris.rules import POINTS
from ludens.messages.morris_table import SeenMan
from tests.games.morris.game_flow.paper_table import BUTTONS, PaperTable, order, position

A1, D1, G1, B2, D2, F2 = (POINTS[name] for name in ("a1", "d1", "g1", "b2", "d2", "f2"))


def said(table: PaperTable, words: str) -> bool:
    return any(words in text for text in table.said)


def acts(table: PaperTable) -> list[str]:
    return [act.act for act in table.acts]


# ------------------------------------------------------------------------------------- the button that ends


def test_who_presses_the_rear_button_while_a_man_is_waited_for_is_not_ignored():
    table = PaperTable()
    table.turns, table.endless = ["a1"], {"accept"}
    table.order(order())
    table.run(until=lambda: acts(table) == ["accept"])
    table._pressed.append("head rear")
    table.run(until=lambda: table.state == "over", most_s=10.0)
    assert acts(table)[-1] == "tuck"
    assert said(table, "You have ended the game.")
    assert table.asked[-1].asking == "nothing"


def test_who_presses_the_rear_button_while_a_hand_is_at_work_is_heard_and_the_work_is_finished_before():
    table = PaperTable({A1: 0, B2: 1, D1: 0, D2: 1})
    table.turns = ["g1xb2"]
    table.order(order("a1", "b2", "d1", "d2"))
    table.run(until=lambda: acts(table) == ["accept", "show", "place"])
    table._pressed.append("head rear")
    table.run(until=lambda: table.state == "over", most_s=30.0)
    assert said(table, "I end the game as soon as my hands are free.")
    assert acts(table) == ["accept", "show", "place", "tuck"]
    assert table.held == {}


def test_who_presses_the_rear_button_while_the_robot_looks_ends_the_game():
    table = PaperTable({A1: 0})
    table.hindered = 10_000  # a hand stays over the board
    table.order(order("a1"))
    table.run(until=lambda: said(table, "in the way"))
    table._pressed.append("head rear")
    table.run(until=lambda: table.state == "over", most_s=5.0)


# --------------------------------------------------------------------------------- giving and taking of men


def test_nobody_is_told_that_it_is_their_turn_while_a_hand_still_holds_what_it_has_taken():
    table = PaperTable({A1: 0, B2: 1, D1: 0, D2: 1})
    table.turns, table.fails = ["g1xb2"], {"offer": 3}
    asked_to_help = []

    def answer(asked):
        if asked.asking == "take" and table.fails["offer"] > 0:
            return None  # looks the other way
        asked_to_help.extend([asked.text] if asked.asking == "help" else [])
        return table.obliging(asked)

    table.person = answer
    table.order(order("a1", "b2", "d1", "d2"))
    table.run(until=lambda: table.state == "waiting")
    assert table.held == {}
    assert table.board == {A1: 0, D1: 0, G1: 0, D2: 1}
    assert "Nobody has taken what is in my" in asked_to_help[0]


def test_fingers_that_feel_what_is_not_there_do_not_stop_the_game_for_ever():
    table = PaperTable({A1: 0, B2: 1, D1: 0, D2: 1})
    table.turns, table.fails = ["g1xb2"], {"offer": 100}
    table.person = lambda asked: "head middle" if asked.asking == "take" else table.obliging(asked)
    table.order(order("a1", "b2", "d1", "d2"))
    table.run(until=lambda: table.state == "waiting")


# ------------------------------------------------------------------------------------------ moving too soon


def moves_early(table: PaperTable, change: dict[int, int | None], *, after: str = "place") -> None:
    """Let somebody move as soon as the robot's hand has done something."""
    table.run(until=lambda: acts(table)[-1:] == [after])
    for point, colour in change.items():
        if colour is None:
            del table.board[point]
        else:
            table.board[point] = colour


def test_who_moves_before_the_robot_has_looked_is_not_undone():
    table = PaperTable()
    table.turns = ["a1", "d1"]
    table.order(order())
    moves_early(table, {G1: 1})
    table.run(until=lambda: len(table.games[-1].turns) == 3)
    assert table.games[-1].turns == ("a1", "g1", "d1")
    assert said(table, "It seems that black has moved already.")
    assert not said(table, "belongs nowhere")
    assert table.games[-1].offences == ()


def test_who_moves_before_the_robot_has_taken_its_prey_is_not_undone_either():
    table = PaperTable({A1: 0, B2: 1, D1: 0, D2: 1})
    table.turns = ["g1xb2", "a7"]
    table.order(order("a1", "b2", "d1", "d2"))
    moves_early(table, {F2: 1})
    table.run(until=lambda: len(table.games[-1].turns) == 7)
    assert table.games[-1].turns[4:] == ("g1xb2", "f2", "a7")
    assert {A1: 0, D1: 0, G1: 0, D2: 1, F2: 1}.items() <= table.board.items()
    assert B2 not in table.board
    assert table.games[-1].offences == ()


def test_who_has_closed_a_mill_too_soon_may_still_take_a_man():
    table = PaperTable({A1: 0, B2: 1, D1: 0, D2: 1})
    table.turns = ["a7", "g1"]

    def answer(asked):
        if asked.asking == "turn" and D1 in table.board:
            del table.board[D1]  # now the mill takes its prey
        return table.obliging(asked)

    table.person = answer
    table.order(order("a1", "b2", "d1", "d2"))
    moves_early(table, {F2: 1})
    table.run(until=lambda: len(table.games[-1].turns) == 7)
    assert table.games[-1].turns[4:] == ("a7", "f2xd1", "g1")
    assert table.games[-1].offences == ()


# ---------------------------------------------------------------------------------- boards that people mend


def test_men_of_another_game_are_not_carried_away_one_by_one():
    left = {**dict.fromkeys(range(1, 6), 0), **dict.fromkeys(range(9, 14), 1)}
    table = PaperTable(left)
    table.turns = ["a1"]
    table.order(order())
    table.run(until=lambda: table.state == "waiting")
    assert table.board == {A1: 0}
    assert said(table, "Men of another game stand on the board")
    assert acts(table) == ["accept", "show", "place", "tuck"]


def test_a_board_that_was_knocked_over_is_put_right_by_people_after_a_second_look():
    men, start = position("a1 d1 g4 c3 a7", "b6 d5 f6 d2 g7")
    table = PaperTable(men)
    table.turns = ["g4-g1xb6"]
    table.order(order(start=start))
    table.run(until=lambda: acts(table)[-1:] == ["place"])
    for origin, target in (("c3", "c4"), ("d5", "e5"), ("f6", "f4"), ("a7", "d7")):
        table.board[POINTS[target]] = table.board.pop(POINTS[origin])
    table.run(until=lambda: table.state == "waiting")
    assert table.board == position("a1 d1 g1 c3 a7", "d5 f6 d2 g7")[0]
    assert acts(table).count("grasp") == 2  # its own turn: a man that is moved, and one that is taken
    assert said(table, "4 men stand wrong.")
    assert said(table, "A white man stands on c4 and belongs on c3. Please put it there.")


def test_a_referee_leaves_men_that_were_pushed_off_their_points_to_people():
    table = PaperTable({A1: 0})

    def answer(asked):
        if asked.asking == "turn" and G1 not in table.board:
            del table.board[A1]
            table.board[G1] = 1
            table.strays = [SeenMan(-0.159 + 0.028, -0.159, 0.0, 0)]
        if asked.asking == "put right":
            table.strays = []
        return table.obliging(asked)

    table.person = answer
    table.order(order("a1", robot=()))
    table.run(
        until=lambda: len(table.games[-1].turns if table.games else ()) == 2 and table.state == "waiting"
    )
    assert table.acts == []
    assert said(table, "A white man stands beside a1 and belongs on a1. Please put it there.")
    assert table.board == {A1: 0, G1: 1}


def test_what_is_to_be_done_is_said_in_words():
    table = PaperTable(attempts=1)
    table.turns, table.fails = ["a1"], {"place": 1}
    table.order(order())
    table.run(until=lambda: table.state == "help")
    table.run(until=lambda: said(table, "I cannot place a white man on a1 by myself."))


# ------------------------------------------------------------- people who leave the robot's mistakes to it


def test_a_man_that_the_robot_put_one_point_off_is_found_at_once_and_mended_without_help():
    table = PaperTable()
    table.turns, table.misplaces = ["a1"], {A1: D1}
    table.order(order())
    table.run(until=lambda: table.state == "waiting")
    assert table.board == {A1: 0}
    assert [asked.asking for asked in table.asked if asked.asking == "put right"] == []


def test_a_mistake_that_the_robot_did_not_see_is_found_after_the_persons_own_turn_and_asked_for():
    """The person has played g1 and left the robot's man where it really stood."""
    table = PaperTable()
    table.turns = ["a1", "d7"]

    def only_plays(asked):
        if asked.asking == "turn":
            table.board = {D1: 0, G1: 1}
        return table.obliging(asked)

    table.person = only_plays
    table.order(order())
    table.run(until=lambda: len(table.games[-1].turns if table.games else ()) >= 2)
    wrong = next(asked for asked in table.asked if asked.asking == "put right")
    assert wrong.corrections == ((0, D1, A1),)
    assert table.games[-1].turns[:2] == ("a1", "g1")
    assert (table.board[A1], table.board[G1]) == (0, 1)
    assert table.games[-1].offence_kinds == (("OPPONENT_MOVED",),)


def test_who_is_asked_for_help_with_a_man_is_told_which_one():
    table = PaperTable()
    table.turns, table.fails = ["a1"], {"place": 99}
    helped = []

    def helps(asked):
        if asked.asking == "help":
            helped.append(asked.corrections)
        return table.obliging(asked)

    table.person = helps
    table.order(order())
    table.run(until=lambda: table.state == "waiting")
    assert helped == [((0, -1, A1),)]
    assert table.board == {A1: 0}


def test_what_a_hand_did_not_reach_is_tried_from_farther_back_before_somebody_is_asked():
    table = PaperTable()
    table.turns, table.fails = ["a1"], {"place": 1}
    table.order(order())
    table.run(until=lambda: table.state == "waiting")
    near, far = (walk.board_from_robot for walk in table.walks[-2:])
    behind = near.inverse() @ far
    assert (round(behind.x_m, 6), round(behind.y_m, 6)) == (-0.02, 0.0)
    assert table.board == {A1: 0}
    assert table.helped == 0


def test_who_is_asked_for_help_with_what_the_robot_cannot_tell_is_told_to_take_it_off():
    table = PaperTable()
    table.turns, table.foreign, table.blind = ["a1"], [SeenMan(0.05, 0.1, 0.0, -1)], 2
    helped = []

    def helps(asked):
        if asked.asking == "help":
            helped.append((asked.corrections, asked.text))
            table.foreign = []
        return BUTTONS.get(asked.asking) if asked.asking == "help" else table.obliging(asked)

    table.person = helps
    table.order(order())
    table.run(until=lambda: table.state == "waiting")
    ((corrections, text),) = helped
    assert corrections == ((0, -1, -1), (1, -1, -1)), "a white or a black man that stands on no point"
    assert "take off the board what stands on no point" in text
    assert table.board == {A1: 0}
