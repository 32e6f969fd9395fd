"""Games at the table are kept turn by turn, and go on."""

import pytest

from ludens.core.errors import LudensError
from ludens.games.morris.decide.mind import Mind
from ludens.games.morris.keeping import GameWriter, last_game, record_of, written
from ludens.games.morris.rules import fen_of, new_game, start_position
from ludens.messages.morris_game import MorrisGame, MorrisQuestion

START = fen_of(start_position())


def told(*turns: str, start: str = START) -> MorrisGame:
    record = record_of(start, turns)
    return MorrisGame(
        time_s=0.0,
        start=start,
        turns=turns,
        position=fen_of(record.position),
        turn=record.side_to_move.value,
        robot=("white",),
    )


def test_every_turn_is_in_the_file_as_soon_as_it_is_told(tmp_path):
    path = tmp_path / "games.sqlite"
    writer = GameWriter(path)
    for turns in ((), ("a1",), ("a1", "d1")):
        writer.hear(told(*turns))
        assert written(last_game(path).record)[1] == turns


def test_a_kept_game_goes_on_in_its_own_place(tmp_path):
    path = tmp_path / "games.sqlite"
    GameWriter(path).hear(told("a1"))
    kept = last_game(path)
    GameWriter(path, kept=kept).hear(told("a1", "d1"))
    assert last_game(path).number == kept.number
    assert written(last_game(path).record)[1] == ("a1", "d1")


def test_without_a_game_to_go_on_with_somebody_says_so(tmp_path):
    with pytest.raises(LudensError, match="There is no file of games"):
        last_game(tmp_path / "none.sqlite")


def test_what_is_written_is_read_again():
    record = record_of(START, ("a1", "g7", "d1"))
    assert record_of(*written(record)) == record
    assert written(new_game()) == (START, ())


def test_the_mind_plays_a_legal_turn_and_the_same_one_when_it_is_asked_again():
    question = MorrisQuestion(time_s=0.0, number=3, start=START, turns=("a1", "d1"), level="2")
    thoughts = [Mind(seed=5).think(question) for _ in range(2)]
    assert thoughts[0] == thoughts[1]
    assert thoughts[0].number == 3
    record_of(START, (*question.turns, thoughts[0].turn))
