"""From pixels to the circle of a ball: what its distance is computed from."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ludens.vision.circle import CircleFit, ImageCircle
from ludens.vision.colour import Colour, colour_score, threshold_colour
from ludens.vision.disc_edge import edge_points, locate_disc
from ludens.vision.images import RgbImage
from ludens.vision.regions import measure_regions
from ludens.vision.segmentation import segment

BLUE = (30.0, 40.0, 190.0)


def located(pixels: RgbImage, wanted: Colour = Colour.GREEN, *, plainly: bool = False) -> CircleFit | None:
    """Return the circle of the region with most pixels of the wanted colour."""
    regions = measure_regions(threshold_colour(pixels, wanted) if plainly else segment(pixels), pixels)
    scores = colour_score(regions.mean_rgb, wanted)
    index = int(np.argmax(np.where(scores > 0.2, regions.pixel_count, 0)))
    return locate_disc(pixels, regions, index, wanted)


@pytest.mark.parametrize("radius_px", [7.0, 12.4, 24.7, 41.0, 70.3])
@pytest.mark.parametrize("plainly", [False, True], ids=["segmented", "by threshold"])
def test_the_radius_is_right_whoever_found_the_region(
    scene: Callable[..., Any], ball: Callable[..., Any], radius_px: float, plainly: bool
) -> None:
    fit = located(scene(balls=(ball(150.3, 130.8, radius_px),)).paint(), plainly=plainly)
    assert fit is not None
    assert fit.circle.radius_px == pytest.approx(radius_px, abs=0.35)
    assert (fit.circle.column_px, fit.circle.row_px) == pytest.approx((150.3, 130.8), abs=0.35)
    assert fit.support > 0.9


@pytest.mark.parametrize("brightness", [0.35, 0.6, 1.2])
def test_dim_and_bright_light_do_not_move_the_edge(
    scene: Callable[..., Any], ball: Callable[..., Any], brightness: float
) -> None:
    fit = located(scene(balls=(ball(150.0, 140.0, 22.0),), brightness=brightness).paint())
    assert fit is not None
    assert fit.circle.radius_px == pytest.approx(22.0, abs=0.5)


@pytest.mark.parametrize(
    ("column", "row"), [(-8.0, 150.0), (0.0, 180.0), (325.0, 140.0), (160.0, 240.0), (315.0, 235.0)]
)
def test_a_ball_cut_by_the_border_keeps_its_radius(
    scene: Callable[..., Any], ball: Callable[..., Any], column: float, row: float
) -> None:
    fit = located(scene(balls=(ball(column, row, 35.0),)).paint())
    assert fit is not None
    assert fit.circle.radius_px == pytest.approx(35.0, rel=0.05)
    assert (fit.circle.column_px, fit.circle.row_px) == pytest.approx((column, row), abs=1.5)


@pytest.mark.parametrize("visible", [0.55, 0.7, 0.85])
def test_a_ball_behind_a_post_keeps_its_radius(
    scene: Callable[..., Any], ball: Callable[..., Any], visible: float
) -> None:
    edge = round(150 + 30 * (2 * visible - 1))
    fit = located(scene(balls=(ball(150.0, 150.0, 30.0),), posts_px=((edge, edge + 40),)).paint())
    assert fit is not None
    assert fit.circle.radius_px == pytest.approx(30.0, rel=0.05)
    assert fit.circle.column_px == pytest.approx(150.0, abs=1.5)


def test_a_ball_of_another_colour_in_front_is_seen_through(
    scene: Callable[..., Any], ball: Callable[..., Any]
) -> None:
    pixels = scene(balls=(ball(150.0, 150.0, 30.0), ball(172.0, 150.0, 18.0, BLUE))).paint()
    green, blue = located(pixels), located(pixels, Colour.BLUE)
    assert green is not None
    assert blue is not None
    assert green.circle.radius_px == pytest.approx(30.0, rel=0.05)
    assert blue.circle.radius_px == pytest.approx(18.0, rel=0.05)


def test_a_region_without_the_colour_is_no_disc(scene: Callable[..., Any]) -> None:
    pixels = scene().paint()
    regions = measure_regions(segment(pixels), pixels)
    largest = int(np.argmax(regions.pixel_count))
    assert locate_disc(pixels, regions, largest, Colour.BLUE) is None


def test_rays_that_never_leave_the_colour_give_no_points() -> None:
    pixels = np.full((40, 40, 3), (20, 200, 30), dtype=np.uint8)
    assert len(edge_points(pixels, ImageCircle(20.0, 20.0, 8.0), Colour.GREEN, inside_score=0.7)) == 0


def test_edge_points_lie_on_the_edge(scene: Callable[..., Any], ball: Callable[..., Any]) -> None:
    pixels = scene(balls=(ball(150.0, 150.0, 30.0),), noise=0.0, jpeg_quality=None, highlight=False).paint()
    truth = ImageCircle(150.0, 150.0, 30.0)
    points = edge_points(pixels, ImageCircle(152.0, 149.0, 25.0), Colour.GREEN, inside_score=0.5)
    assert len(points) > 80
    assert np.abs(truth.distances_px(points)).max() < 0.6
