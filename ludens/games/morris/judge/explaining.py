"""Names what is wrong with a change that no legal turn explains."""

from dataclasses import dataclass

from ludens.games.morris.judge.change import Change, Pairs, change_between, is_step, pairings
from ludens.games.morris.judge.faults import Fault, FaultKind, colour, listed
from ludens.games.morris.judge.remarks import remarks
from ludens.games.morris.judge.seen import SeenBoard
from ludens.games.morris.rules import POINT_NAMES, GameRecord, Phase, Turn, capturable, closes_mill, mask_of

MOST_CHANGED = 8  # points; a turn changes three, and two cheats on top of it hardly more than this


@dataclass(frozen=True, slots=True)
class _Steps:
    """What the side to move did with its own men: its faults, and how many men it may take for it.

    `judged` is the one step that captures can be judged by; it is None when there was none or several.
    """

    faults: tuple[Fault, ...]
    judged: Turn | None
    allowed: int
    sound: bool


def explain(record: GameRecord, now: SeenBoard) -> tuple[Fault, ...]:
    """All that is wrong with a complete board that is no legal successor of the game so far."""
    change = change_between(record.position, now)
    end = record.outcome
    if end is not None:
        return (Fault(FaultKind.GAME_OVER, (), f"The game was over, nothing may change. {end}"),)
    if change.points > MOST_CHANGED:
        upset = f"{change.points} points have changed, far more than one turn can change."
        return (Fault(FaultKind.BOARD_UPSET, (), upset), *remarks(record, now))
    recoloured, change = _recoloured(change)
    # Of several ways to say who went where, believe the one that needs the fewest faults.
    ways = [
        (*steps.faults, *_opponent(record, change, steps))
        for steps in (
            _steps(record, change, pairs)
            for pairs in pairings(change.own_gone, change.own_new, variant=record.variant)
        )
    ]
    return (*recoloured, *min(ways, key=len), *remarks(record, now))


def _recoloured(change: Change) -> tuple[tuple[Fault, ...], Change]:
    """Men whose colour differs now; the rest of the change is handed back."""
    own, other = change.side, change.side.other
    faults = []
    gone, taken_over = list(change.own_gone), list(change.became_own)
    # As in chess: the man that left its point stands where one of the opponent's stood.
    while gone and taken_over and not change.own_new:
        origin, target = gone.pop(), taken_over.pop()
        sentence = (
            f"{colour(own)} moved from {POINT_NAMES[origin]} onto {POINT_NAMES[target]}, where a "
            f"{other.value} man stood; men are taken by closing a mill only."
        )
        faults.append(Fault(FaultKind.MOVED_ONTO_MAN, (origin, target), sentence))
    for points, was, now in ((change.became_other, own, other), (tuple(taken_over), other, own)):
        faults += [
            Fault(
                FaultKind.COLOUR_CHANGED,
                (point,),
                f"The man at {POINT_NAMES[point]} was {was.value} and is {now.value} now.",
            )
            for point in points
        ]
    rest = Change(own, tuple(gone), change.own_new, change.other_gone, change.other_new, (), ())
    return tuple(faults), rest


def _steps(record: GameRecord, change: Change, pairs: Pairs) -> _Steps:
    left = tuple(point for point in change.own_gone if point not in {origin for origin, _ in pairs})
    come = tuple(point for point in change.own_new if point not in {target for _, target in pairs})
    placing = record.position.phase is Phase.PLACING
    faults = _placing_faults(record, pairs, come) if placing else _moving_faults(record, pairs, come)
    faults += [
        Fault(
            FaultKind.OWN_MAN_GONE,
            (point,),
            f"{colour(change.side)}'s own man at {POINT_NAMES[point]} is gone.",
        )
        for point in left
    ]
    turns = [*(Turn(target, origin) for origin, target in pairs), *(Turn(target) for target in come)]
    closing = [turn for turn in turns if closes_mill(record.position, turn, record.variant)]
    single = turns[0] if len(turns) == 1 else None
    return _Steps(tuple(faults), single, len(closing), sound=not faults)


def _placing_faults(record: GameRecord, pairs: Pairs, come: tuple[int, ...]) -> list[Fault]:
    position = record.position
    player, in_hand = colour(position.side_to_move), position.own_in_hand
    faults = [
        Fault(
            FaultKind.MOVED_WHILE_IN_HAND,
            pair,
            f"{player} moved from {POINT_NAMES[pair[0]]} to {POINT_NAMES[pair[1]]} although {in_hand} "
            f"{'man is' if in_hand == 1 else 'men are'} still in hand and must be placed first.",
        )
        for pair in pairs
    ]
    if len(come) > 1:
        sentence = f"{player} placed {len(come)} men at once, at {listed(come)}; a turn places one."
        faults.append(Fault(FaultKind.PLACED_SEVERAL, come, sentence))
    return faults


def _moving_faults(record: GameRecord, pairs: Pairs, come: tuple[int, ...]) -> list[Fault]:
    player = colour(record.side_to_move)
    faults = [
        Fault(
            FaultKind.PLACED_WITH_EMPTY_HAND,
            (point,),
            f"{player} placed a man at {POINT_NAMES[point]}, but has none in hand.",
        )
        for point in come
    ]
    if len(pairs) > 1:
        moves = " and ".join(f"{POINT_NAMES[origin]} to {POINT_NAMES[target]}" for origin, target in pairs)
        points = tuple(point for pair in pairs for point in pair)
        sentence = f"{player} moved {len(pairs)} men, {moves}; a turn moves one."
        faults.append(Fault(FaultKind.MOVED_SEVERAL, points, sentence))
    elif pairs and not is_step(pairs[0], before=record.position, variant=record.variant):
        origin, target = (POINT_NAMES[point] for point in pairs[0])
        sentence = f"{player} moved from {origin} to {target}, which is more than one step along a line."
        faults.append(Fault(FaultKind.TOO_FAR, pairs[0], sentence))
    return faults


def _opponent(record: GameRecord, change: Change, steps: _Steps) -> list[Fault]:
    """What happened to the opponent's men."""
    position, side = record.position, change.side
    may_be_taken = capturable(position.other, record.variant)
    gone = sorted(change.other_gone, key=lambda point: not may_be_taken >> point & 1)
    # A capture that is due explains one man that is gone; only the others can have moved elsewhere.
    due = min(steps.allowed, len(gone))
    captured, others = tuple(gone[:due]), tuple(gone[due:])
    pairs = pairings(others, change.other_new, variant=record.variant)[0]
    moved_from = {origin for origin, _ in pairs}
    taken = captured + tuple(point for point in others if point not in moved_from)
    added = tuple(point for point in change.other_new if point not in {target for _, target in pairs})
    faults = [
        Fault(
            FaultKind.OPPONENT_MOVED,
            pair,
            f"A {side.other.value} man moved from {POINT_NAMES[pair[0]]} to {POINT_NAMES[pair[1]]} "
            f"although it was {side.value}'s turn.",
        )
        for pair in pairs
    ]
    nothing_else = not (change.own_gone or change.own_new or change.other_gone) and len(added) == 1
    if nothing_else and position.phase is Phase.PLACING:
        sentence = f"{colour(side)} placed a {side.other.value} man, at {POINT_NAMES[added[0]]}."
        faults.append(Fault(FaultKind.WRONG_COLOUR_PLACED, added, sentence))
    else:
        faults += [
            Fault(
                FaultKind.OPPONENT_ADDED,
                (point,),
                f"A {side.other.value} man was added at {POINT_NAMES[point]}.",
            )
            for point in added
        ]
    return faults + _capture_faults(record, taken, steps, may_be_taken)


def _capture_faults(
    record: GameRecord, taken: tuple[int, ...], steps: _Steps, may_be_taken: int
) -> list[Fault]:
    player, victim = colour(record.side_to_move), record.side_to_move.other.value
    if not taken:
        if steps.sound and steps.judged is not None and steps.allowed and may_be_taken:
            sentence = f"{player} closed a mill with {POINT_NAMES[steps.judged.target]} and took no man."
            return [Fault(FaultKind.MILL_WITHOUT_CAPTURE, (steps.judged.target,), sentence)]
        return []
    victims = f"the {victim} {'man' if len(taken) == 1 else 'men'} at {listed(taken)}"
    if not steps.allowed:
        sentence = f"{player} took {victims} without closing a mill."
        return [Fault(FaultKind.TOOK_WITHOUT_MILL, taken, sentence)]
    faults = []
    if len(taken) > steps.allowed:
        sentence = f"{player} took {len(taken)} men, at {listed(taken)}; a turn takes one."
        faults.append(Fault(FaultKind.TOOK_SEVERAL, taken, sentence))
    if not mask_of(taken) & may_be_taken:
        sentence = f"{player} took {victims}, safe in a mill."
        faults.append(Fault(FaultKind.TOOK_SAFE_MAN, taken, sentence))
    return faults
