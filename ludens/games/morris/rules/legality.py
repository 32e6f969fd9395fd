"""Why a turn is illegal: a reason that programs read, and its sentence in English."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from ludens.games.morris.rules.board import POINT_COUNT, POINT_NAMES
from ludens.games.morris.rules.errors import IllegalTurnError
from ludens.games.morris.rules.outcome import outcome
from ludens.games.morris.rules.position import GamePhase, Position
from ludens.games.morris.rules.turns import Turn, capturable, closes_mill, may_fly
from ludens.games.morris.rules.variant import STANDARD, Variant


class TurnFault(Enum):
    """What is wrong with a turn; the value is a sentence with the values of an `IllegalTurn`."""

    GAME_OVER = "The game is over. {outcome}"
    OFF_BOARD = "A turn names a point that this board does not have."
    STILL_IN_HAND = "No man may move yet: {side} still has {count} in hand and must place one."
    NONE_IN_HAND = "There is no man to place at {target}: {side} has none in hand and must move one."
    NO_MAN = "There is no {side} man at {origin} to move."
    NOT_FREE = "The point {target} is not free."
    TOO_FAR = "The man at {origin} moves one step along a line, not to {target}."
    TAKES_NONE = "This closes a mill: say which {opponent} man is taken."
    NO_MILL = "Nothing may be taken at {captured}: the turn closes no mill."
    NOTHING_TO_TAKE = "There is no {opponent} man at {captured} to take."
    SAFE = "The {opponent} man at {captured} is safe: it stands in a mill."


@dataclass(frozen=True, slots=True)
class IllegalTurn:
    """The first thing that is wrong with a turn; names of points and sides among the values."""

    fault: TurnFault
    values: Mapping[str, object]

    def __str__(self) -> str:
        return self.fault.value.format(**self.values)


def awaits_capture(position: Position, turn: Turn, variant: Variant = STANDARD) -> bool:
    """Whether the turn closes a mill and takes nothing yet, although there is something to take."""
    return (
        turn.captured is None
        and closes_mill(position, turn, variant)
        and bool(capturable(position.other, variant))
    )


def why_illegal(position: Position, turn: Turn, variant: Variant = STANDARD) -> IllegalTurn | None:
    """The first thing wrong with a turn, or None when it is legal. Agrees with `legal_turns`."""
    end = outcome(position, variant)
    if end is not None:
        return IllegalTurn(TurnFault.GAME_OVER, {"outcome": end})
    points = (turn.target, turn.origin, turn.captured)
    if any(point is not None and not _exists(point, variant) for point in points):
        return IllegalTurn(TurnFault.OFF_BOARD, {})
    fault = _wrong_step(position, turn, variant) or _wrong_capture(position, turn, variant)
    if fault is None:
        return None
    named = {"target": turn.target, "origin": turn.origin, "captured": turn.captured}
    values = {name: POINT_NAMES[point] for name, point in named.items() if point is not None}
    side = position.side_to_move
    sides = {"side": side.value, "opponent": side.other.value, "count": position.own_in_hand}
    return IllegalTurn(fault, {**values, **sides})


def require_legal(position: Position, turn: Turn, variant: Variant = STANDARD) -> None:
    """Raise an `IllegalTurnError` that says what is wrong, if anything is."""
    wrong = why_illegal(position, turn, variant)
    if wrong is not None:
        raise IllegalTurnError(str(wrong))


def _exists(point: int, variant: Variant) -> bool:
    return 0 <= point < POINT_COUNT and bool(variant.layout.points >> point & 1)


def _wrong_step(position: Position, turn: Turn, variant: Variant) -> TurnFault | None:
    placing = position.phase is GamePhase.PLACING
    if placing and turn.origin is not None:
        return TurnFault.STILL_IN_HAND
    if not placing and turn.origin is None:
        return TurnFault.NONE_IN_HAND
    if turn.origin is not None and not position.own >> turn.origin & 1:
        return TurnFault.NO_MAN
    if position.occupied >> turn.target & 1:
        return TurnFault.NOT_FREE
    if turn.origin is None or may_fly(position, variant):
        return None
    is_near = variant.layout.neighbours[turn.origin] >> turn.target & 1
    return None if is_near else TurnFault.TOO_FAR


def _wrong_capture(position: Position, turn: Turn, variant: Variant) -> TurnFault | None:
    if turn.captured is None:
        return TurnFault.TAKES_NONE if awaits_capture(position, turn, variant) else None
    if not closes_mill(position, turn, variant):
        return TurnFault.NO_MILL
    if not position.other >> turn.captured & 1:
        return TurnFault.NOTHING_TO_TAKE
    return None if capturable(position.other, variant) >> turn.captured & 1 else TurnFault.SAFE
