import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pettingzoo.test import api_test, seed_test

from ludens.core.errors import LudensError
from ludens.games.morris import env
from ludens.games.morris.env import ACTIONS, MorrisEnv, action_mask, action_of, turn_of
from ludens.games.morris.rules import (
    POINTS,
    SIX_MEN,
    IllegalTurnError,
    MorrisError,
    Turn,
    Variant,
    turn_from_text,
)
from tests.games.morris.samples import games, position

POINT = st.integers(0, 23)
# PettingZoo's own board games have a dictionary with the mask too; it knows those by name only.
OWN_GAMES_EXCEPTED = pytest.mark.filterwarnings(
    "ignore:Observation (space for each agent probably|is not a NumPy array)"
)


@OWN_GAMES_EXCEPTED
def test_pettingzoo_accepts_it():
    api_test(env.env(), num_cycles=400)


@OWN_GAMES_EXCEPTED
def test_pettingzoo_accepts_the_bare_class_and_another_variant():
    api_test(MorrisEnv(variant=SIX_MEN), num_cycles=100)


def test_the_same_seeds_give_the_same_games():
    seed_test(env.env, num_cycles=60)


@given(st.builds(Turn, POINT, st.none() | POINT, st.none() | POINT))
def test_an_action_is_a_turn(turn):
    assert 0 <= action_of(turn) < ACTIONS
    assert turn_of(action_of(turn)) == turn


@given(games())
def test_the_mask_holds_the_legal_turns(game):
    legal = {turn_of(int(action)) for action in np.flatnonzero(action_mask(game))}
    assert legal == set(game.legal_turns())


@pytest.mark.parametrize("action", [-1, ACTIONS])
def test_other_numbers_are_no_action(action):
    with pytest.raises(MorrisError, match="0 to 14999"):
        turn_of(action)


def test_each_agent_sees_its_own_men_first():
    morris = MorrisEnv()
    morris.reset()
    morris.step(action_of(turn_from_text("d6")))
    white, black = morris.observe("white_0"), morris.observe("black_0")
    assert np.flatnonzero(white["observation"][:48]).tolist() == [POINTS["d6"]]
    assert np.flatnonzero(black["observation"][:48]).tolist() == [24 + POINTS["d6"]]
    assert white["observation"][48:].tolist() == [8, 9, 0, 1]
    assert black["observation"][48:].tolist() == [9, 8, 0, 1]
    assert white["action_mask"].sum() == 0
    assert black["action_mask"].sum() == 23


def test_the_winner_gets_one_and_the_loser_minus_one():
    morris = MorrisEnv(start=position("a1 d1 g4 b4", "a7 b6 c5"))
    morris.reset()
    morris.step(action_of(turn_from_text("g4-g1xa7")))
    assert morris.rewards == {"white_0": 1, "black_0": -1}
    assert all(morris.terminations.values())
    assert morris.infos["black_0"]["outcome"].startswith("White wins")


def test_a_draw_rewards_nobody():
    morris = MorrisEnv(variant=Variant(turns_without_mill=2), start=position("a1 b2 c3 g7", "a7 b6 c5 g1"))
    morris.reset()
    for turn in ("a1-a4", "g1-g4"):
        morris.step(action_of(turn_from_text(turn)))
    assert morris.rewards == {"white_0": 0, "black_0": 0}
    assert all(morris.terminations.values())


def test_an_illegal_action_loses_the_guarded_game_and_is_explained_by_the_bare_one():
    guarded = env.env()
    guarded.reset()
    guarded.step(action_of(turn_from_text("d6-d5")))
    assert guarded.terminations["white_0"]
    assert guarded.rewards["white_0"] == -1
    bare = MorrisEnv()
    bare.reset()
    with pytest.raises(IllegalTurnError, match="in hand"):
        bare.step(action_of(turn_from_text("d6-d5")))


def test_it_draws_the_board():
    morris = MorrisEnv(render_mode="ansi")
    morris.reset()
    morris.step(action_of(turn_from_text("d6")))
    text = morris.render()
    assert text.splitlines()[2] == "6  |   ·-------O-------·   |"
    assert "black to move; in hand: white 8, black 9" in text


def test_options_that_cannot_be_are_refused():
    with pytest.raises(LudensError, match="render mode"):
        MorrisEnv(render_mode="human")  # type: ignore[arg-type]
    with pytest.raises(LudensError, match="Nothing can be played"):
        MorrisEnv(start=position("a1 d1", "a7 b6 c5"))
    morris = MorrisEnv()
    morris.reset()
    with pytest.raises(LudensError, match="action is needed"):
        morris.step(None)
