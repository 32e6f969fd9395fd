"""Explains a change that no legal turn explains: its faults, and remarks from the game so far."""

from dataclasses import dataclass

from ludens.games.morris.judge.change import Change, Pairs, change_between, is_step, pairings
from ludens.games.morris.judge.seen import SeenBoard
from ludens.games.morris.judge.verdict import FaultKind, RuleFault, fault
from ludens.games.morris.rules import (
    POINT_NAMES,
    GamePhase,
    GameRecord,
    Side,
    Turn,
    capturable,
    closes_mill,
    legal_turns,
    mask_of,
    turn_text,
)
from ludens.games.morris.talk.words import Listed, man_values, outcome_phrase, phrase, points, side

MOST_CHANGED = 8  # points; a turn changes three, and two cheats on top of it hardly more than this


@dataclass(frozen=True, slots=True)
class _Steps:
    """Steps of the side to move with its own men: faults, and how many men it may take for them.

    `judged` is the one step that captures can be judged by; it is None when there was none or several.
    """

    faults: tuple[RuleFault, ...]
    judged: Turn | None
    allowed: int
    sound: bool


def explain(record: GameRecord, now: SeenBoard) -> tuple[RuleFault, ...]:
    """All that is wrong with a complete board that is no legal successor of the game so far."""
    change = change_between(record.position, now)
    end = record.outcome
    if end is not None:
        return (fault(FaultKind.GAME_OVER, (), outcome=outcome_phrase(end)),)
    if change.points > MOST_CHANGED:
        return (fault(FaultKind.BOARD_UPSET, (), count=change.points), *remarks(record, now))
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


def _recoloured(change: Change) -> tuple[tuple[RuleFault, ...], Change]:
    """Men whose colour differs now; the rest of the change is handed back."""
    own, other = change.side, change.side.other
    faults = []
    gone, taken_over = list(change.own_gone), list(change.became_own)
    # As in chess: the man that left its point stands where one of the opponent's stood.
    while gone and taken_over and not change.own_new:
        origin, target = gone.pop(), taken_over.pop()
        values = {"origin": POINT_NAMES[origin], "target": POINT_NAMES[target], **man_values(other.colour)}
        faults.append(fault(FaultKind.MOVED_ONTO_MAN, (origin, target), side=side(own), **values))
    for changed, was, now in ((change.became_other, own, other), (tuple(taken_over), other, own)):
        faults += [
            fault(
                FaultKind.COLOUR_CHANGED, (point,), point=POINT_NAMES[point], side=side(was), other=side(now)
            )
            for point in changed
        ]
    rest = Change(own, tuple(gone), change.own_new, change.other_gone, change.other_new, (), ())
    return tuple(faults), rest


def _steps(record: GameRecord, change: Change, pairs: Pairs) -> _Steps:
    left = tuple(point for point in change.own_gone if point not in {origin for origin, _ in pairs})
    come = tuple(point for point in change.own_new if point not in {target for _, target in pairs})
    placing = record.position.phase is GamePhase.PLACING
    faults = _placing_faults(record, pairs, come) if placing else _moving_faults(record, pairs, come)
    faults += [
        fault(FaultKind.OWN_MAN_GONE, (point,), side=side(change.side), point=POINT_NAMES[point])
        for point in left
    ]
    turns = [*(Turn(target, origin) for origin, target in pairs), *(Turn(target) for target in come)]
    closing = [turn for turn in turns if closes_mill(record.position, turn, record.variant)]
    single = turns[0] if len(turns) == 1 else None
    return _Steps(tuple(faults), single, len(closing), sound=not faults)


def _placing_faults(record: GameRecord, pairs: Pairs, come: tuple[int, ...]) -> list[RuleFault]:
    position = record.position
    player, in_hand = side(position.side_to_move), position.own_in_hand
    faults = [
        fault(FaultKind.MOVED_WHILE_IN_HAND, pair, side=player, count=in_hand, **_step(pair))
        for pair in pairs
    ]
    if len(come) > 1:
        faults.append(
            fault(FaultKind.PLACED_SEVERAL, come, side=player, count=len(come), points=points(come))
        )
    return faults


def _moving_faults(record: GameRecord, pairs: Pairs, come: tuple[int, ...]) -> list[RuleFault]:
    player = side(record.side_to_move)
    faults = [
        fault(FaultKind.PLACED_WITH_EMPTY_HAND, (point,), side=player, point=POINT_NAMES[point])
        for point in come
    ]
    if len(pairs) > 1:
        moves = Listed([phrase("faults.step", **_step(pair)) for pair in pairs], between="and")
        moved = tuple(point for pair in pairs for point in pair)
        faults.append(fault(FaultKind.MOVED_SEVERAL, moved, side=player, count=len(pairs), moves=moves))
    elif pairs and not is_step(pairs[0], before=record.position, variant=record.variant):
        faults.append(fault(FaultKind.TOO_FAR, pairs[0], side=player, **_step(pairs[0])))
    return faults


def _opponent(record: GameRecord, change: Change, steps: _Steps) -> list[RuleFault]:
    """Faults with the opponent's men."""
    position, player = record.position, change.side
    others_man = man_values(player.other.colour)
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
        fault(FaultKind.OPPONENT_MOVED, pair, side=side(player), **_step(pair), **others_man)
        for pair in pairs
    ]
    nothing_else = not (change.own_gone or change.own_new or change.other_gone) and len(added) == 1
    if nothing_else and position.phase is GamePhase.PLACING:
        values = {"side": side(player), "point": POINT_NAMES[added[0]], **others_man}
        faults.append(fault(FaultKind.WRONG_COLOUR_PLACED, added, **values))
    else:
        faults += [
            fault(FaultKind.OPPONENT_ADDED, (point,), point=POINT_NAMES[point], **others_man)
            for point in added
        ]
    return faults + _capture_faults(record, taken, steps, may_be_taken)


def _capture_faults(
    record: GameRecord, taken: tuple[int, ...], steps: _Steps, may_be_taken: int
) -> list[RuleFault]:
    player, victim = side(record.side_to_move), record.side_to_move.other
    if not taken:
        if steps.sound and steps.judged is not None and steps.allowed and may_be_taken:
            target = steps.judged.target
            point = POINT_NAMES[target]
            return [fault(FaultKind.MILL_WITHOUT_CAPTURE, (target,), side=player, point=point)]
        return []
    values = {
        "side": player,
        "count": len(taken),
        "points": points(taken),
        "the_man": man_values(victim.colour)["the_man"],
        "the_men": phrase(f"faults.the_{victim.value}_men"),
    }
    if not steps.allowed:
        return [fault(FaultKind.TOOK_WITHOUT_MILL, taken, **values)]
    faults = []
    if len(taken) > steps.allowed:
        faults.append(fault(FaultKind.TOOK_SEVERAL, taken, **values))
    if not mask_of(taken) & may_be_taken:
        faults.append(fault(FaultKind.TOOK_SAFE_MAN, taken, **values))
    return faults


def remarks(record: GameRecord, now: SeenBoard) -> tuple[RuleFault, ...]:
    """Remarks on a complete board that is no legal successor."""
    return (*_wrong_numbers(record, now), *_taken_back(record, now))


def possible_numbers(record: GameRecord, player: Side) -> tuple[int, ...]:
    """How many men of this side can stand on the board after one turn, fewest first."""
    position = record.position
    count = position.men(player).bit_count()
    if player is position.side_to_move:
        return (count + 1,) if position.phase is GamePhase.PLACING else (count,)
    turns = legal_turns(position, record.variant)
    numbers = {count - (turn.captured is not None) for turn in turns}
    return tuple(sorted(numbers)) or (count,)


def _wrong_numbers(record: GameRecord, now: SeenBoard) -> tuple[RuleFault, ...]:
    faults = []
    for player in Side:
        seen, right = now.men(player).bit_count(), possible_numbers(record, player)
        if seen not in right:
            expected = Listed(right, between="or")
            faults.append(fault(FaultKind.WRONG_NUMBER, (), side=side(player), count=seen, expected=expected))
    return tuple(faults)


def _taken_back(record: GameRecord, now: SeenBoard) -> tuple[RuleFault, ...]:
    for back, earlier in enumerate(reversed(record.positions[:-1]), start=1):
        if (now.white, now.black) == (earlier.white, earlier.black):
            return (fault(FaultKind.TAKEN_BACK, (), count=back, turn=turn_text(record.turns[-back])),)
    return ()


def _step(pair: tuple[int, int]) -> dict[str, str]:
    return {"origin": POINT_NAMES[pair[0]], "target": POINT_NAMES[pair[1]]}
