"""Other programs as players: good ones, and those that crash, are silent, or play what is illegal."""

import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import chess
import numpy as np
import pytest

from ludens.core.errors import LudensError
from ludens.games.chess.decide.candidates import mate_in, opinion
from ludens.games.chess.decide.players import LEVELS, level_player, make_player
from ludens.games.chess.decide.uci import UciPlayer, information_from, start_player
from ludens.table.players import GuardedPlayer
from ludens.table.uci import EngineError, UciEngine, UciOption, engine_command

HANGS = "time.sleep(60)"
CRASHES = "sys.exit(3)"
ILLEGAL = "print('bestmove e2e5', flush=True)"
FIRST_LEGAL = "print('info depth 1 score cp 31 pv e2e4 e7e5\\nbestmove e2e4', flush=True)"


def program(folder: Path, on_go: str, *, name: str = "engine.py", start: str = "pass") -> str:
    """The command of an engine that says hello and then does what the test wants."""
    path = folder / name
    text = f"""
    import os, sys, time
    {start}
    for line in sys.stdin:
        word = line.split()[0]
        if word == "uci":
            print("id name Fake 1\\noption name UCI_Elo type spin default 1500 min 1300 max 2000")
            print("option name UCI_LimitStrength type check default false")
            print("option name MultiPV type spin default 1 min 1 max 5\\nuciok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "quit":
            break
        elif word == "go":
            {on_go}
    """
    path.write_text(dedent(text), encoding="utf-8")
    return f"{sys.executable} {path}"


def patience_s(on_go: str) -> float:
    """Short only where the wait must run out: on a busy machine even a good answer takes seconds."""
    return 0.3 if on_go == HANGS or "iter(int, 1)" in on_go else 60.0


def start(command: str, on_go: str = "", *, level: int = 10) -> UciPlayer:
    patience = patience_s(on_go)
    elo = LEVELS[level].elo or None
    return start_player(command, level=level, elo=elo, movetime_s=0.01, hello_s=60.0, patience_s=patience)


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def test_a_good_engine_plays_and_says_what_it_thinks(tmp_path: Path):
    log = tmp_path / "log"
    noting = f"sys.stdin = (open({str(log)!r}, 'a').write(line) and line for line in sys.stdin)"
    player = start(program(tmp_path, FIRST_LEGAL, start=noting), level=3)
    try:
        choice = player.choose(chess.Board(), rng())
    finally:
        player.close()
    assert choice.move.uci() == "e2e4"
    assert choice.note == "Chosen by Fake 1: +0.3."
    assert [move.uci() for move in choice.candidates[0].line] == ["e2e4", "e7e5"]
    # Level 3 is meant to be weaker than the engine can be: the least it offers is taken.
    assert "setoption name UCI_Elo value 1300" in log.read_text()


@pytest.mark.parametrize(
    ("on_go", "says"),
    [
        (CRASHES, "has ended with code 3"),
        ("raise RuntimeError('out of horses')", "out of horses"),
        (HANGS, "did not answer 'go' within"),
        (ILLEGAL, "answered 'e2e5', which is not legal here"),
        ("print('bestmove (none)', flush=True)", "names no move"),
        ("print('bestmove', flush=True)", "names no move"),
        ("[print('info thinking', flush=True) for _ in iter(int, 1)]", "did not answer 'go' within"),
    ],
)
def test_what_goes_wrong_with_an_engine_is_a_sentence(tmp_path: Path, on_go: str, says: str):
    player = start(program(tmp_path, on_go), on_go)
    try:
        with pytest.raises(EngineError, match=says):
            player.choose(chess.Board(), rng())
    finally:
        player.close()


def guarded(command: Callable[[], str], on_go: str = "") -> GuardedPlayer[chess.Board, chess.Move]:
    return GuardedPlayer(lambda: start(command(), on_go), level_player(3))


@pytest.mark.parametrize("on_go", [CRASHES, HANGS, ILLEGAL])
def test_an_engine_that_fails_twice_is_replaced_and_nothing_is_lost(tmp_path: Path, on_go: str):
    board = chess.Board()
    board.push_san("e4")
    player = guarded(lambda: program(tmp_path, on_go), on_go)
    choice = player.choose(board, rng())
    assert board.is_legal(choice.move)
    assert choice.note.count("Fake 1") == 2
    assert "It is started once more." in choice.note
    assert "Our own engine plays on." in choice.note
    board.push(choice.move)
    board.push(next(board.generate_legal_moves()))
    later = player.choose(board, rng())
    assert board.is_legal(later.move)
    assert "engine" not in later.note
    assert len(player.failures) == 2
    player.close()


def test_an_engine_that_fails_once_is_started_again(tmp_path: Path):
    commands = iter(
        [program(tmp_path, CRASHES, name="bad.py"), program(tmp_path, FIRST_LEGAL, name="good.py")]
    )
    player = guarded(lambda: next(commands))
    choice = player.choose(chess.Board(), rng())
    assert choice.move.uci() == "e2e4"
    assert "has ended with code 3. It is started once more. Chosen by Fake 1" in choice.note
    player.close()


def test_programs_and_options_that_do_not_exist_are_said(tmp_path: Path):
    with pytest.raises(LudensError, match=r"no engine 'no-such-engine'.*apt-get install stockfish"):
        engine_command("no-such-engine")
    with pytest.raises(LudensError, match="cannot be read"):
        engine_command("'unclosed")
    with pytest.raises(LudensError, match="is empty"):
        engine_command("")
    with pytest.raises(LudensError, match="There is no player 'grandmaster'"):
        make_player("grandmaster")
    command = engine_command(program(tmp_path, FIRST_LEGAL))
    with pytest.raises(LudensError, match="Fake 1 has no option 'Colour'; it offers: MultiPV, UCI_Elo"):
        UciEngine(command, options={"Colour": "red"}, hello_s=60.0)
    with pytest.raises(LudensError, match="UCI_Elo of Fake 1 goes from 1300 to 2000, not '12'"):
        UciEngine(command, options={"UCI_Elo": "12"}, hello_s=60.0)
    with pytest.raises(LudensError, match="is true or false, not 'yes'"):
        UciEngine(command, options={"UCI_LimitStrength": "yes"}, hello_s=60.0)
    with pytest.raises(EngineError, match="did not answer 'uci'"):
        UciEngine([sys.executable, "-c", "import time; time.sleep(9)"], hello_s=0.3)


def test_lines_of_engines_are_read():
    board = chess.Board()
    line = "info depth 9 multipv 2 score mate -3 nodes 1 pv e2e4 e7e5 e4e5"
    information = information_from(board, line)
    assert information is not None
    assert (information.place, mate_in(information.candidate.value)) == (2, -3)
    assert len(information.candidate.line) == 2
    assert opinion(information.candidate) == "mated in 3"
    for nothing in (
        "info depth 3",
        "info score cp 3 pv e9e9",
        "info score cp 5 lowerbound pv e2e4",
        "bestmove e2e4",
    ):
        assert information_from(board, nothing) is None
    assert UciOption.read("option name Skill Level type spin default 20 min 0 max 20") == UciOption(
        "Skill Level", "spin", 0, 20
    )
    assert UciOption.read("id name X") is None
