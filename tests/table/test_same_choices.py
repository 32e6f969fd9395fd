"""The same dice give the same moves as ever: a changed line here is a changed player, and is looked at."""

import chess
import numpy as np
import pytest

from ludens.games.chess.decide.players import level_player
from ludens.games.morris.decide.players import make_player
from ludens.games.morris.rules import turn_text
from tests.games.morris.random_games import open_game

CHESS = {
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 5 4": (
        "b7b5 d8e7 d8e7 d7d5 f8e7 f8c5 f8c5 f8b4"
    ),
    "8/5pk1/3p2p1/2pP3p/2P1r3/1P3P1P/4R1P1/6K1 w - - 0 38": ("f3e4 f3e4 f3e4 f3e4 f3e4 f3e4 f3e4 e2e4"),
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": (
        "d5e6 e2a6 e2a6 e2a6 e2a6 d5e6 e2a6 e2a6"
    ),
}
MORRIS = {
    1: "d2-d1 d2-d1 b2-b4 b2-b4 b2-b4 b2-b4 b2-b4 b2-b4",
    3: "d5-e5 d5-e5 d6-b6 d6-b6 d6-b6 d6-b6 d5-e5 g7-g4",
    6: "e4-f4xd3 e4-f4xd3 e4-f4xd3 e4-f4xd3 e4-f4xd3 e4-f4xd3 e4-f4xd3 e4-f4xd3",
}


@pytest.mark.parametrize("fen", CHESS)
def test_every_level_of_chess_plays_as_before(fen: str):
    board = chess.Board(fen)
    played = [level_player(level).choose(board, np.random.default_rng(9)).move.uci() for level in range(8)]
    assert " ".join(played) == CHESS[fen]


@pytest.mark.parametrize("seed", MORRIS)
def test_every_level_of_morris_plays_as_before(seed: int):
    record = open_game(seed, 12 + 9 * seed)
    players = [make_player(f"level-{level}") for level in range(8)]
    played = [turn_text(player.choose(record, np.random.default_rng(9)).move) for player in players]
    assert " ".join(played) == MORRIS[seed]
