"""Games and positions that tests of morris share."""

from hypothesis import strategies as st

from ludens.games.morris.rules import (
    POINTS,
    STANDARD,
    GameRecord,
    Position,
    Side,
    Variant,
    mask_of,
    new_game,
)


def men(names: str) -> int:
    """The set of points named in a line of words."""
    return mask_of(POINTS[name] for name in names.split())


def position(
    white: str = "",
    black: str = "",
    *,
    hands: tuple[int, int] = (0, 0),
    side: Side = Side.WHITE,
) -> Position:
    return Position(men(white), men(black), *hands, side)


@st.composite
def games(draw: st.DrawFn, variant: Variant = STANDARD, longest: int = 60) -> GameRecord:
    """Legal games, cut anywhere; smaller choices are earlier turns of the list, so that they shrink well."""
    record = new_game(variant)
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=longest)):
        turns = record.legal_turns()
        if not turns:
            break
        record = record.play(turns[choice % len(turns)])
    return record
