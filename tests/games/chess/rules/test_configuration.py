import chess
import pytest

from ludens.games.chess.rules.configuration import PieceConfiguration, cast, home
from ludens.games.chess.rules.places import (
    OFF,
    PIECES,
    PLACE_COUNT,
    SLOT_COUNT,
    PiecePlace,
    column_and_row,
    in_slot,
    on_square,
    slots_of,
)


def test_the_pieces_are_a_whole_set_and_stand_as_a_game_begins():
    board = chess.Board.empty()
    for piece in PIECES:
        board.set_piece_at(piece.home_square, piece.symbol)
    assert board.board_fen() == chess.STARTING_BOARD_FEN
    assert str(PIECES[3]) == "black king 3"
    assert str(PIECES[27]) == "white king 27"


def test_every_place_has_one_number_and_one_name():
    places = [PiecePlace(number) for number in range(PLACE_COUNT)]
    assert len({str(place) for place in places}) == PLACE_COUNT
    for place in places:
        if place.square is not None:
            assert on_square(place.square) == place
        elif place.slot is not None:
            assert in_slot(*place.slot) == place
        else:
            assert place == OFF


def test_slots_lie_in_columns_of_six_six_and_four():
    where = [column_and_row(number) for number in range(SLOT_COUNT)]
    assert [sum(column == wanted for column, _ in where) for wanted in range(3)] == [6, 6, 4]
    assert len(set(where)) == SLOT_COUNT


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: PiecePlace(PLACE_COUNT),
        lambda: on_square(64),
        lambda: in_slot(chess.WHITE, 16),
        lambda: PieceConfiguration((OFF,)),
        lambda: PieceConfiguration.of({32: OFF}),
    ],
)
def test_places_and_pieces_that_do_not_exist_are_refused_in_a_sentence(wrong):
    with pytest.raises(ValueError, match=r"\.$"):
        wrong()


def test_free_slots_are_filled_in_order_and_then_on_the_other_side():
    configuration = home()
    assert configuration.free_slot(chess.BLACK) == in_slot(chess.BLACK, 0)
    for piece, slot in zip(PIECES, slots_of(chess.BLACK), strict=False):
        configuration = configuration.moved(piece.id, slot)
    assert configuration.free_slot(chess.BLACK) == in_slot(chess.WHITE, 0)


def test_a_pawn_may_stand_for_a_piece_but_nothing_else_may():
    board = chess.Board("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    kings = {3: on_square(chess.E8), 27: on_square(chess.E1)}
    queen, pawn, rook = 28, 16, 24
    for piece_id, fits in ((queen, True), (pawn, True), (rook, False), (4, False)):
        roles = cast(board, PieceConfiguration.of({**kings, piece_id: on_square(chess.A1)}))
        assert (roles is not None) == fits
    assert cast(board, PieceConfiguration.of(kings)) is None
    doubled = {**kings, queen: on_square(chess.A1), pawn: on_square(chess.A1)}
    assert cast(board, PieceConfiguration.of(doubled)) is None
