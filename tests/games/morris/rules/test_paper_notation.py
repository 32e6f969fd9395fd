import pytest
from hypothesis import given

from ludens.games.morris.rules import POINTS, NotationError, Side, position_from_fen, start_position
from ludens.games.morris.rules.paper_notation import (
    paper_string,
    point_from_pair_text,
    position_from_paper_string,
)
from tests.games.morris.samples import games, position


@given(games(longest=120))
def test_a_position_reads_back(game):
    text = paper_string(game.position)
    assert len(text) == 27
    assert position_from_paper_string(text) == game.position


def test_the_start():
    assert paper_string(start_position()) == "O" * 24 + "A00"


def test_points_are_read_line_by_line_from_the_top_left():
    order = [
        "a7",
        "d7",
        "g7",
        "b6",
        "d6",
        "f6",
        "c5",
        "d5",
        "e5",
        "a4",
        "b4",
        "c4",
        "e4",
        "f4",
        "g4",
        "c3",
        "d3",
        "e3",
        "b2",
        "d2",
        "f2",
        "a1",
        "d1",
        "g1",
    ]
    for index, name in enumerate(order):
        white = position(name, hands=(8, 9), side=Side.BLACK)
        assert paper_string(white).index("B") == index


def test_phases():
    assert paper_string(position("a1", hands=(8, 9), side=Side.BLACK)).endswith("B00")
    assert paper_string(position("a1", "d1", hands=(8, 8))).endswith("A01")
    assert paper_string(position("a1 d1 b2 b4", "a7 d7 b6")).endswith("A09")
    assert paper_string(position("a1 d1 b2 b4", "a7 d7 b6", side=Side.BLACK)).endswith("B10")


def test_a_pair_is_square_and_element():
    pairs = {"0/0": "a1", "0/2": "g1", "2/2": "e3", "1/0": "b2"}
    assert {pair: point_from_pair_text(pair) for pair in pairs} == {
        pair: POINTS[name] for pair, name in pairs.items()
    }


@given(games(longest=60))
def test_where_a_fen_is_read_the_papers_string_is_too(game):
    assert position_from_fen(paper_string(game.position)) == game.position


@pytest.mark.parametrize("text", ["", "1", "3/0", "1/8", "1/", "/1", "1-0", "01/0", "a/b"])
def test_other_text_is_no_pair(text):
    with pytest.raises(NotationError, match="SQUARE/ELEMENT"):
        point_from_pair_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "O" * 24 + "C00",
        "O" * 24 + "A11",
        "O" * 24 + "Axx",
        "X" * 24 + "A00",
        "O" * 24 + "A000",
        "O" * 24 + "A09",
    ],
)
def test_other_text_is_no_position(text):
    with pytest.raises(NotationError):
        position_from_paper_string(text)


def test_hands_that_do_not_follow_from_taking_turns_cannot_be_written():
    with pytest.raises(NotationError, match="hand"):
        paper_string(position("a1", hands=(3, 7)))
