"""The perfect player, with tables that say what the test wants."""

from collections.abc import Callable

import numpy as np
import pytest

from ludens.core.errors import LudensError
from ludens.games.morris.decide.perfect import PerfectPlayer, best_turns, known_candidates
from ludens.games.morris.decide.tables import NoTables
from ludens.games.morris.rules import GameRecord, Position, Turn, apply, legal_turns, new_game
from ludens.games.morris.rules.notation import turn_from_text
from ludens.table.search import SearchBudget
from ludens.table.values import Result, Value
from tests.games.morris.random_games import open_game
from tests.games.morris.samples import position

BUDGET = SearchBudget(nodes=20_000)


class Told:
    """Tables that answer by a function."""

    def __init__(self, answer: Callable[[Position], Value | None]) -> None:
        self.probe = answer


def scattered(seed: int, *, plies: bool = True) -> Told:
    """Any value for any position, always the same for the same position."""

    def answer(position: Position) -> Value:
        rng = np.random.default_rng([seed, position.white, position.black, position.white_in_hand])
        result = Result(int(rng.integers(-1, 2)))
        length = None if result is Result.DRAW or not plies else 2 * int(rng.integers(1, 9))
        return Value(result, length)

    return Told(answer)


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("plies", [True, False])
def test_the_best_result_is_never_given_away(seed: int, plies: bool):
    record, tables = open_game(seed, 10 + seed), scattered(seed, plies=plies)
    known, complete = known_candidates(record, tables)
    assert complete
    choice = PerfectPlayer(tables, BUDGET).choose(record, np.random.default_rng(seed))
    chosen = next(candidate for candidate in choice.candidates if candidate.move == choice.move)
    assert chosen.value is not None
    best = max(candidate.value.result for candidate in known if candidate.value is not None)
    assert chosen.value.result is best
    if best is Result.WIN and plies:
        wins = [one.value for one in known if one.value is not None and one.value.result is best]
        assert chosen.value.plies == min(value.plies for value in wins if value.plies is not None)


def test_the_list_of_turns_is_sorted_from_the_quickest_win_to_the_quickest_loss():
    for seed in range(10):
        record, tables = open_game(seed, 20), scattered(seed)
        values = [one.value for one in best_turns(record, count=99, tables=tables, budget=BUDGET)]
        assert len(values) == len(record.legal_turns())
        keys = [(v.result, -v.result * (v.plies or 0)) for v in values if v is not None]
        assert keys == sorted(keys, reverse=True)


START = position("a1 d2 f4 b6", "g7 c3 e5 d7")


def after(turn: Turn) -> Position:
    return apply(START, turn)


def test_of_drawn_turns_the_one_with_most_wrong_answers_is_played():
    favourite = legal_turns(START)[3]
    traps = {apply(after(favourite), answer) for answer in legal_turns(after(favourite))[1:]}
    tables = Told(lambda asked: Value(Result.WIN, 20) if asked in traps else Value(Result.DRAW))
    choice = PerfectPlayer(tables, BUDGET).choose(new_game(start=START), np.random.default_rng(0))
    assert choice.move == favourite
    assert "1 of" in choice.note
    assert "hold the draw" in choice.note


def test_a_trap_that_shows_late_is_preferred_to_one_that_shows_at_once():
    quick, late = legal_turns(START)[1], legal_turns(START)[4]
    plies = {
        apply(after(turn), a): n for turn, n in ((quick, 2), (late, 40)) for a in legal_turns(after(turn))[1:]
    }
    tables = Told(lambda asked: Value(Result.WIN, plies[asked]) if asked in plies else Value(Result.DRAW))
    choice = PerfectPlayer(tables, BUDGET).choose(new_game(start=START), np.random.default_rng(0))
    assert choice.move == late


def test_of_equally_quick_wins_the_one_that_fewest_answers_delay_is_played():
    favourite = legal_turns(START)[3]
    longest = apply(after(favourite), legal_turns(after(favourite))[0])
    afterwards = {apply(after(favourite), answer) for answer in legal_turns(after(favourite))}

    def answer(asked: Position) -> Value:
        if asked.side_to_move is not START.side_to_move:
            return Value(Result.LOSS, 8)
        return Value(Result.WIN, 3 if asked in afterwards - {longest} else 7)

    choice = PerfectPlayer(Told(answer), BUDGET).choose(new_game(start=START), np.random.default_rng(0))
    assert choice.move == favourite
    assert choice.note.startswith("Win in 9 plies; 1 of ")


def test_the_longest_loss_is_played():
    lengths = {after(turn): 2 * index + 3 for index, turn in enumerate(legal_turns(START))}
    tables = Told(
        lambda asked: Value(Result.WIN, lengths[asked]) if asked in lengths else Value(Result.LOSS, 2)
    )
    choice = PerfectPlayer(tables, BUDGET).choose(new_game(start=START), np.random.default_rng(0))
    assert choice.move == legal_turns(START)[-1]
    assert choice.note.startswith("Loss in")


def test_where_a_stage_is_missing_the_search_plays_and_a_known_win_is_taken_all_the_same():
    rng = np.random.default_rng(0)
    assert "Searched" in PerfectPlayer(NoTables(), BUDGET).choose(new_game(start=START), rng).note
    winning = legal_turns(START)[2]
    tables = Told(lambda asked: Value(Result.LOSS, 30) if asked == after(winning) else None)
    choice = PerfectPlayer(tables, BUDGET).choose(new_game(start=START), rng)
    assert choice.move == winning
    assert choice.candidates[0].value == Value(Result.WIN, 31)


def shuffled() -> GameRecord:
    record = new_game(start=START)
    for word in ("a1-d1", "d7-a7", "d1-a1", "a7-d7", "a1-d1", "d7-a7"):
        record = record.play(turn_from_text(word))
    return record


def test_a_turn_that_ends_the_game_by_repetition_counts_as_a_draw():
    record = shuffled().play(turn_from_text("d1-a1"))
    closing = turn_from_text("a7-d7")
    lost = PerfectPlayer(Told(lambda asked: Value(Result.WIN, 9)), BUDGET)
    assert lost.choose(record, np.random.default_rng(0)).move == closing
    won = PerfectPlayer(Told(lambda asked: Value(Result.LOSS, 8)), BUDGET)
    assert won.choose(record, np.random.default_rng(0)).move != closing


def test_among_equals_a_position_not_seen_before_is_preferred():
    record = shuffled()
    back = apply(record.position, turn_from_text("d1-a1"))
    assert back in record.positions
    # Going back would be the hardest to answer, if it were not for that.
    traps = {apply(back, answer) for answer in legal_turns(back)[1:]}
    tables = Told(lambda asked: Value(Result.WIN, 20) if asked in traps else Value(Result.DRAW))
    turn = PerfectPlayer(tables, BUDGET).choose(record, np.random.default_rng(0)).move
    assert apply(record.position, turn) not in record.positions


def test_a_finished_game_is_refused():
    with pytest.raises(LudensError, match="over"):
        PerfectPlayer(NoTables(), BUDGET).choose(
            new_game(start=position("a1 d1 g1", "a7 b6")), np.random.default_rng(0)
        )
