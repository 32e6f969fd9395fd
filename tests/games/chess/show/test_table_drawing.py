"""Drawings on the camera's picture: frames around pieces, numbers where there is doubt, crosses on covers."""

from typing import Any

import numpy as np
import pytest

from ludens.core.contract.debug import Debug, DebugHub
from ludens.games.chess.rules.places import PIECES, PiecePlace
from ludens.games.chess.show import TableDrawing
from ludens.games.chess.show.table_drawing import COVERED_COLOUR, TROUBLE_COLOUR
from ludens.games.chess.workcell.measures import Measures
from ludens.games.chess.workcell.table_view import TableView
from ludens.messages import Drawing, PiecesBelieved, PiecesSeen, Polyline, SeenPiece, Text, Trouble

MEASURES = Measures()
VIEW = TableView.nominal(MEASURES)


def drawings(
    seen: PiecesSeen, *, confidence: float = 1.0, troubles: tuple[Trouble, ...] = ()
) -> dict[str, Drawing]:
    told: dict[str, Any] = {}
    hub = DebugHub()
    hub.watch("*", lambda path, _, value: told.__setitem__(path, value))
    positions = np.full((32, 2), np.nan)
    for piece in seen.pieces:
        positions[piece.number] = (piece.x_m, piece.y_m)
    believed = PiecesBelieved(
        time_s=0.0,
        places=tuple(piece.home_square for piece in PIECES),
        confidences=(confidence,) * 32,
        positions_m=positions,
        yaws_rad=np.zeros(32),
        settled=True,
        hidden=False,
        troubles=troubles,
    )
    TableDrawing(debug=Debug(hub, "show", None)).cycle(seen, believed, None)
    return {path.rpartition("/")[2]: drawing for path, drawing in told.items()}


def table(*numbers: int, covered: tuple[int, ...] = ()) -> PiecesSeen:
    pieces = []
    for number in numbers:
        x_m, y_m = MEASURES.middle_of(PiecePlace(PIECES[number].home_square)) or (0.0, 0.0)
        pieces.append(SeenPiece(number, x_m, y_m, 0.3))
    return PiecesSeen(time_s=0.0, pieces=tuple(pieces), foreign=(), covered=covered, motion=0.0)


def test_a_piece_is_framed_where_its_square_appears_with_its_letter() -> None:
    frame, letter = drawings(table(27))["pieces"].shapes
    assert isinstance(frame, Polyline)
    assert isinstance(letter, Text)
    assert letter.words == "K"
    x_m, y_m = MEASURES.middle_of(PiecePlace(PIECES[27].home_square)) or (0.0, 0.0)
    middle = VIEW.pixels(np.array([x_m, y_m, MEASURES.piece_height_m]))
    assert np.mean(frame.points, axis=0) == pytest.approx(middle, abs=1.0)
    edge_px = float(np.hypot(*(np.array(frame.points[0]) - frame.points[1])))
    assert edge_px > 20.0
    assert np.abs(middle - letter.at).max() < 0.5 * edge_px


def test_black_has_small_letters_and_trouble_another_colour() -> None:
    frame, letter = drawings(table(3), troubles=(Trouble("doubled", (3,)),))["pieces"].shapes
    assert isinstance(letter, Text)
    assert letter.words == "k"
    assert frame.colour == TROUBLE_COLOUR


def test_only_doubts_have_numbers() -> None:
    assert drawings(table(3, 27))["confidences"].shapes == ()
    doubts = drawings(table(3, 27), confidence=0.876)["confidences"].shapes
    assert [shape.words for shape in doubts if isinstance(shape, Text)] == ["87%", "87%"]


def test_what_is_covered_is_crossed_out() -> None:
    shapes = drawings(table(covered=(0, 64)))["covered"].shapes
    assert len(shapes) == 4
    assert {shape.colour for shape in shapes} == {COVERED_COLOUR}
