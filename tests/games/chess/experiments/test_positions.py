from collections import Counter

import numpy as np
import pytest

from ludens.games.chess.experiments.positions import kind_of, random_move, random_position
from ludens.games.chess.rules.arrangement import carried_out
from ludens.games.chess.rules.configuration import cast
from ludens.games.chess.rules.physical import plan_of
from ludens.games.chess.world import start_configuration


@pytest.mark.parametrize("seed", range(5))
def test_random_positions_can_be_set_up_and_played_on_with_the_pieces_of_one_set(seed):
    random = np.random.default_rng(seed)
    board = random_position(random)
    configuration = start_configuration(board.fen(en_passant="fen"))
    for _ in range(10):
        assert cast(board, configuration) is not None
        move = random_move(board, random)
        configuration = carried_out(plan_of(board, move, configuration), configuration)
        board.push(move)
        assert any(board.legal_moves)


def test_rare_moves_come_often():
    kinds = Counter[str]()
    for seed in range(40):
        random = np.random.default_rng(seed)
        board = random_position(random)
        for _ in range(5):
            move = random_move(board, random)
            kinds[kind_of(board, move)] += 1
            board.push(move)

    assert set(kinds) == {"quiet", "capture", "castling", "en passant", "promotion"}
    assert min(kinds.values()) >= 5
