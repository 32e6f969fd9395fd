from itertools import groupby

import chess
import numpy as np
import pytest

from ludens.games.chess.rules.configuration import cast, home
from ludens.games.chess.rules.places import OFF, in_slot, on_square
from ludens.games.chess.world.chess_world import start_configuration
from ludens.messages import ArmFailure, CarryRequest, Trouble
from ludens.messages.chess_game import ChessOrder, Mover
from tests.games.chess.game_flow.paper_table import MEASURES, PaperTable, scripted

E2_PAWN, F7_PAWN = 19, 10


def beside(square: chess.Square, *, ahead_m: float = 0.0, left_m: float = 0.0) -> tuple[float, float]:
    x_m, y_m = MEASURES.middle_of(on_square(square)) or (0.0, 0.0)
    return x_m + ahead_m, y_m + left_m


def test_a_piece_that_slipped_and_stands_between_squares_is_fetched_by_the_arm():
    table = PaperTable()
    table.engine = scripted("e4")
    falls = iter([True])

    def slip(_: CarryRequest) -> bool:
        if next(falls, False):
            table.by_hand((E2_PAWN, OFF))
            table.astray[E2_PAWN] = beside(chess.D4, ahead_m=0.024)
            return False
        return True

    table.arm_works = slip
    table.run_until("waiting")

    assert table.said == ["I play e4."]
    assert cast(table.board(), table.pieces) is not None


def test_a_piece_that_fell_over_is_asked_about_by_name_and_place():
    table = PaperTable()
    table.engine = scripted("e4", "d4")
    table.run_until("moving")
    table.unseen = (E2_PAWN,)
    table.troubles = (Trouble("lying", (E2_PAWN,), chess.F4), Trouble("covered", (), chess.F4))

    table.run_until("asking")
    table.run(0.2)

    assert (
        table.said[-1] == "The white pawn seems to have fallen over on f4. Please put the white pawn to e4."
    )
    assert table.game is not None
    assert table.game.asked == ((E2_PAWN, chess.E4),)
    table.unseen, table.troubles = (), ()
    table.undo()
    table.run_until("waiting")


def test_a_piece_that_its_player_puts_on_a_line_is_asked_to_where_the_move_is_legal():
    table = PaperTable(ChessOrder(time_s=0.0, start=chess.STARTING_FEN, white="hand", black="engine"))
    table.run_until("waiting")
    table.by_hand((E2_PAWN, OFF))
    table.astray[E2_PAWN] = beside(chess.E4, left_m=0.024)  # d4 is no square of this pawn
    table.troubles = (Trouble("between", (E2_PAWN,), chess.D4),)

    table.run_until("asking")
    table.run(0.2)

    assert table.said[-1] == "The white pawn stands on a line beside d4. Please put the white pawn to e4."
    table.astray.clear()
    table.troubles = ()
    table.undo()
    table.run_until("thinking")
    assert table.board().peek().uci() == "e2e4"


def test_what_reaches_into_the_target_is_put_straight_before_a_piece_is_put_there():
    table = PaperTable()
    table.engine = scripted("Nf3")
    table.pieces = home().moved(F7_PAWN, on_square(chess.F4))
    table.astray[F7_PAWN] = beside(chess.F4, ahead_m=-0.007)
    table._order = ChessOrder(time_s=0.0, start="rnbqkbnr/ppppp1pp/8/8/5p2/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")

    table.run_until("waiting")

    first = MEASURES.base_from_board().inverse().apply(np.array(table.carried[0].target_m))
    assert np.hypot(*(first[:2] - beside(chess.F4))) < 0.001
    assert table.astray == {}
    assert cast(table.board(), table.pieces) is not None


def test_what_is_wrong_is_told_after_a_while_and_then_ever_more_seldom():
    table = PaperTable(ChessOrder(time_s=0.0, start=chess.STARTING_FEN, white="hand"))
    table.run_until("waiting")
    table.troubles = (Trouble("dark"),)

    table.run(60.0)

    dark = "I can hardly see a piece. Is the light on?"
    light = "Please switch on a light, or take away what hangs before the camera; then say: go on."
    assert table.said == [dark, dark, f"{dark} {light}"]


def longest_repeat(said: list[str]) -> int:
    """How often the same sentence was said in a row."""
    return max(len(list(same)) for _, same in groupby(said))


TROUBLES = [
    Trouble("covered", (), chess.H4),
    Trouble("dark"),
    Trouble("doubled", (E2_PAWN,), chess.E2),
    Trouble("shared", (E2_PAWN, F7_PAWN), chess.E2),
    Trouble("between", (E2_PAWN,), chess.E2),
    Trouble("lying", (E2_PAWN,), chess.E2),
]


@pytest.mark.parametrize("white", ["hand", "engine"])
@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: trouble.kind)
def test_what_stays_wrong_is_never_said_three_times_in_a_row_and_a_plea_follows(
    trouble: Trouble, white: Mover
):
    table = PaperTable(ChessOrder(time_s=0.0, start=chess.STARTING_FEN, white=white))
    table.troubles = (trouble,)
    table.run(200.0)

    assert longest_repeat(table.said) <= 2
    assert any(tone == "plea" for tone in table.tones[:3])
    assert len(table.said) < 9, "ever more seldom"


def test_an_arm_that_something_stays_in_the_way_of_asks_for_help():
    table = PaperTable()
    table.run_until("moving")
    table.arm_fails = ArmFailure.IN_THE_WAY
    table.run(120.0)

    assert longest_repeat(table.said) <= 2
    assert "plea" in table.tones
    assert len(table.said) < 9


@pytest.mark.parametrize("white", ["hand", "engine"])
def test_a_square_that_is_covered_for_nothing_is_passed_over_when_a_person_says_go_on(white: Mover):
    table = PaperTable(ChessOrder(time_s=0.0, start=chess.STARTING_FEN, white=white, black="hand"))
    table.engine = scripted("e4", "e4")  # it is asked again after the interruption
    table.run_until("thinking" if white == "engine" else "waiting")
    table.troubles = (Trouble("covered", (), chess.H4),)
    table.run_until("asking", seconds=120.0)
    assert table.said[-1].startswith("Something covers h4; I cannot see the board. Please take away")

    table.want("go_on")
    table.run_until("waiting")
    if white == "engine":
        assert table.said[-1] == "I play e4."
    count = len(table.said)
    table.run(30.0)
    assert table.said[count:] == [], "it is not spoken of again"

    table.troubles = ()
    table.run(1.0)
    table.troubles = (Trouble("covered", (), chess.H4),)
    table.run(10.0)
    assert table.said[-1].startswith("Something covers h4"), "this is another time"


def test_a_camera_that_sends_nothing_is_told_once_and_the_game_goes_on_when_it_is_back():
    table = PaperTable(ChessOrder(time_s=0.0, start=chess.STARTING_FEN, white="hand", black="hand"))
    table.run_until("waiting")
    table.camera_is_gone = True
    table.run(30.0)
    assert table.said == ["The camera sends no pictures. I wait for it."]

    table.camera_is_gone = False
    table.play_by_hand("e4")
    table.run(1.0)

    assert table.said[-1] == "You played e4."


def test_a_marker_of_no_piece_beside_the_board_is_told_once_and_disturbs_nobody():
    table = PaperTable(ChessOrder(time_s=0.0, start=chess.STARTING_FEN, white="hand", black="hand"))
    table.troubles = (Trouble("foreign", (99,)),)
    table.run_until("waiting")
    table.run(20.0)
    assert table.said == ["I see a marker that belongs to no piece."]

    table.play_by_hand("e4")
    table.run(1.0)

    assert table.said[-1] == "You played e4."


TAKES = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize("ahead_m", [0.0243, 0.030, 0.040])
def test_a_taken_piece_that_slips_and_reaches_into_its_square_is_carried_away_before_the_taker_comes(
    ahead_m: float,
):
    table = PaperTable(ChessOrder(time_s=0.0, start=TAKES), pieces=start_configuration(TAKES))
    table.engine = scripted("exd5")
    victim, taker = table.pieces.on(chess.D5), table.pieces.on(chess.E4)
    assert victim is not None
    assert taker is not None
    carried: list[int | None] = []

    def slip(_: CarryRequest) -> bool:
        carried.append(table._held)
        if carried == [victim]:
            table.by_hand((victim, OFF))
            table.astray[victim] = beside(chess.D5, ahead_m=ahead_m)
            return False
        return True

    table.arm_works = slip
    table.run_until("waiting")

    assert carried == [victim, victim, taker]
    assert cast(table.board(), table.pieces) is not None


def test_a_piece_off_all_places_that_reaches_into_a_slot_goes_to_another_before_the_slot_is_used():
    pieces = start_configuration(TAKES)
    lost = next(piece for piece in range(8, 16) if pieces[piece].slot is not None)
    slot = pieces.moved(lost, OFF).free_slot(chess.BLACK)
    assert slot is not None
    x_m, y_m = MEASURES.middle_of(slot) or (0.0, 0.0)
    table = PaperTable(ChessOrder(time_s=0.0, start=TAKES), pieces=pieces.moved(lost, OFF))
    table.astray[lost] = (x_m, y_m + 0.036)
    table.is_sure_of_strays = True
    table.engine = scripted("exd5")
    carried: list[int | None] = []

    def note(_: CarryRequest) -> bool:
        carried.append(table._held)
        return True

    table.arm_works = note
    victim, taker = table.pieces.on(chess.D5), table.pieces.on(chess.E4)
    table.run_until("waiting")

    assert carried == [lost, victim, taker]
    assert table.pieces.at(slot) == (victim,)
    assert table.pieces[lost].slot is not None


def taken_by_hand() -> PaperTable:
    table = PaperTable()
    table.engine = scripted("e4", "Nc3")
    table.run_until("waiting")
    table.play_by_hand("d5")
    table.run_until("thinking")
    table.run_until("waiting")
    table.play_by_hand("dxe4")
    return table


def test_a_taken_piece_that_fell_over_in_its_slot_shall_stand_up_there():
    table = taken_by_hand()
    slot = table.pieces[E2_PAWN]
    table.unseen = (E2_PAWN,)
    table.troubles = (
        Trouble("lying", (E2_PAWN,), slot.number),
        Trouble("covered", (), slot.number),
    )

    table.run_until("asking")
    table.run(0.2)

    assert table.game is not None
    assert table.game.asked == ((E2_PAWN, slot.number),)


def test_a_taken_piece_that_fell_over_on_the_board_shall_go_to_a_slot_and_not_to_where_its_taker_stands():
    table = taken_by_hand()
    table.by_hand((E2_PAWN, OFF))
    table.unseen = (E2_PAWN,)
    table.troubles = (Trouble("lying", (E2_PAWN,), chess.H4), Trouble("covered", (), chess.H4))

    table.run_until("asking")
    table.run(0.2)

    assert table.game is not None
    assert table.game.asked == ((E2_PAWN, in_slot(chess.WHITE, 0).number),)


def hindered() -> PaperTable:
    """Something was in the way so often that a person has been asked; now it is gone."""
    table = PaperTable()
    table.engine = scripted("e4")
    table.run_until("moving")
    table.arm_works, table.arm_fails = lambda _: False, ArmFailure.IN_THE_WAY
    table.run(2.0)
    table.arm_fails = None
    table.run_until("asking")
    table.arm_works = lambda _: True
    return table


def test_told_to_go_on_it_tries_again_what_it_was_hindered_in():
    table = hindered()

    table.want("go_on")
    table.run_until("waiting")

    assert cast(table.board(), table.pieces) is not None


def test_what_a_person_is_asked_for_is_asked_again_ever_more_seldom():
    table = hindered()

    table.run(100.0)

    plea = "I cannot do this by myself. Please put the white pawn from e2 to e4."
    assert sum(plea in said for said in table.said) == 5  # after 6, 12, 24 and 48 s again


def test_a_refusal_is_repeated_until_the_board_is_put_right():
    table = PaperTable()
    table.run_until("waiting")
    table.by_hand((F7_PAWN, on_square(chess.F4)))
    table.run_until("asking")
    table.run(7.0)
    assert table.said[-1] == table.said[-2]

    table.undo()
    table.run(60.0)

    assert table.said[-1] == "Thank you."
