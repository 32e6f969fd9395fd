import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.vision.circle import ImageCircle, enclosing_circle, fit_circle, roundness
from ludens.vision.regions import Regions, measure_regions


def disc(column: float, row: float, radius: float, *, width: int = 120, height: int = 100) -> Regions:
    rows, columns = np.mgrid[:height, :width]
    inside = (columns - column) ** 2 + (rows - row) ** 2 <= radius**2
    return measure_regions(
        np.where(inside, 0, -1).astype(np.int32), np.zeros((height, width, 3), dtype=np.uint8)
    )


def test_the_enclosing_circle_of_a_disc_is_its_edge() -> None:
    circle = enclosing_circle(disc(60.3, 48.8, 20.0), 0)
    assert (circle.column_px, circle.row_px) == pytest.approx((60.3, 48.8), abs=0.3)
    assert 19.5 < circle.radius_px <= 20.0


@pytest.mark.parametrize("radius", [2.0, 4.0, 4.4, 10.0, 30.0])
def test_a_disc_is_round(radius: float) -> None:
    assert roundness(disc(60.0, 50.0, radius), 0) > 0.95


@pytest.mark.parametrize(("column", "row"), [(0.0, 50.0), (119.0, 50.0), (60.0, 0.0), (60.0, 99.0)])
def test_a_disc_cut_by_the_border_is_still_round(column: float, row: float) -> None:
    assert roundness(disc(column, row, 25.0), 0) > 0.9


def test_squares_and_bars_are_less_round() -> None:
    labels = np.full((100, 120), -1, dtype=np.int32)
    labels[10:40, 10:40] = 0
    labels[60:64, 10:90] = 1
    regions = measure_regions(labels, np.zeros((100, 120, 3), dtype=np.uint8))
    assert roundness(regions, 0) == pytest.approx(2.0 / np.pi, abs=0.05)
    assert roundness(regions, 1) < 0.1


def test_the_visible_area_is_what_lies_in_the_picture() -> None:
    whole = ImageCircle(50.0, 40.0, 20.0).visible_area_px(width_px=100, height_px=80)
    half = ImageCircle(-0.5, 40.0, 20.0).visible_area_px(width_px=100, height_px=80)
    assert whole == pytest.approx(np.pi * 400.0, rel=0.01)
    assert half == pytest.approx(np.pi * 200.0, rel=0.02)
    assert ImageCircle(-50.0, 40.0, 20.0).visible_area_px(width_px=100, height_px=80) == 0


def test_distances_are_negative_inside() -> None:
    circle = ImageCircle(1.0, 2.0, 5.0)
    np.testing.assert_allclose(
        circle.distances_px(np.array([[1.0, 2.0], [4.0, 6.0], [1.0, 12.0]])), [-5.0, 0.0, 5.0]
    )


def arc(
    *,
    column: float,
    row: float,
    radius: float,
    start_rad: float,
    sweep_rad: float,
    count: int,
    noise_px: float,
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    angles = start_rad + sweep_rad * np.arange(count) / count
    points = np.column_stack([column + radius * np.cos(angles), row + radius * np.sin(angles)])
    return points + np.random.default_rng(7).normal(0.0, noise_px, points.shape)


@settings(max_examples=60, deadline=None)
@given(
    st.floats(-20.0, 300.0),
    st.floats(-20.0, 220.0),
    st.floats(4.0, 90.0),
    st.floats(0.0, 6.3),
    st.floats(2.5, 2.0 * np.pi),
)
def test_a_clean_arc_gives_its_circle(
    column: float, row: float, radius: float, start_rad: float, sweep_rad: float
) -> None:
    points = arc(
        column=column,
        row=row,
        radius=radius,
        start_rad=start_rad,
        sweep_rad=sweep_rad,
        count=60,
        noise_px=0.0,
    )
    fit = fit_circle(points)
    assert fit is not None
    assert (fit.circle.column_px, fit.circle.row_px) == pytest.approx((column, row), abs=1e-3)
    assert fit.circle.radius_px == pytest.approx(radius, abs=1e-3)
    assert fit.support == 1.0


@pytest.mark.parametrize("hidden", [0.2, 0.35, 0.45])
@pytest.mark.parametrize("start_rad", [0.0, 1.0, 2.5, 4.0])
def test_the_straight_line_of_something_in_front_is_seen_through(hidden: float, start_rad: float) -> None:
    sweep_rad = 2.0 * np.pi * (1.0 - hidden)
    visible = arc(
        column=100.0,
        row=80.0,
        radius=24.0,
        start_rad=start_rad,
        sweep_rad=sweep_rad,
        count=120,
        noise_px=0.25,
    )
    line = np.linspace(visible[0], visible[-1], num=50)[1:-1]
    fit = fit_circle(np.concatenate([visible, line]))
    assert fit is not None
    assert (fit.circle.column_px, fit.circle.row_px) == pytest.approx((100.0, 80.0), abs=0.5)
    assert fit.circle.radius_px == pytest.approx(24.0, abs=0.5)
    assert 0.6 < fit.support < 0.95


def test_the_bite_of_a_round_thing_in_front_does_not_win() -> None:
    # A ball of radius 20, and before it a disc of radius 22 whose edge shows more points.
    everything = np.linspace(0.0, 2.0 * np.pi, num=400, endpoint=False)
    edge = np.column_stack([np.cos(everything), np.sin(everything)])
    ball, front = (100.0, 80.0) + 20.0 * edge, (124.0, 80.0) + 22.0 * edge
    visible = ball[np.hypot(ball[:, 0] - 124.0, ball[:, 1] - 80.0) > 22.0][::4]
    bite = front[np.hypot(front[:, 0] - 100.0, front[:, 1] - 80.0) < 20.0]
    assert len(bite) > len(visible)
    fit = fit_circle(np.concatenate([visible, bite]))
    assert fit is not None
    assert (fit.circle.column_px, fit.circle.radius_px) == pytest.approx((100.0, 20.0), abs=0.3)


def test_the_stated_deviation_is_that_of_repeated_fits() -> None:
    clean = arc(column=50.0, row=50.0, radius=20.0, start_rad=0.0, sweep_rad=3.5, count=80, noise_px=0.0)
    random = np.random.default_rng(3)
    fits = [fit_circle(clean + random.normal(0.0, 0.2, clean.shape), tolerance_px=2.0) for _ in range(60)]
    radii = [fit.circle.radius_px for fit in fits if fit is not None]
    stated = [fit.radius_deviation_px for fit in fits if fit is not None]
    assert len(radii) == 60
    assert np.mean(stated) == pytest.approx(np.std(radii), rel=0.35)
    assert np.mean(radii) == pytest.approx(20.0, abs=0.05)


def test_less_of_a_circle_tells_its_radius_less_well() -> None:
    wide, narrow = (
        fit_circle(
            arc(column=50.0, row=50.0, radius=20.0, start_rad=0.0, sweep_rad=sweep, count=80, noise_px=0.2)
        )
        for sweep in (6.0, 2.0)
    )
    assert wide is not None
    assert narrow is not None
    assert narrow.radius_deviation_px > 3.0 * wide.radius_deviation_px


def test_the_same_points_always_give_the_same_circle() -> None:
    points = arc(column=9.0, row=8.0, radius=7.0, start_rad=0.0, sweep_rad=5.0, count=50, noise_px=0.5)
    assert fit_circle(points) == fit_circle(points.copy())


@pytest.mark.parametrize(
    "points",
    [
        np.empty((0, 2)),
        np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]),
        np.column_stack([np.arange(40.0), np.arange(40.0)]),
        np.full((30, 2), 5.0),
    ],
    ids=["none", "three", "line", "spot"],
)
def test_points_without_a_circle_give_none(points: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> None:
    assert fit_circle(points) is None
