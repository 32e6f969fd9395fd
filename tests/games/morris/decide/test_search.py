"""The search: no blunder that six plies show, the same answer every time, and no longer than it may."""

import numpy as np
import pytest

from ludens.core.errors import LudensError
from ludens.core.runtime.clock import nanoseconds
from ludens.games.morris.decide.search import SURE_DEPTH, MorrisSearchPlayer, analyse, numbers_of
from ludens.games.morris.rules import (
    POINTS,
    SIX_MEN,
    GameRecord,
    Position,
    Turn,
    apply,
    new_game,
)
from ludens.games.morris.rules.notation import turn_from_text
from ludens.games.morris.solution.compiled_rules import MOST_TURNS, generate, play
from ludens.table.search import SearchBudget
from ludens.table.values import Result, Value
from tests.games.morris.random_games import open_game
from tests.games.morris.samples import position

Numbers = tuple[int, int, int, int]
SHALLOW = SearchBudget(nodes=1)  # ends as soon as the sure plies are done


class Referee:
    """Plain recursion over all turns, to hold the search against."""

    def __init__(self) -> None:
        self._wins: dict[tuple[Numbers, int], bool] = {}

    def wins_within(self, position: Numbers, plies: int) -> bool:
        """Whether the side to move can force a win in so many plies."""
        if plies <= 0:
            return False
        key = (position, plies)
        if key not in self._wins:
            self._wins[key] = any(self.loses_within(after, plies - 1) for after in successors(position))
        return self._wins[key]

    def loses_within(self, position: Numbers, plies: int) -> bool:
        """Whether the side to move loses in so many plies whatever it does; at once, without a turn."""
        following = successors(position)
        if not following:
            return True
        return plies > 0 and all(self.wins_within(after, plies - 1) for after in following)


def successors(position: Numbers) -> list[Numbers]:
    out = np.empty(MOST_TURNS, dtype=np.int64)
    return [play(*position, turn) for turn in out[: generate(*position, out)]]


def after(record: GameRecord, turn: Turn) -> Numbers:
    return numbers_of(apply(record.position, turn))


@pytest.mark.parametrize("seed", range(40))
def test_no_turn_loses_within_the_sure_plies_where_another_does_not(seed: int):
    record = open_game(seed, 30 + seed)
    # Six plies in all, this turn counted, where few men can move; four where many can.
    nobody_flies = min(record.position.white.bit_count(), record.position.black.bit_count()) > 4
    plies = SURE_DEPTH - 1 if nobody_flies and len(record.legal_turns()) < 9 else 3
    referee = Referee()
    choice = MorrisSearchPlayer(SHALLOW).choose(record, np.random.default_rng(seed))
    if referee.wins_within(after(record, choice.move), plies):
        assert all(referee.wins_within(after(record, turn), plies) for turn in record.legal_turns())


@pytest.mark.parametrize("seed", range(40))
def test_scores_that_claim_a_win_or_loss_are_true_and_no_end_is_overlooked(seed: int):
    record = open_game(seed, 50 + seed % 30)
    referee = Referee()
    for candidate in analyse(record, budget=SearchBudget(depth=3), lines=4).candidates:
        value, then = candidate.value, after(record, candidate.move)
        if value is None:
            assert not referee.loses_within(then, 2)
            assert not referee.wins_within(then, 2)
        elif value.result is Result.WIN:
            assert value.plies is not None
            assert referee.loses_within(then, value.plies - 1)
            assert value.plies < 2 or not referee.loses_within(then, value.plies - 2)
        else:
            assert value.plies is not None
            assert referee.wins_within(then, value.plies - 1)
            assert not referee.wins_within(then, value.plies - 2)


def test_the_shortest_win_is_played():
    record = new_game(start=position("a1 d1 g4 b6", "a7 f6 c5"))
    choice = MorrisSearchPlayer(SHALLOW).choose(record, np.random.default_rng(0))
    assert (choice.move.target, choice.move.origin) == (POINTS["g1"], POINTS["g4"])
    assert choice.candidates[0].value == Value(Result.WIN, 1)
    assert "win in 1 ply" in choice.note


def test_the_same_nodes_give_the_same_choice():
    for seed in range(3):
        record = open_game(seed, 20)
        budget = SearchBudget(nodes=100_000)
        one, two = (MorrisSearchPlayer(budget).choose(record, np.random.default_rng(5)) for _ in range(2))
        assert one == two


class CountingClock:
    """Every look at it costs ten milliseconds."""

    def __init__(self) -> None:
        self.looks = 0

    def now_ns(self) -> int:
        self.looks += 1
        return nanoseconds(0.01 * self.looks)


def test_the_clock_ends_the_search_but_not_before_the_sure_plies():
    record = open_game(2, 19)
    hurried = analyse(record, budget=SearchBudget(duration_s=0.001, clock=CountingClock()))
    assert hurried.depth == SURE_DEPTH
    patient = analyse(
        record, budget=SearchBudget(duration_s=1.0, depth=SURE_DEPTH + 3, clock=CountingClock())
    )
    assert patient.depth > SURE_DEPTH


def test_a_budget_of_nodes_is_kept():
    analysis = analyse(open_game(3, 18), budget=SearchBudget(nodes=300_000))
    assert analysis.depth >= SURE_DEPTH
    assert analysis.nodes <= 300_010  # each ply on the way back counts itself once


def test_several_lines_are_sorted_and_agree_with_single_searches():
    record = open_game(4, 24)
    budget = SearchBudget(depth=4)
    lines = analyse(record, budget=budget, lines=5).candidates
    assert len(lines) >= 5
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
    for line in lines[:5]:
        alone = analyse(record, budget=budget, turns=(line.move,)).candidates[0]
        assert alone.score == line.score


def test_who_is_ahead_avoids_the_draw_by_repetition():
    record = new_game(start=position("a1 d1 b6 d6 c3 g7", "g4 f2 e3 f4"))
    for word in ("g7-d7", "g4-g1", "d7-g7", "g1-g4", "g7-d7", "g4-g1"):
        record = record.play(turn_from_text(word))
    back_again = record.play(turn_from_text("d7-g7")).play(turn_from_text("g1-g4"))
    assert back_again.outcome is not None, "going back lets the opponent end the game"
    choice = MorrisSearchPlayer(SearchBudget(nodes=50_000)).choose(record, np.random.default_rng(1))
    assert choice.move != turn_from_text("d7-g7")


class Oracle:
    """Knows the positions of one kind, so many men against so many, and says the same of all of them."""

    def __init__(self, own: int, other: int, value: Value) -> None:
        self._kind, self._value = (own, other), value

    def probe(self, position: Position) -> Value | None:
        kind = (position.own.bit_count(), position.other.bit_count())
        return self._value if kind == self._kind and not position.own_in_hand else None


def test_tables_one_ply_ahead_decide():
    record = new_game(start=position("a1 d1 g4 b6 c4", "a7 f6 c5 e3 b2"))
    best = analyse(record, budget=SHALLOW, tables=Oracle(4, 5, Value(Result.LOSS, 20))).candidates[0]
    assert best.move.captured is not None
    assert best.value == Value(Result.WIN, 21)
    best = analyse(record, budget=SHALLOW, tables=Oracle(4, 5, Value(Result.WIN, 20))).candidates[0]
    assert best.move.captured is None


def test_tables_two_plies_ahead_decide():
    """Black is about to close a mill at d6; the table says that white, then four against five, is lost."""
    record = new_game(start=position("f6 a1 g1 e3 c4", "d7 d5 b6 g4 b2"))
    lost = Oracle(4, 5, Value(Result.LOSS, 30))
    assert analyse(record, budget=SHALLOW, tables=lost).candidates[0].move == turn_from_text("f6-d6")
    dear = analyse(record, budget=SHALLOW, tables=lost, lines=99).candidates[-1]
    assert dear.value == Value(Result.LOSS, 32)


def test_other_rules_finished_games_and_impossible_budgets_are_refused():
    rng = np.random.default_rng(0)
    with pytest.raises(LudensError, match="standard rules"):
        MorrisSearchPlayer(SHALLOW).choose(new_game(SIX_MEN), rng)
    with pytest.raises(LudensError, match="over"):
        MorrisSearchPlayer(SHALLOW).choose(new_game(start=position("a1 d1 g1", "a7 b6")), rng)
    with pytest.raises(LudensError, match="clock"):
        SearchBudget(duration_s=1.0)
    with pytest.raises(LudensError, match="plies"):
        MorrisSearchPlayer(SearchBudget(depth=0))
