"""Where points are on the board, and which is nearest to a place."""

import math

from hypothesis import given
from hypothesis import strategies as st

from ludens.games.morris.board.measures import MorrisMeasures

MEASURES = MorrisMeasures()
ON_TABLE = st.floats(-0.19, 0.19)


@given(x_m=ON_TABLE, y_m=ON_TABLE)
def test_no_point_is_nearer_than_the_nearest(x_m: float, y_m: float) -> None:
    point, away_m = MEASURES.nearest_point((x_m, y_m))
    distances_m = [math.hypot(x_m - x, y_m - y) for x, y in MEASURES.points_m().tolist()]
    assert math.isclose(away_m, min(distances_m), abs_tol=1e-12)
    assert math.isclose(away_m, distances_m[point], abs_tol=1e-12)


def test_who_changes_the_points_changes_them_for_nobody_else() -> None:
    points_m = MEASURES.points_m()
    points_m += 1.0
    assert MEASURES.nearest_point(MEASURES.points_m()[7]) == (7, 0.0)
