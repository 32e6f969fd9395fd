"""Other programs as our opponent: our own one, and those that crash, are silent, or play what is illegal."""

import sys
from contextlib import closing
from pathlib import Path
from textwrap import dedent

import numpy as np
import pytest

from ludens.games.morris.decide.players import make_player
from ludens.games.morris.decide.uci_player import MorrisUciPlayer
from ludens.games.morris.rules import Side, new_game
from ludens.table.levels import LevelPlayer
from ludens.table.uci import EngineError
from tests.games.morris.samples import position

RNG = np.random.default_rng(0)
OURS = [sys.executable, "-m", "ludens.cli.main", "morris", "uci", "--no-endings"]


def program(folder: Path, on_go: str, *, start: str = "") -> list[str]:
    """An engine that says hello and then does what the test wants."""
    path = folder / "engine.py"
    text = f"""
    import sys, time
    {start}
    for line in sys.stdin:
        word = line.split()[0]
        if word == "uci":
            print("id name fake\\nuciok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "quit":
            break
        elif word == "go":
            {on_go}
    """
    path.write_text(dedent(text), encoding="utf-8")
    return [sys.executable, str(path)]


def test_our_own_program_plays_a_whole_game_as_the_other_engine():
    record, us = new_game(), make_player("level-3")
    assert isinstance(us, LevelPlayer)
    with closing(MorrisUciPlayer(OURS, movetime_s=0.05, level=4, hello_s=60.0, patience_s=60.0)) as them:
        while record.outcome is None and len(record.turns) < 70:
            player = us if record.side_to_move is Side.WHITE else them
            record = record.play(player.choose(record, RNG).move)
    assert len(record.turns) > 10
    assert any(turn.captured is not None for turn in record.turns)


def test_a_game_that_began_elsewhere_is_told_by_its_position(tmp_path: Path):
    """The fake notes what it is sent, and hides its best move behind other facts, as some engines do."""
    log = tmp_path / "log"
    start = f"sys.stdin = (open({str(log)!r}, 'a').write(line) and line for line in sys.stdin)"
    command = program(tmp_path, "print('info score 3 bestmove a7-a4', flush=True)", start=start)
    record = new_game(start=position("a7 d6 f2", "g7 g1 c3"))
    with closing(MorrisUciPlayer(command)) as engine:
        assert engine.choose(record, RNG).move in record.legal_turns()
    assert "position fen" in log.read_text()


@pytest.mark.parametrize(
    ("on_go", "says"),
    [
        ("sys.exit(3)", "has ended with code 3"),
        ("raise RuntimeError('out of men')", "out of men"),
        ("time.sleep(60)", "did not answer 'go' within"),
        ("print('bestmove a1-a9', flush=True)", "no legal turn"),
        ("print('bestmove a1-d1', flush=True)", "no legal turn"),
        ("print('bestmove xa1', flush=True)", "no legal turn"),
        ("print('bestmove none', flush=True)", "names no move"),
        ("print('bestmove', flush=True)", "names no move"),
        ("[print('info thinking', flush=True) for _ in iter(int, 1)]", "did not answer 'go' within"),
    ],
)
def test_what_goes_wrong_with_an_engine_is_a_sentence(tmp_path: Path, on_go: str, says: str):
    command = program(tmp_path, on_go)
    with (
        closing(MorrisUciPlayer(command, movetime_s=0.1, patience_s=0.4)) as engine,
        pytest.raises(EngineError, match=says),
    ):
        engine.choose(new_game(), RNG)


def test_a_program_that_does_not_exist_or_does_not_speak_is_a_sentence():
    with pytest.raises(EngineError, match="cannot be started"):
        MorrisUciPlayer(["/no/such/engine"])
    with pytest.raises(EngineError, match="cannot be started"):
        MorrisUciPlayer([])
    with pytest.raises(EngineError, match="did not answer 'uci'"):
        MorrisUciPlayer([sys.executable, "-c", "import time; time.sleep(60)"], hello_s=0.3)
    with pytest.raises(EngineError, match="has ended"):
        MorrisUciPlayer([sys.executable, "-c", "pass"], hello_s=20.0)
