"""Games at the table are kept turn by turn, and go on."""

import pytest

from ludens.core.errors import LudensError
from ludens.games.morris.decide.mind import Mind
from ludens.games.morris.keeping import GameWriter, last_game
from ludens.games.morris.rules import fen_of, new_game, record_from_texts, record_texts, start_position
from ludens.messages import StateReport
from ludens.messages.engine import EngineQuery
from ludens.messages.morris_game import MorrisGame
from tests.games.morris.random_games import random_game

START = fen_of(start_position())


def told(*turns: str, start: str = START) -> MorrisGame:
    record = record_from_texts(start, turns)
    return MorrisGame(
        time_s=0.0,
        start=start,
        turns=turns,
        position=fen_of(record.position),
        turn=record.side_to_move.value,
        robot=("white",),
    )


def in_state(state: str) -> StateReport:
    return StateReport(time_s=0.0, state=state, since_s=0.0, reason="", states=(), transitions=())


def test_every_turn_is_in_the_file_as_soon_as_it_is_told(tmp_path):
    path = tmp_path / "games.sqlite"
    writer = GameWriter(path, level="8", opponent="person")
    for turns in ((), ("a1",), ("a1", "d1")):
        writer.hear(told(*turns))
        assert record_texts(last_game(path).record)[1] == turns


def test_a_kept_game_goes_on_in_its_own_place(tmp_path):
    path = tmp_path / "games.sqlite"
    GameWriter(path, level="8", opponent="person").hear(told("a1"))
    kept = last_game(path)
    GameWriter(path, kept=kept, level="3", opponent="human").hear(told("a1", "d1"))
    assert last_game(path).number == kept.number
    assert record_texts(last_game(path).record)[1] == ("a1", "d1")
    assert last_game(path).settings == {"robot": "white", "level": "3", "opponent": "human"}


@pytest.mark.parametrize("game_first", [True, False])
def test_a_game_is_over_when_the_robot_says_so_and_not_when_its_last_turn_is_decided(tmp_path, game_first):
    path = tmp_path / "games.sqlite"
    start, turns = record_texts(random_game(3, 500))
    writer = GameWriter(path, level="8", opponent="person")
    writer.hear(told(*turns[:-1], start=start))
    writer.hear(in_state("decide"))
    messages = (told(*turns, start=start), in_state("end"))
    first, second = messages if game_first else messages[::-1]
    writer.hear(first)
    assert record_texts(last_game(path).record)[1][: len(turns) - 1] == turns[:-1]
    writer.hear(second)
    with pytest.raises(LudensError, match="are over"):
        last_game(path)


def test_a_game_that_somebody_has_ended_before_its_end_can_go_on(tmp_path):
    path = tmp_path / "games.sqlite"
    writer = GameWriter(path, level="8", opponent="person")
    for message in (told("a1"), in_state("wait"), in_state("end")):
        writer.hear(message)
    assert record_texts(last_game(path).record)[1] == ("a1",)


def test_without_a_game_to_go_on_with_somebody_says_so(tmp_path):
    with pytest.raises(LudensError, match="There is no file of games"):
        last_game(tmp_path / "none.sqlite")


def test_what_is_written_is_read_again():
    record = record_from_texts(START, ("a1", "g7", "d1"))
    assert record_from_texts(*record_texts(record)) == record
    assert record_texts(new_game()) == (START, ())


def test_the_mind_plays_a_legal_turn_and_the_same_one_when_it_is_asked_again():
    question = EngineQuery(time_s=0.0, number=3, start=START, moves=("a1", "d1"), level=2)
    thoughts = [Mind(seed=5).think(question) for _ in range(2)]
    assert thoughts[0] == thoughts[1]
    assert thoughts[0].number == 3
    record_from_texts(START, (*question.moves, thoughts[0].move))
