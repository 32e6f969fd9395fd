import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.games.morris.rules import (
    Fen,
    NotationError,
    Side,
    Turn,
    fen_of,
    format_fen,
    parse_fen,
    position_from_fen,
    start_position,
    tokens_of,
    turn_from_text,
    turn_text,
    turns_from_tokens,
    turns_text,
)
from tests.games.morris.samples import games, men, position

POINT = st.integers(0, 23)
TURNS = st.builds(Turn, POINT, st.none() | POINT, st.none() | POINT)
START = "********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes"


@given(TURNS)
def test_a_turn_reads_back(turn):
    assert turn_from_text(turn_text(turn)) == turn
    assert turn_from_text(f" {turn_text(turn).upper()} ") == turn


@given(st.lists(TURNS))
def test_tokens_read_back(turns):
    tokens = [token for turn in turns for token in tokens_of(turn)]
    assert turns_from_tokens(tokens) == tuple(turns)
    assert turns_from_tokens(turns_text(turns).split()) == tuple(turns)


def test_tokens_are_those_of_other_programs():
    assert tokens_of(turn_from_text("d6-d5xc3")) == ("d6-d5", "xc3")
    assert tokens_of(turn_from_text("d6")) == ("d6",)


@pytest.mark.parametrize("text", ["", "d", "h1", "d4", "a1-", "a1-d1-g1", "xa1", "a1xd4", "a1 d1", "0000"])
def test_text_that_is_no_turn_is_refused(text):
    with pytest.raises(NotationError):
        turn_from_text(text)


@pytest.mark.parametrize("tokens", [["xa1"], ["d6", "xa1", "xa4"], ["d6xb4", "xb2"]])
def test_a_capture_needs_a_turn_before_it(tokens):
    with pytest.raises(NotationError, match="takes a man"):
        turns_from_tokens(tokens)


def test_the_start_is_written_as_other_programs_do():
    assert fen_of(start_position()) == START
    assert position_from_fen(START) == start_position()


def test_a_known_line_is_read_as_meant():
    """White has played d2: middle square, fifth point clockwise from twelve o'clock."""
    line = "********/****O***/******** b p p 1 8 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes"
    assert position_from_fen(line) == position("d2", hands=(8, 9), side=Side.BLACK)


def test_every_point_has_its_place_in_the_line():
    order = [
        "d5",
        "e5",
        "e4",
        "e3",
        "d3",
        "c3",
        "c4",
        "c5",
        "d6",
        "f6",
        "f4",
        "f2",
        "d2",
        "b2",
        "b4",
        "b6",
        "d7",
        "g7",
        "g4",
        "g1",
        "d1",
        "a1",
        "a4",
        "a7",
    ]
    for index, name in enumerate(order):
        board = fen_of(position(name)).split()[0].replace("/", "")
        assert board.index("O") == index


@given(games(longest=80), st.integers(0, 300), st.integers(1, 300), st.booleans())
def test_a_position_reads_back(game, quiet, number, pending):
    fen = Fen(game.position, quiet, number, pending)
    assert parse_fen(format_fen(fen)) == fen
    assert position_from_fen(fen_of(game.position)) == game.position


def test_counters_may_be_missing():
    assert parse_fen("********/********/******** b p p 0 9 0 9") == Fen(
        position(hands=(9, 9), side=Side.BLACK)
    )


def test_a_line_inside_a_turn_is_told_apart():
    line = "********/********/OO**@@*O w p r 3 6 2 7 1 0 -1 -1 -1 -1 0 0 3 ids:nodes"
    fen = parse_fen(line)
    assert fen.removal_pending
    assert fen.position.white == men("a7 d7 g7")
    assert fen.move_number == 3
    with pytest.raises(NotationError, match="inside a turn"):
        position_from_fen(line)


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("", "fields"),
        (START.replace(" w ", " x "), "side"),
        (START.replace("********/", "*******/", 1), "squares"),
        (START.replace("*", "Q", 1), "squares"),
        (START.replace("*", "O", 1), "announced"),
        (START.replace(" 9 ", " nine ", 1), "count"),
        (START.replace(" p p ", " z p "), "Phase"),
    ],
)
def test_a_wrong_line_is_refused_in_words(line, word):
    with pytest.raises(NotationError, match=word):
        parse_fen(line)
