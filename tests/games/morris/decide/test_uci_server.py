"""Our engine as another program sees it."""

from ludens.core.runtime.clock import SimulatedClock
from ludens.games.morris.decide.tables import NoTables
from ludens.games.morris.decide.uci_server import UciSession
from ludens.games.morris.rules import new_game
from ludens.games.morris.rules.fen import position_from_fen
from ludens.games.morris.rules.notation import turns_from_tokens

START = "********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes"


def conversation(*lines: str) -> list[str]:
    """All that is answered to these lines."""
    session = UciSession(NoTables(), clock=SimulatedClock())
    return [answer for line in lines for answer in session.answer(line)]


def best_move(*lines: str) -> str:
    moves = [line.split()[1] for line in conversation(*lines) if line.startswith("bestmove")]
    assert len(moves) == 1
    return moves[0]


def test_it_introduces_itself_and_is_ready():
    told = conversation("uci", "isready")
    assert told[0].startswith("id name Ludens")
    assert told[-2:] == ["uciok", "readyok"]
    assert any(line.startswith("option name SkillLevel type spin") for line in told)


def test_a_first_move_is_a_point():
    assert turns_from_tokens([best_move("position startpos", "go depth 2")])[0] in new_game().legal_turns()
    assert turns_from_tokens([best_move(f"position fen {START}", "go depth 2")])[0].origin is None


def test_a_mill_is_closed_and_its_capture_asked_for_separately():
    moves = "position startpos moves a1 b2 d1 f6"
    assert best_move(moves, "go depth 2") == "g1"
    capture = best_move(f"{moves} g1", "go depth 2")
    assert capture in ("xb2", "xf6")


def test_the_capture_is_the_one_that_was_meant():
    session = UciSession(NoTables(), clock=SimulatedClock())
    moves = "position startpos moves a1 b2 d1 f6"
    told = [line for text in (moves, "go depth 2") for line in session.answer(text)]
    meant = next(line for line in told if " pv " in line).split()[-1]
    again = [line for text in (f"{moves} g1", "go depth 2") for line in session.answer(text)]
    assert again[-1] == f"bestmove {meant}"


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
        assert len(told) == 1, mistake
        assert told[0].startswith("info string "), mistake
        assert told[0].endswith((".", "ids:nodes", "0 0 1")) or "for example" in told[0], told


def test_a_depth_beyond_all_reach_is_answered_all_the_same():
    # White can take one of three men at once, so that the search ends early.
    told = conversation("position fen OOO*****/@@@*****/******** w m s 3 0 3 0", "go depth 999")
    assert told[-1].startswith("bestmove ")


def test_a_wrong_position_leaves_the_last_one():
    told = conversation("position startpos moves a1", "position startpos moves a1 a1", "d")
    assert position_from_fen(told[-1]).white.bit_count() == 1


def test_the_level_changes_how_it_plays_and_quit_ends():
    session = UciSession(NoTables(), clock=SimulatedClock(), seed=3)
    assert list(session.answer("setoption name SkillLevel value 0")) == []
    notes = [line for _ in range(12) for line in session.answer("go depth 2")]
    assert any("without looking" in note for note in notes)
    assert not session.is_over
    assert list(session.answer("quit")) == []
    assert session.is_over
