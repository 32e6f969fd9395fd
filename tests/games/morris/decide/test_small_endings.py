"""Endings tabulated by the player itself, and the perfect player with real tables."""

from pathlib import Path
from threading import Event

import numpy as np
import pytest

from ludens.core.runtime.clock import SimulatedClock
from ludens.games.morris.decide.budget import Budget
from ludens.games.morris.decide.perfect import PerfectPlayer
from ludens.games.morris.decide.player import Player
from ludens.games.morris.decide.search import SearchPlayer
from ludens.games.morris.decide.small_endings import build
from ludens.games.morris.rules import GameRecord, Position, Side, new_game
from ludens.games.morris.solution.tables import Tables
from ludens.games.morris.solution.values import Result

BUDGET = Budget(nodes=1)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    folder = tmp_path_factory.mktemp("endings")
    build(6, clock=SimulatedClock())(folder, Event())
    return Tables.open(folder)


def ending(seed: int) -> GameRecord:
    points = np.random.default_rng(seed).permutation(24)[:6]
    men = [sum(1 << int(point) for point in half) for half in (points[:3], points[3:])]
    return new_game(start=Position(men[0], men[1]))


def result(record: GameRecord, white: Player, black: Player) -> Result:
    """How white fares."""
    rng = np.random.default_rng(0)
    while record.outcome is None:
        player = white if record.side_to_move is Side.WHITE else black
        record = record.play(player.choose(record, rng).turn)
    winner = record.outcome.winner
    return Result.DRAW if winner is None else Result.WIN if winner is Side.WHITE else Result.LOSS


@pytest.mark.parametrize("seed", range(12))
def test_perfect_play_from_both_sides_ends_as_the_tables_say(tables: Tables, seed: int):
    record = ending(seed)
    value = tables.probe(record.position)
    if value is not None and record.outcome is None:
        player = PerfectPlayer(tables, BUDGET)
        assert result(record, player, player) is value.result


@pytest.mark.parametrize("seed", range(6))
def test_the_perfect_player_never_does_worse_than_the_tables_say(tables: Tables, seed: int):
    record = ending(100 + seed)
    value = tables.probe(record.position)
    if value is not None and record.outcome is None:
        perfect, searcher = PerfectPlayer(tables, BUDGET), SearchPlayer(Budget(depth=4))
        assert result(record, perfect, searcher) >= value.result
        assert result(record, searcher, perfect) <= value.result


def test_a_build_that_is_told_to_stop_leaves_nothing_wrong(tmp_path: Path):
    stop = Event()
    stop.set()
    build(6, clock=SimulatedClock())(tmp_path, stop)
    assert not Tables.open(tmp_path).stages
