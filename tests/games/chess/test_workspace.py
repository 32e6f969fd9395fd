from dataclasses import replace

import chess
import pytest
from click.testing import CliRunner

from ludens.cli.chess.workspace import command
from ludens.games.chess.workcell.measures import PAPER
from ludens.games.chess.workspace import fit, largest_board_m, room_at


def test_the_papers_board_fits_with_all_its_slots_and_hardly_a_larger_one():
    # The thesis computes 0.375 m for a board whose outer corners are reached, and chooses 0.390 m.
    assert fit(PAPER).unreached == ()
    assert PAPER.board_m < largest_board_m(PAPER) < 0.42


def test_the_hole_before_the_arm_and_its_outer_edge_are_where_the_paper_has_them():
    # Equations 3.16 and 3.17 of the thesis: reached from 398 to 796 mm.
    assert room_at(0.38, 0.0, PAPER) < 0.0 < room_at(0.42, 0.0, PAPER)
    assert room_at(0.785, 0.0, PAPER) > 0.0 > room_at(0.805, 0.0, PAPER)


def test_a_board_too_far_away_loses_its_far_squares():
    far = fit(replace(PAPER, center_ahead_m=0.65))

    assert not far.squares_fit
    assert {chess.A8, chess.H8} <= {place.square for place in far.unreached}
    assert chess.E1 not in {place.square for place in far.unreached}


@pytest.mark.parametrize(("ahead", "code", "words"), [("0.60", 0, "It fits."), ("0.70", 1, "does not fit")])
def test_the_command_says_whether_it_fits_and_draws_it(tmp_path, ahead, code, words):
    picture = tmp_path / "reach.png"

    result = CliRunner().invoke(command, ["--ahead", ahead, "--out", str(picture)])

    assert result.exit_code == code
    assert words in result.output
    assert picture.stat().st_size > 10_000


def test_nothing_is_drawn_where_nobody_says_where(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(command, [])
    assert result.exit_code == 0
    assert "--out FILE.png draws it" in result.output
    assert list(tmp_path.iterdir()) == []
