from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given

from ludens.core.errors import LudensError
from ludens.games.morris.decide.director import Director, DirectorError, directed_turn, turn_on_board
from ludens.games.morris.decide.player import Candidate, Choice
from ludens.games.morris.judge import SeenBoard
from ludens.games.morris.rules import GameRecord, apply, new_game, turn_from_text, turn_text
from ludens.games.morris.solution.values import Result, Value
from tests.games.morris.samples import games, men, position

MOVING = new_game(start=position("a1 d1 g4 b4 c3", "a7 d7 g7 b6 f4"))
PLACING = new_game(start=position("a1 d1", "a7 d7 g7 b6 b2", hands=(7, 4)))


@dataclass
class Person:
    """Answers one after the other, and remembers what was asked."""

    answers: list[str]
    heard: list[str] = field(default_factory=list)

    def __call__(self, question: str) -> str:
        self.heard.append(question)
        return self.answers.pop(0)


class Adviser:
    """Lists the first legal turns, with values."""

    def choose(self, record: GameRecord, rng: np.random.Generator) -> Choice:
        candidates = tuple(Candidate(turn, 0, Value(Result.WIN, 7)) for turn in record.legal_turns())
        return Choice(candidates[0].turn, candidates, "first")


def direct(record: GameRecord, *answers: str, adviser: Adviser | None = None) -> tuple[str, list[str]]:
    person = Person(list(answers))
    choice = Director(person, adviser, 3).choose(record, np.random.default_rng(0))
    assert not person.answers
    return turn_text(choice.turn), person.heard


@given(games(longest=60))
def test_every_legal_turn_can_be_said(game):
    for turn in game.legal_turns():
        assert directed_turn(game, turn_text(turn)) == turn


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("b4-a4", "b4-a4"),
        (" B4-A4 ", "b4-a4"),
        ("g4-g1 xb6", "g4-g1xb6"),
        ("g1xf4", "g4-g1xf4"),
        ("a4xb6", None),
        ("1/7-0/7", "b4-a4"),
        ("e4", None),
        ("c4", None),
        ("d3", "c3-d3"),
    ],
)
def test_a_turn_may_be_said_in_short_where_that_is_clear(said, meant):
    if meant is None:
        with pytest.raises(DirectorError):
            directed_turn(MOVING, said)
    else:
        assert directed_turn(MOVING, said) == turn_from_text(meant)


@pytest.mark.parametrize(
    ("record", "said", "sentence"),
    [
        (MOVING, "b4-e4", "The man at b4 moves one step along a line, not to e4."),
        (MOVING, "b4-b6", "The point b6 is not free."),
        (MOVING, "g4-g1", "g4-g1 closes a mill: say which man is taken: g4-g1xf4, g4-g1xb6."),
        (PLACING, "g1", "g1 closes a mill: say which man is taken: g1xb2, g1xb6."),
        (MOVING, "a4", "a4 can mean several turns: a1-a4, b4-a4."),
        (MOVING, "b4-a4xb6", "Nothing may be taken at b6: the turn closes no mill."),
        (MOVING, "hello", "'hello' is no turn; write d6 to place"),
        (MOVING, "", "Say one turn"),
        (MOVING, "b4-a4 a1-a4", "Say one turn"),
        (MOVING, "3", "There is no list"),
        (new_game(start=position("a1 d1", "a7 d7 g7")), "a1-a4", "The game is over."),
    ],
)
def test_what_cannot_be_played_is_answered_in_words(record, said, sentence):
    with pytest.raises(DirectorError) as told:
        directed_turn(record, said)
    assert str(told.value).startswith(sentence)


def test_the_director_asks_until_the_turn_can_be_played():
    turn, heard = direct(MOVING, "b4-e4", "g4-g1", "g4-g1xb6")
    assert turn == "g4-g1xb6"
    assert heard[0].startswith("Which turn for white?")
    assert heard[1].startswith("The man at b4 moves one step")
    assert heard[2].startswith("g4-g1 closes a mill")


def test_a_number_of_the_list_is_a_turn():
    turn, heard = direct(MOVING, "9", "2", adviser=Adviser())
    second = turn_text(MOVING.legal_turns()[1])
    assert turn == second
    assert f"2. {second} (win in 7 plies)" in heard[0]
    assert "4. " not in heard[0]
    assert heard[1].startswith("The list goes from 1 to 3; there is no 9.")


def test_all_turns_are_listed_when_asked_for():
    turn, heard = direct(MOVING, "?", "b4-a4")
    assert turn == "b4-a4"
    assert all(turn_text(legal) in heard[1] for legal in MOVING.legal_turns())


def test_a_game_that_is_over_has_nothing_to_direct():
    with pytest.raises(LudensError, match="over"):
        direct(new_game(start=position("a1 d1", "a7 d7 g7")))


def test_where_one_man_only_may_be_taken_it_need_not_be_said():
    record = new_game(start=position("a1 d1", "a7 d7 g7 b6", hands=(7, 5)))
    assert directed_turn(record, "g1") == turn_from_text("g1xb6")


@given(games(longest=60))
def test_a_board_set_up_by_hand_is_a_turn(game):
    for turn in game.legal_turns():
        assert turn_on_board(game, SeenBoard.of_position(apply(game.position, turn))) == turn


def test_a_board_no_turn_leads_to_is_refused():
    with pytest.raises(DirectorError, match="more than one step"):
        turn_on_board(MOVING, SeenBoard(men("a1 d1 g4 b4 e5"), men("a7 d7 g7 b6 f4")))
    with pytest.raises(DirectorError, match="Nothing has changed"):
        turn_on_board(MOVING, SeenBoard.of_position(MOVING.position))
