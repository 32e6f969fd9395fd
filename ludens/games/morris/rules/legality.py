"""Why a turn is illegal, in a sentence a player understands."""

from ludens.games.morris.rules.board import POINT_COUNT, POINT_NAMES
from ludens.games.morris.rules.errors import IllegalTurnError
from ludens.games.morris.rules.outcome import outcome
from ludens.games.morris.rules.position import GamePhase, Position
from ludens.games.morris.rules.turns import Turn, capturable, closes_mill, may_fly
from ludens.games.morris.rules.variant import STANDARD, Variant


def awaits_capture(position: Position, turn: Turn, variant: Variant = STANDARD) -> bool:
    """Whether the turn closes a mill and takes nothing yet, although there is something to take."""
    return (
        turn.captured is None
        and closes_mill(position, turn, variant)
        and bool(capturable(position.other, variant))
    )


def why_illegal(position: Position, turn: Turn, variant: Variant = STANDARD) -> str | None:
    """The first thing wrong with a turn, or None when it is legal. Agrees with `legal_turns`."""
    end = outcome(position, variant)
    if end is not None:
        return f"The game is over. {end}"
    points = (turn.target, turn.origin, turn.captured)
    if any(point is not None and not _exists(point, variant) for point in points):
        return "A turn names a point that this board does not have."
    return _wrong_step(position, turn, variant) or _wrong_capture(position, turn, variant)


def require_legal(position: Position, turn: Turn, variant: Variant = STANDARD) -> None:
    """Raise an `IllegalTurnError` that says what is wrong, if anything is."""
    wrong = why_illegal(position, turn, variant)
    if wrong is not None:
        raise IllegalTurnError(wrong)


def _exists(point: int, variant: Variant) -> bool:
    return 0 <= point < POINT_COUNT and bool(variant.layout.points >> point & 1)


def _wrong_step(position: Position, turn: Turn, variant: Variant) -> str | None:
    side, target = position.side_to_move.value, POINT_NAMES[turn.target]
    placing = position.phase is GamePhase.PLACING
    if placing and turn.origin is not None:
        return f"No man may move yet: {side} still has {position.own_in_hand} in hand and must place one."
    if not placing and turn.origin is None:
        return f"There is no man to place at {target}: {side} has none in hand and must move one."
    if turn.origin is not None and not position.own >> turn.origin & 1:
        return f"There is no {side} man at {POINT_NAMES[turn.origin]} to move."
    if position.occupied >> turn.target & 1:
        return f"The point {target} is not free."
    if turn.origin is None or may_fly(position, variant):
        return None
    if not variant.layout.neighbours[turn.origin] >> turn.target & 1:
        return f"The man at {POINT_NAMES[turn.origin]} moves one step along a line, not to {target}."
    return None


def _wrong_capture(position: Position, turn: Turn, variant: Variant) -> str | None:
    opponent = position.side_to_move.other.value
    if turn.captured is None:
        if awaits_capture(position, turn, variant):
            return f"This closes a mill: say which {opponent} man is taken."
        return None
    captured = POINT_NAMES[turn.captured]
    if not closes_mill(position, turn, variant):
        return f"Nothing may be taken at {captured}: the turn closes no mill."
    if not position.other >> turn.captured & 1:
        return f"There is no {opponent} man at {captured} to take."
    if not capturable(position.other, variant) >> turn.captured & 1:
        return f"The {opponent} man at {captured} is safe: it stands in a mill."
    return None
