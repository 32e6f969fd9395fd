"""Games at the table are kept turn by turn, before the robot moves."""

from pathlib import Path

import pytest

from ludens.core.errors import LudensError
from ludens.messages import StateReport
from ludens.table.game_log import GameLogger
from ludens.table.kept_games import GameStore, game_to_resume
from tests.table.nim import NIM, NimGame, NimRecord

SETTINGS = {"white": "engine", "black": "person"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def told(*taken: int, start: int = 10) -> NimGame:
    return NimGame(time_s=0.0, start=start, taken=taken, seen=f"{len(taken)} taken")


def in_state(state: str) -> StateReport:
    return StateReport(time_s=0.0, state=state, since_s=0.0, reason="", states=(), transitions=())


def test_every_turn_is_in_the_file_as_soon_as_it_is_told(path: Path):
    logger = GameLogger(path, NIM, SETTINGS)
    for taken in ((), (1,), (1, 3)):
        logger.hear(told(*taken))
        kept = game_to_resume(path, NIM)
        assert kept.record.taken == taken
        assert kept.own["seen"] == f"{len(taken)} taken"


def test_a_kept_game_goes_on_in_its_own_place_and_a_new_one_is_another(path: Path):
    GameLogger(path, NIM, {**SETTINGS, "level": "2"}).hear(told(1))
    kept = game_to_resume(path, NIM)
    logger = GameLogger(path, NIM, {**SETTINGS, "level": "9"}, kept=kept)
    logger.hear(told(1, 2))
    assert game_to_resume(path, NIM).number == kept.number
    assert game_to_resume(path, NIM).settings == {**SETTINGS, "level": "9"}
    logger.hear(told(start=4))
    assert game_to_resume(path, NIM).number == kept.number + 1
    assert GameStore(path, NIM).load(kept.number).record == NimRecord(10, (1, 2))


@pytest.mark.parametrize("game_first", [True, False])
def test_a_game_is_over_when_the_robot_says_so_and_not_when_its_last_turn_is_decided(
    path: Path, game_first: bool
):
    logger = GameLogger(path, NIM, SETTINGS)
    logger.hear(told(3, start=5))
    logger.hear(in_state("thinking"))
    messages = (told(3, 2, start=5), in_state("over"))
    first, second = messages if game_first else messages[::-1]
    logger.hear(first)
    assert game_to_resume(path, NIM).record.taken[:1] == (3,)
    logger.hear(second)
    with pytest.raises(LudensError, match="are over"):
        game_to_resume(path, NIM)


def test_a_game_that_somebody_has_ended_before_its_end_can_go_on(path: Path):
    logger = GameLogger(path, NIM, SETTINGS)
    for message in (told(1), in_state("waiting"), in_state("over")):
        logger.hear(message)
    assert game_to_resume(path, NIM).record.taken == (1,)
