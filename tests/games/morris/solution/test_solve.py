"""The solution itself: the counts of the whole game, and the values against the rules."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from ludens.games.morris.rules import Position, apply, legal_turns, outcome
from ludens.games.morris.solution.index_tables import index_tables, position_count
from ludens.games.morris.solution.indexing import position_at
from ludens.games.morris.solution.solve import chosen_stages
from ludens.games.morris.solution.stages import ALL_STAGES, MOVING_STAGES, PLACING_STAGES, Stage
from ludens.games.morris.solution.tables import Tables
from ludens.games.morris.solution.verification import counts_in, known_counts
from ludens.table.values import Result, Value
from tests.games.morris.solution.conftest import Solving

PLACING = [stage for stage in chosen_stages("2-2+2-2,3-3+1-1") if stage.is_placing]


def test_the_empty_board_is_a_draw():
    counts = known_counts()[Stage(0, 0, 9, 9)]
    assert (counts.wins, counts.draws, counts.losses) == (0, 1, 0)


def test_the_known_counts_are_of_every_position_of_the_game():
    known = known_counts()
    assert set(known) == set(ALL_STAGES)
    moving = sum(known[stage].wins + known[stage].draws + known[stage].losses for stage in MOVING_STAGES)
    assert moving == 8_904_593_601  # all positions with 3–9 men a side up to the 16 symmetries
    assert max(counts.farthest for counts in known.values()) == 206


@pytest.mark.parametrize("stage", [*chosen_stages("8"), *PLACING], ids=str)
def test_the_processor_finds_what_the_graphics_card_found(solved: Path, stage: Stage):
    assert counts_in(solved, stage) == known_counts()[stage]


def test_the_processor_finds_the_same_where_sides_differ_and_nobody_flies(
    solving: Solving, solved: Path, tmp_path: Path
):
    folder = shutil.copytree(solved, tmp_path / "tables")
    for stage in solving.solve(folder, "4-5"):
        assert counts_in(folder, stage) == known_counts()[stage]


@pytest.mark.parametrize("stage", [*chosen_stages("8"), *PLACING], ids=str)
def test_values_follow_from_those_of_the_successors_by_the_rules(solved: Path, stage: Stage):
    tables = Tables.open(solved)
    random = np.random.default_rng(stage.own * 100 + stage.other)
    for index in random.integers(position_count(stage), size=150):
        own, other, _ = position_at(index_tables(), int(index), stage.own, stage.other, stage.ranks)
        position = Position.of_sides(
            own, other, own_in_hand=stage.own_in_hand, other_in_hand=stage.other_in_hand
        )
        assert tables.probe(position) == value_by_the_rules(position, tables)


def value_by_the_rules(position: Position, tables: Tables) -> Value:
    """Best turn for the side to move: the quickest win, else a draw, else the longest defence."""
    if outcome(position):
        return Value(Result.LOSS, 0)
    after = [tables.probe(apply(position, turn)) for turn in legal_turns(position)]
    values = [value.one_turn_earlier() for value in after if value is not None]
    assert len(values) == len(after)
    best = max(value.result for value in values)
    plies = [value.plies for value in values if value.result is best and value.plies is not None]
    if best is Result.DRAW:
        return Value(Result.DRAW)
    return Value(best, min(plies) if best is Result.WIN else max(plies))


def test_results_without_distances_are_the_same(solving: Solving, solved: Path, tmp_path: Path):
    for stage in solving.solve(tmp_path, "3-4,3-2+1-1", distance=False):
        with_distances, without = (
            (folder / f"{stage}.results").read_bytes() for folder in (solved, tmp_path)
        )
        assert with_distances == without


def test_stages_of_the_placing_phase_end_with_full_hands():
    assert PLACING_STAGES[-1] == Stage(0, 0, 9, 9)
