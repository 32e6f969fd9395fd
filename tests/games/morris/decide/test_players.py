import itertools
from pathlib import Path

import numpy as np
import pytest

from ludens.core.errors import LudensError
from ludens.games.morris.decide.candidates import MorrisChoice
from ludens.games.morris.decide.players import LEVELS, PERFECT, level_player
from ludens.games.morris.decide.search import MorrisSearchPlayer
from ludens.games.morris.rules import GameRecord, Side, new_game
from ludens.table.search import SearchBudget
from tests.games.morris.random_games import open_game

STRONG = MorrisSearchPlayer(SearchBudget(nodes=1))


def score_of_first(first: int, second: int, *, games: int) -> float:
    """Points of the first level against the second, colours in turn."""
    players = (level_player(first, perfect=STRONG), level_player(second, perfect=STRONG))
    points = 0.0
    for seed in range(games):
        record, rng, swapped = new_game(), np.random.default_rng(seed), seed % 2
        while record.outcome is None:
            record = record.play(players[(len(record.turns) + swapped) % 2].choose(record, rng).move)
        winner = record.outcome.winner
        points += 0.5 if winner is None else float((winner is Side.WHITE) != bool(swapped))
    return points / games


def test_levels_far_apart_are_far_apart_in_strength():
    assert score_of_first(3, 0, games=16) > 0.7
    assert score_of_first(6, 3, games=10) > 0.7


def test_levels_slip_less_and_see_farther_the_higher_they_are():
    assert [level.number for level in LEVELS] == list(range(PERFECT + 1))
    for lower, higher in itertools.pairwise(LEVELS):
        assert higher.slip_rate <= lower.slip_rate
        assert higher.depth >= lower.depth
    assert LEVELS[-1].slip_rate == 0.0
    assert LEVELS[PERFECT].name == "perfect"


class Certain:
    def choose(self, game: GameRecord, rng: np.random.Generator) -> MorrisChoice:
        return MorrisChoice(game.legal_turns()[0], (), "certain")

    def close(self) -> None:
        pass


def test_the_highest_level_is_the_perfect_player_and_never_slips():
    player = level_player(PERFECT, perfect=Certain())
    rng = np.random.default_rng(0)
    assert all(player.choose(open_game(1, 9), rng).note == "certain" for _ in range(50))


def test_slips_come_as_often_as_the_level_says():
    player, rng, record = level_player(0, perfect=STRONG), np.random.default_rng(0), open_game(1, 25)
    slips = sum(player.choose(record, rng).note == "Played without looking." for _ in range(400))
    assert slips / 400 == pytest.approx(LEVELS[0].slip_rate, abs=0.08)


def test_the_same_dice_give_the_same_turn_also_after_other_games():
    player, record = level_player(4, perfect=STRONG), open_game(2, 25)
    first = player.choose(record, np.random.default_rng(7))
    player.choose(open_game(3, 30), np.random.default_rng(8))
    assert player.choose(record, np.random.default_rng(7)) == first


@pytest.mark.parametrize("number", [-1, PERFECT + 1])
def test_other_levels_do_not_exist(number: int):
    with pytest.raises(LudensError, match="no level"):
        level_player(number, perfect=STRONG)


def test_the_page_about_levels_says_what_they_are():
    page = (Path(__file__).parents[4] / "docs/morris-opponent.md").read_text("utf-8")
    for level in LEVELS[:PERFECT]:
        plies = "1 ply" if level.depth == 1 else f"{level.depth} plies"
        ahead = plies if level.nodes is None else f"{level.nodes:,} positions"
        slips = f"{level.slip_rate:.0%}" if level.slip_rate else "never"
        assert f"| {level.number} | {level.name} | {ahead} | {slips} |" in page
