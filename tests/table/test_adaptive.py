import chess
import numpy as np
import pytest

from ludens.core.errors import LudensError
from ludens.games.chess.decide.players import adaptive_player as chess_player
from ludens.games.morris.decide.players import adaptive_player, level_player
from ludens.games.morris.decide.search import MorrisSearchPlayer
from ludens.games.morris.rules import Side, new_game
from ludens.table.adaptive import Adaptation
from ludens.table.levels import STRONGEST
from ludens.table.search import SearchBudget

STRONG = MorrisSearchPlayer(SearchBudget(nodes=1))


@pytest.mark.parametrize("strength", [1.0, 3.3, 6.0, 9.0])
def test_the_score_of_a_person_of_any_strength_comes_to_one_half(strength: float):
    """Persons who win by a logistic law of the difference in levels, drawing a tenth of their games."""
    rng = np.random.default_rng(int(10 * strength))
    adaptation, scores = Adaptation(), []
    for _ in range(400):
        wins = 1.0 / (1.0 + np.exp(-(strength - adaptation.level)))
        score = 0.5 if rng.random() < 0.1 else float(rng.random() < wins)
        scores.append(score)
        adaptation = adaptation.after(score)
    assert abs(adaptation.level - strength) < 3.0
    assert np.mean(scores) == pytest.approx(0.5, abs=0.05)
    assert np.mean(scores[20:60]) == pytest.approx(0.5, abs=0.15)


@pytest.mark.parametrize("level", [2])
def test_a_simulated_person_scores_one_half_in_real_games(level: int):
    person, adaptation, scores = level_player(level, perfect=STRONG), Adaptation(), []
    for seed in range(40):
        rng, record = np.random.default_rng([level, seed]), new_game()
        machine = adaptive_player(adaptation, perfect=STRONG)
        person_side = Side.WHITE if seed % 2 == 0 else Side.BLACK
        while record.outcome is None:
            player = person if record.side_to_move is person_side else machine
            record = record.play(player.choose(record, rng).move)
        winner = record.outcome.winner
        scores.append(0.5 if winner is None else float(winner is person_side))
        adaptation = adaptation.after(scores[-1])
    assert np.mean(scores[4:]) == pytest.approx(0.5, abs=0.1)


def test_the_level_stays_within_its_ends():
    weak, strong = Adaptation(), Adaptation()
    for _ in range(50):
        weak, strong = weak.after(0.0), strong.after(1.0)
    assert (weak.level, strong.level) == (0.0, STRONGEST)
    assert weak.games == 50


def test_a_score_outside_of_a_game_is_refused():
    with pytest.raises(LudensError, match="from 0 to 1"):
        Adaptation().after(2.0)


def test_it_is_kinder_to_a_person_who_is_behind():
    def levels(fen: str) -> set[str]:
        player = chess_player(Adaptation(5.0, 9))
        board = chess.Board(fen)
        return {player.choose(board, np.random.default_rng(seed)).note.split(" (")[0] for seed in range(3)}

    assert levels("4k3/pppppppp/8/8/8/8/PPPPPPPP/QR2K3 w - - 0 1") == {"Level 3"}
    assert levels("qr2k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1") == {"Level 7"}
    assert levels(chess.STARTING_FEN) <= {"Level 4", "Level 5"}
