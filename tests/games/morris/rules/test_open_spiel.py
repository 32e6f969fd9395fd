"""OpenSpiel's `nine_mens_morris` as a second opinion on the rules, over a thousand random games.

Its rules are ours where both speak. They differ in two things, which the comparison allows for:

- a capture is an action of its own, so one of our turns is one or two of its actions;
- it ends a game after 200 turns; we end it by repetition or by turns without a mill, which it does not know.
"""

import numpy as np
import pyspiel

from ludens.games.morris.rules import (
    POINT_COUNT,
    POINT_NAMES,
    Outcome,
    Reason,
    Side,
    Turn,
    apply,
    legal_turns,
    outcome,
    start_position,
)

GAMES = 1000
LONGEST = 200  # turns after which OpenSpiel stops
# Its points are numbered row by row from a7.
ORDER = sorted(range(POINT_COUNT), key=lambda point: (-int(POINT_NAMES[point][1]), POINT_NAMES[point]))
THEIRS = {point: number for number, point in enumerate(ORDER)}


def first_action(turn: Turn) -> int:
    if turn.origin is None:
        return THEIRS[turn.target]
    return POINT_COUNT + POINT_COUNT * THEIRS[turn.origin] + THEIRS[turn.target]


def expected_captures(turns: tuple[Turn, ...]) -> dict[int, set[int]]:
    """For each of its first actions the captures that may follow, none where no mill is closed."""
    captures: dict[int, set[int]] = {}
    for turn in turns:
        follow = captures.setdefault(first_action(turn), set())
        if turn.captured is not None:
            follow.add(THEIRS[turn.captured])
    return captures


def drawn(state: pyspiel.State) -> list[Side | None]:
    """The men of its drawing, row by row."""
    board = str(state).split("\n\n")[0]
    return [{".": None, "W": Side.WHITE, "B": Side.BLACK}[mark] for mark in board if mark in ".WB"]


def play_beside_each_other(generator: np.random.Generator, *, peaceful: bool) -> Outcome | None:
    """One random game in both; every list of actions must agree, and so must the end.

    Peaceful players close no mill while they can help it, and so come to block each other.
    """
    position, state = start_position(), pyspiel.load_game("nine_mens_morris").new_initial_state()
    for _ in range(LONGEST):
        turns = legal_turns(position)
        captures = expected_captures(turns)
        assert sorted(captures) == state.legal_actions()
        if not turns:
            break
        quiet = [turn for turn in turns if turn.captured is None] if peaceful else []
        turn = (quiet or turns)[generator.integers(len(quiet or turns))]
        state.apply_action(first_action(turn))
        if turn.captured is not None:
            assert sorted(captures[first_action(turn)]) == state.legal_actions()
            state.apply_action(THEIRS[turn.captured])
        position = apply(position, turn)
    assert state.is_terminal()
    assert drawn(state) == [position.on_point(point) for point in ORDER]
    end = outcome(position)
    winner = None if end is None else end.winner
    assert state.returns() == ([0, 0] if winner is None else [1, -1] if winner is Side.WHITE else [-1, 1])
    return end


def test_both_allow_the_same_turns_in_every_position_of_a_thousand_games():
    generator = np.random.default_rng(0)
    ends = [play_beside_each_other(generator, peaceful=number % 4 == 0) for number in range(GAMES)]
    # The comparison is worth something only if games end in every way.
    assert {end and end.reason for end in ends} == {Reason.TOO_FEW_MEN, Reason.NO_MOVE, None}
