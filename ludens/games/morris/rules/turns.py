"""Whole turns: place or move a man, and take one of the opponent's when that closes a mill.

A turn that closes two mills at once takes one man. Men in mills are safe unless all of them stand in mills.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from ludens.games.morris.rules.board import Layout, points_of
from ludens.games.morris.rules.errors import MorrisError
from ludens.games.morris.rules.position import GamePhase, Position, Side
from ludens.games.morris.rules.variant import FEWEST_MEN, STANDARD, Variant


@dataclass(frozen=True, slots=True)
class Turn:
    """A man comes to `target`, from the hand or from `origin`, and the man at `captured` leaves the board."""

    target: int
    origin: int | None = None
    captured: int | None = None


# Making a value costs more than all else about it; there are few different turns, and they never change.
_turn = cache(Turn)


def men_in_mills(men: int, board: Layout) -> int:
    """Those of one side's men that stand in a mill."""
    inside = 0
    for mill in board.mills:
        if men & mill == mill:
            inside |= mill
    return inside


def closes_mill(position: Position, turn: Turn, variant: Variant = STANDARD) -> bool:
    """Whether the man that comes to the target completes a line of three there."""
    men = position.own if turn.origin is None else position.own & ~(1 << turn.origin)
    return _completes_line(men, turn.target, variant.layout)


def _completes_line(men: int, target: int, board: Layout) -> bool:
    return any(men & others == others for others in board.mills_of_point[target])


def capturable(men: int, variant: Variant = STANDARD) -> int:
    """Which of these men the opponent may take after closing a mill; none of them may be an empty set."""
    outside = men & ~men_in_mills(men, variant.layout)
    if outside:
        return outside
    return men if variant.capture_from_mills else 0


def may_fly(position: Position, variant: Variant = STANDARD) -> bool:
    """Whether the side to move, no men in hand, may go to any free point."""
    return variant.flying and not position.own_in_hand and position.own.bit_count() <= FEWEST_MEN


def steps(position: Position, variant: Variant = STANDARD) -> Iterator[tuple[int | None, int]]:
    """All (origin, target) of the side to move, whatever is taken afterwards and whoever has lost."""
    board = variant.layout
    free = board.points & ~position.occupied
    if position.phase is GamePhase.PLACING:
        for target in points_of(free):
            yield None, target
        return
    flying = may_fly(position, variant)
    for origin in points_of(position.own):
        for target in points_of(free if flying else free & board.neighbours[origin]):
            yield origin, target


def legal_turns(position: Position, variant: Variant = STANDARD) -> tuple[Turn, ...]:
    """All turns of the side to move, ordered by origin, target and captured point; none once it has lost.

    Draws by repetition or by turns without a mill need the game so far: see `record`.
    """
    return _legal_turns(position, variant)


# Judges, players and records ask for the same position several times in a row.
@lru_cache(maxsize=1024)
def _legal_turns(position: Position, variant: Variant) -> tuple[Turn, ...]:
    if any(has_too_few_men(position, side) for side in Side):
        return ()
    board = variant.layout
    own = position.own
    victims = tuple(points_of(capturable(position.other, variant)))
    turns: list[Turn] = []
    for origin, target in steps(position, variant):
        men = own if origin is None else own & ~(1 << origin)
        if victims and _completes_line(men, target, board):
            turns.extend(_turn(target, origin, victim) for victim in victims)
        else:
            turns.append(_turn(target, origin))
    return tuple(turns)


def has_too_few_men(position: Position, side: Side) -> bool:
    """Whether a side has lost because it can close no mill any more; men in hand count."""
    return position.men(side).bit_count() + position.in_hand(side) < FEWEST_MEN


def apply(position: Position, turn: Turn) -> Position:
    """The position after a turn. Checks that men can be where the turn says, not that it is legal."""
    own, other, own_in_hand = position.own, position.other, position.own_in_hand
    if (own | other) >> turn.target & 1:
        raise _impossible("a man comes to a point that is not free", turn)
    if turn.origin is None:
        if not own_in_hand:
            raise _impossible("a man is placed, but none is in hand", turn)
        own_in_hand -= 1
    else:
        if not own >> turn.origin & 1:
            raise _impossible("no man of the side to move stands at its origin", turn)
        own &= ~(1 << turn.origin)
    if turn.captured is not None:
        if not other >> turn.captured & 1:
            raise _impossible("no man of the opponent stands where one is taken", turn)
        other &= ~(1 << turn.captured)
    own |= 1 << turn.target
    if position.side_to_move is Side.WHITE:
        return Position(own, other, own_in_hand, position.black_in_hand, Side.BLACK)
    return Position(other, own, position.white_in_hand, own_in_hand, Side.WHITE)


def undo(position: Position, turn: Turn) -> Position:
    """The position before a turn that led to this one: `undo(apply(position, turn), turn) == position`."""
    if not position.other >> turn.target & 1:
        raise _impossible("nobody who just moved stands at its target", turn)
    own, own_in_hand = position.other & ~(1 << turn.target), position.other_in_hand
    if turn.origin is None:
        own_in_hand += 1
    else:
        own |= 1 << turn.origin
    other = position.own if turn.captured is None else position.own | 1 << turn.captured
    return Position.of_sides(
        own,
        other,
        own_in_hand=own_in_hand,
        other_in_hand=position.own_in_hand,
        side=position.side_to_move.other,
    )


def _impossible(wrong: str, turn: Turn) -> MorrisError:
    return MorrisError(f"This turn cannot be played or undone here: {wrong} ({turn}).")
