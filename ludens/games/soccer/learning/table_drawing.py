"""A table on the map of the field: how good each cell of the ball is, and what is done best there."""

from collections.abc import Iterator

from ludens.games.soccer.learning.lessons import KeeperLesson, ShotLesson
from ludens.messages import Arrow, Polyline, Shape, Text
from ludens.planning.q_learning import QTable, State

GOOD, EVEN, BAD, UNKNOWN, PRESENT, BEST = (
    (62, 196, 92),
    (214, 190, 70),
    (208, 66, 58),
    "#6f8f7d",
    "#ffffff",
    "#ffffff",
)
BEST_VALUE, WORST_VALUE = 100.0, -100.0
MARGIN_M = 0.02
"""Between two cells."""


def table_shapes(
    lesson: ShotLesson | KeeperLesson, table: QTable, present: tuple[State, float] | None
) -> Iterator[Shape]:
    """Every cell in the colour of its best value, with an arrow; the present one has a white rim."""
    half_x_m, half_y_m = _half_m(lesson.xs_m), _half_m(lesson.ys_m)
    for state, side, (x_m, y_m) in lesson.drawn_places():
        tried = [action for action in lesson.actions if table.visits(state, action)]
        corners = tuple(
            (x_m + a * (half_x_m - MARGIN_M), y_m + b * (half_y_m - MARGIN_M))
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        )
        if not tried:
            yield Polyline(points=corners, colour=UNKNOWN, closed=True, width=1.0, dashed=True)
        else:
            best = table.best(state, tried)
            colour = value_colour(table.value(state, best))
            yield Polyline(points=corners, colour=colour, closed=True, filled=True, width=1.0)
            tail_m, tip_m = lesson.arrow_m((x_m, y_m), best, side)
            yield Arrow(tail=tail_m, tip=tip_m, colour=BEST)
            visits = sum(table.visits(state, action) for action in tried)
            at = (x_m - half_x_m + 0.05, y_m - half_y_m + 0.05)
            yield Text(at=at, words=str(visits), colour=BEST)
        if present is not None and present[0] == state and (side == present[1] or y_m == 0.0):
            yield Polyline(points=corners, colour=PRESENT, closed=True, width=3.0)


def value_colour(value: float) -> str:
    """Return red for a miss, green for a goal, yellow between."""
    share = (min(max(value, WORST_VALUE), BEST_VALUE) - WORST_VALUE) / (BEST_VALUE - WORST_VALUE)
    low, high, part = (BAD, EVEN, 2.0 * share) if share < 0.5 else (EVEN, GOOD, 2.0 * share - 1.0)
    return "#" + "".join(f"{round(a + part * (b - a)):02x}" for a, b in zip(low, high, strict=True))


def _half_m(middles_m: tuple[float, ...]) -> float:
    """Return half the distance between the middles of neighbouring cells."""
    return 0.25 if len(middles_m) < 2 else 0.5 * abs(middles_m[1] - middles_m[0])
