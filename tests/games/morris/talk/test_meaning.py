"""Turns and wishes as people say them, in short where that is clear; what cannot be is told in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.games.morris.rules import Turn, new_game, turn_from_text, turn_text
from ludens.games.morris.talk.meaning import RefusedTurn, Wanted, understand
from ludens.games.morris.talk.words import languages, words_of
from tests.games.morris.samples import games, position

MOVING = new_game(start=position("a1 d1 g4 b4 c3", "a7 d7 g7 b6 f4"))
PLACING = new_game(start=position("a1 d1", "a7 d7 g7 b6 b2", hands=(7, 4)))
ENGLISH = words_of("en")


def meaning(text, record=MOVING, language="en"):
    return understand(text, record, words_of(language).heard)


@given(games(longest=60))
def test_every_legal_turn_can_be_said_in_every_language(game):
    for code in languages():
        for turn in game.legal_turns():
            assert meaning(turn_text(turn), game, code) == turn


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("b4-a4", "b4-a4"),
        (" B4-A4 ", "b4-a4"),
        ("g4-g1 xb6", "g4-g1xb6"),
        ("g1xf4", "g4-g1xf4"),
        ("1/7-0/7", "b4-a4"),
        ("d3", "c3-d3"),
        ("please move the man from b4 to a4", "b4-a4"),
        ("bravo four to alpha four", "b4-a4"),
        ("golf four to golf one takes bravo six", "g4-g1xb6"),
    ],
)
def test_a_turn_may_be_said_in_short_or_in_words_where_that_is_clear(said, meant):
    assert meaning(said) == turn_from_text(meant)


@pytest.mark.parametrize(
    ("record", "said", "sentence"),
    [
        (MOVING, "b4-e4", "The man at b4 moves one step along a line, not to e4."),
        (MOVING, "b4-b6", "The point b6 is not free."),
        (MOVING, "g4-g1", "g4-g1 closes a mill: say which man is taken: g4-g1xf4, g4-g1xb6."),
        (PLACING, "g1", "g1 closes a mill: say which man is taken: g1xb2, g1xb6."),
        (MOVING, "a4", "a4 can mean several turns: a1-a4, b4-a4."),
        (MOVING, "b4-a4xb6", "Nothing may be taken at b6: the turn closes no mill."),
        (MOVING, "c1", "A turn names a point that this board does not have."),
        (new_game(start=position("a1 d1", "a7 d7 g7")), "a1-a4", "The game is over. Black wins"),
    ],
)
def test_what_cannot_be_played_is_answered_in_words(record, said, sentence):
    refused = meaning(said, record)
    assert isinstance(refused, RefusedTurn)
    assert ENGLISH.say(refused.why).startswith(sentence)


def test_where_one_man_only_may_be_taken_it_need_not_be_said():
    record = new_game(start=position("a1 d1", "a7 d7 g7 b6", hands=(7, 5)))
    assert meaning("g1", record) == turn_from_text("g1xb6")


def test_while_men_are_placed_a_second_point_is_what_the_mill_takes():
    assert meaning("g1 b6", PLACING) == turn_from_text("g1xb6")
    assert isinstance(meaning("g1-b4", PLACING), RefusedTurn)  # no man may move yet


@pytest.mark.parametrize(
    ("language", "said", "command"),
    [
        ("en", "take it back, please", "take_back"),
        ("en", "I resign!", "resign"),
        ("en", "who is winning?", "score"),
        ("de", "Ich gebe auf.", "resign"),
        ("de", "nimm das zurück", "take_back"),
        ("de", "ja", "yes"),
    ],
)
def test_wishes_are_understood_in_the_language_of_the_game(language, said, command):
    assert meaning(said, language=language) == Wanted(command)


@given(st.text(max_size=14))
def test_whatever_is_said_is_a_turn_a_wish_a_reason_or_nothing(text):
    for record in (MOVING, PLACING):
        assert isinstance(meaning(text, record), Turn | Wanted | RefusedTurn | None)
