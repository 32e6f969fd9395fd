"""The rules as pure values: board, position, turns, outcome, notation and the record of a game."""

from ludens.games.morris.rules.board import (
    MILLS,
    MILLS_OF_POINT,
    NEIGHBOURS,
    POINT_COUNT,
    POINT_NAMES,
    POINTS,
    SYMMETRIES,
    Layout,
    layout,
    mask_of,
    names_of,
    point_at,
    points_of,
)
from ludens.games.morris.rules.errors import IllegalTurnError, MorrisError, NotationError
from ludens.games.morris.rules.outcome import Outcome, Reason, outcome
from ludens.games.morris.rules.position import Phase, Position, Side, start_position
from ludens.games.morris.rules.turns import (
    Turn,
    apply,
    capturable,
    closes_mill,
    legal_turns,
    may_fly,
    men_in_mills,
    undo,
)
from ludens.games.morris.rules.variant import SIX_MEN, STANDARD, TWELVE_MEN, Variant

__all__ = [
    "MILLS",
    "MILLS_OF_POINT",
    "NEIGHBOURS",
    "POINTS",
    "POINT_COUNT",
    "POINT_NAMES",
    "SIX_MEN",
    "STANDARD",
    "SYMMETRIES",
    "TWELVE_MEN",
    "IllegalTurnError",
    "Layout",
    "MorrisError",
    "NotationError",
    "Outcome",
    "Phase",
    "Position",
    "Reason",
    "Side",
    "Turn",
    "Variant",
    "apply",
    "capturable",
    "closes_mill",
    "layout",
    "legal_turns",
    "mask_of",
    "may_fly",
    "men_in_mills",
    "names_of",
    "outcome",
    "point_at",
    "points_of",
    "start_position",
    "undo",
]
