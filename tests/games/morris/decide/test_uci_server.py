"""Our engine as another program sees it."""

from queue import SimpleQueue

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.core.runtime.clock import RealClock, SimulatedClock
from ludens.games.morris.decide.tables import NoTables
from ludens.games.morris.decide.uci_server import UciSession
from ludens.games.morris.rules import new_game
from ludens.games.morris.rules.fen import position_from_fen
from ludens.games.morris.rules.notation import turns_from_tokens

START = "********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes"


def conversation(*lines: str, seed: int = 0) -> list[str]:
    """All that is answered to these lines."""
    told: list[str] = []
    session = UciSession(NoTables(), send=told.append, clock=SimulatedClock(), seed=seed)
    for line in lines:
        session.hear(line)
    session.finish()
    return told


def best_move(*lines: str) -> str:
    moves = [line.split()[1] for line in conversation(*lines) if line.startswith("bestmove")]
    assert len(moves) == 1
    return moves[0]


def test_it_introduces_itself_and_is_ready():
    told = conversation("uci", "isready")
    assert told[0].startswith("id name Ludens")
    assert told[-2:] == ["uciok", "readyok"]
    assert any(line.startswith("option name SkillLevel type spin") for line in told)


def test_it_introduces_itself_at_once_before_anything_is_loaded():
    assert conversation("uci", "quit")[-1:] == ["uciok"]


def test_a_first_move_is_a_point():
    assert turns_from_tokens([best_move("position startpos", "go depth 2")])[0] in new_game().legal_turns()
    assert turns_from_tokens([best_move(f"position fen {START}", "go depth 2")])[0].origin is None


def test_a_mill_is_closed_and_its_capture_asked_for_separately():
    moves = "position startpos moves a1 b2 d1 f6"
    assert best_move(moves, "go depth 2") == "g1"
    capture = best_move(f"{moves} g1", "go depth 2")
    assert capture in ("xb2", "xf6")


def test_the_capture_is_the_one_that_was_meant():
    moves = "position startpos moves a1 b2 d1 f6"
    told = conversation(moves, "go depth 2", f"{moves} g1", "go depth 2")
    meant = next(line for line in told if " pv " in line).split()[-1]
    assert told[-1] == f"bestmove {meant}"


def test_a_removal_may_stand_in_the_position_itself():
    fen = "********/*****@**/O***OO@* w p r 3 6 2 7 1 0 -1 -1 -1 -1 0 0 3"
    assert conversation(f"position fen {fen}")[-1].startswith("info string A man is to be removed")
    mill = "********/*****@**/***OOO@* w p r 3 6 2 7 1 0 -1 -1 -1 -1 0 0 3"
    capture = best_move(f"position fen {mill}", "go depth 2")
    other = position_from_fen(mill.replace(" p r ", " p p ")).other
    assert capture.startswith("x")
    assert other >> turns_from_tokens([capture[1:]])[0].target & 1


def test_moves_after_a_removal_in_the_position_are_understood():
    mill = "********/*****@**/***OOO@* w p r 3 6 2 7 1 0 -1 -1 -1 -1 0 0 3"
    capture = best_move(f"position fen {mill}", "go depth 2")
    told = conversation(f"position fen {mill} moves {capture}", "d")
    assert position_from_fen(told[0]).side_to_move.value == "black"


def test_a_finished_game_has_no_move():
    lost = "********/********/OOO***@@ b m s 3 0 2 0 0 0 -1 -1 -1 -1 0 0 20"
    assert best_move(f"position fen {lost}", "go") == "none"


def test_a_game_drawn_by_repetition_says_draw():
    fen = "O*******/@*******/O***O*@@ w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 20"
    there_and_back = "d5-c5 d6-f6 c5-d5 f6-d6"
    moves = f"{there_and_back} {there_and_back}"
    assert best_move(f"position fen {fen} moves {moves}", "go") == "draw"


def test_every_mistake_is_answered_with_a_sentence():
    mistakes = [
        "dance",
        "position",
        "position fen nonsense",
        "position startpos moves a1 a1",
        "position startpos moves h9",
        "position startpos moves xa1",
        "setoption",
        "setoption name Colour value red",
        "setoption name SkillLevel value 99",
        "go depth deep",
        "go movetime",
    ]
    for mistake in mistakes:
        told = conversation(mistake)
        assert told[1:] == (["bestmove none"] if mistake.startswith("go") else []), mistake
        assert told[0].startswith("info string "), mistake
        assert told[0].endswith((".", "ids:nodes", "0 0 1")) or "for example" in told[0], told


def test_a_depth_beyond_all_reach_is_answered_all_the_same():
    # White can take one of three men at once, so that the search ends early.
    told = conversation("position fen OOO*****/@@@*****/******** w m s 3 0 3 0", "go depth 999")
    assert told[-1].startswith("bestmove ")


def test_a_wrong_position_leaves_the_last_one():
    told = conversation("position startpos moves a1", "position startpos moves a1 a1", "d")
    assert position_from_fen(told[-1]).white.bit_count() == 1


def test_after_a_wrong_position_there_is_no_best_move_until_a_right_one():
    wrong = "position startpos moves a1 a1"
    assert best_move("position startpos moves a1", wrong, "go depth 2") == "none"
    assert best_move(wrong, "position startpos", "go depth 2") != "none"
    assert best_move(wrong, "ucinewgame", "go depth 2") != "none"


def test_the_level_changes_how_it_plays():
    told = conversation("setoption name SkillLevel value 0", *["go depth 2"] * 12, seed=3)
    assert any("without looking" in note for note in told)


class Listener:
    """A conversation that is followed while it goes on."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self._lines: SimpleQueue[str] = SimpleQueue()
        self.session = UciSession(NoTables(), send=self._lines.put, clock=RealClock())

    def wait_for(self, start: str) -> str:
        """The next line that begins so."""
        while True:
            line = self._lines.get(timeout=60.0)
            self.told.append(line)
            if line.startswith(start):
                return line


def test_a_search_without_end_is_ready_meanwhile_and_ends_at_stop():
    listener = Listener()
    for line in ("position startpos", "go infinite", "isready"):
        listener.session.hear(line)
    listener.wait_for("readyok")
    assert not any(line.startswith("bestmove") for line in listener.told)
    listener.session.hear("stop")
    token = listener.wait_for("bestmove ").split()[1]
    assert turns_from_tokens([token])[0] in new_game().legal_turns()


@pytest.mark.parametrize("level", [0, 5, 9, 10])
def test_stop_ends_a_search_at_any_level_and_the_next_one_begins(level: int):
    listener = Listener()
    listener.session.hear(f"setoption name SkillLevel value {level}")
    for _ in range(2):
        listener.session.hear("go infinite")
        listener.session.hear("stop")
        assert listener.wait_for("bestmove ") != "bestmove none"
    listener.session.hear("go depth 1")
    listener.wait_for("bestmove ")


def test_a_search_that_settles_early_waits_for_stop_all_the_same():
    listener = Listener()
    won = "position fen OOO*****/@@@*****/******** w m s 3 0 3 0"
    for line in (won, "go infinite", "isready", "isready"):
        listener.session.hear(line)
    listener.wait_for("readyok")
    listener.wait_for("readyok")
    assert listener.told == ["readyok", "readyok"]
    listener.session.hear("stop")
    listener.wait_for("bestmove ")


def test_quit_ends_a_search_and_all_that_was_still_to_come():
    listener = Listener()
    for line in ("go infinite", "go infinite", "quit", "go depth 1", "isready"):
        listener.session.hear(line)
    assert listener.session.is_over
    listener.session.finish()
    assert not listener.session.is_busy


def test_the_end_of_the_input_ends_only_a_search_without_end():
    assert best_move("go infinite") != "none"
    assert best_move("go depth 3") != "none"


@given(
    line=st.sampled_from(["position", "position fen", "position startpos moves", "setoption", "go depth",
                          "go movetime", "go nodes", "setoption name SkillLevel value", ""]),
    text=st.text() | st.sampled_from(["²", "௫", "-1", "9" * 5000, "1_0", "+3", "1e3", "nan", "\0"]),
)  # fmt: skip
@settings(max_examples=60, deadline=None)
def test_whatever_is_written_is_answered_in_the_protocol(line: str, text: str):
    # The first words of each line are known ones: what is drawn ends no line and the limits stay small.
    rest = " ".join(text.split())
    heard = f"{line} {rest}"
    if line.startswith("go") and rest[:1].isdecimal():
        heard += " depth 1"
    told = conversation(heard, "ucinewgame", "go depth 1")
    words = ("info ", "bestmove ", "readyok", "id ", "option ", "uciok", "******")
    assert all(line.startswith(words) for line in told), told
    assert told[-1].startswith("bestmove ")
