"""What the detectors make of pictures in which the truth is known to the millimetre."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from msgspec import structs

from ludens.core.runtime.module_check import check_module
from ludens.games.passing.see import (
    ColourDetector,
    RoundObjectDetector,
    RoundObjectDetectorParameters,
    Segmenter,
)
from ludens.messages import CameraImage, RoundObject, Sighting
from ludens.robots.pioneer import CAMERA
from ludens.vision.colour import Colour
from tests.games.passing.samples import BALL_M, BLUE, TARGET_M, Ball, grey, picture

FOR_BALL = RoundObjectDetectorParameters(wanted=Colour.GREEN, radius_m=BALL_M)
FOR_TARGET = RoundObjectDetectorParameters(wanted=Colour.BLUE, radius_m=TARGET_M)

Look = Callable[..., Sighting]


def by_regions(image: CameraImage, parameters: RoundObjectDetectorParameters = FOR_BALL) -> Sighting:
    return RoundObjectDetector(parameters).cycle(Segmenter().cycle(image))


def by_colour(image: CameraImage, parameters: RoundObjectDetectorParameters = FOR_BALL) -> Sighting:
    return ColourDetector(parameters).cycle(image)


@pytest.fixture(params=[by_regions, by_colour])
def look(request: pytest.FixtureRequest) -> Look:
    detector: Look = request.param
    return detector


def found_in(seen: Sighting) -> RoundObject:
    assert seen.found is not None
    return seen.found


@pytest.mark.parametrize(
    ("range_m", "bearing_rad"), [(1.2, 0.0), (1.5, 0.2), (2.0, -0.25), (3.0, 0.1), (4.2, -0.15)]
)
@pytest.mark.parametrize("light", [0.6, 1.0])
def test_a_ball_is_found_where_it_lies(look: Look, range_m: float, bearing_rad: float, light: float):
    found = found_in(look(picture(Ball(range_m, bearing_rad), light=light)))
    assert found.range_m == pytest.approx(range_m, rel=0.06)
    assert found.bearing_rad == pytest.approx(bearing_rad, abs=0.01)
    assert abs(found.range_m - range_m) < 3.0 * found.range_sigma_m
    assert abs(found.bearing_rad - bearing_rad) < 3.0 * found.bearing_sigma_rad


def test_its_circle_is_where_the_picture_shows_it(look: Look):
    ball = Ball(1.8, 0.1)
    center = ball.center_in_camera()
    column, row = CAMERA.project(center)
    found = found_in(look(picture(ball)))
    assert found.center_px == pytest.approx((column, row), abs=1.5)
    assert found.radius_px == pytest.approx(CAMERA.focal_x_px * BALL_M / np.linalg.norm(center), rel=0.06)


def test_a_farther_ball_is_less_sure(look: Look):
    near, far = (found_in(look(picture(Ball(range_m, 0.0)))) for range_m in (1.3, 3.5))
    assert near.range_sigma_m < far.range_sigma_m


def test_ball_and_target_are_told_apart_by_colour(look: Look):
    image = picture(Ball(1.8, 0.15), Ball(2.4, -0.15, TARGET_M, BLUE))
    ball, target = found_in(look(image)), found_in(look(image, FOR_TARGET))
    assert (ball.range_m, ball.bearing_rad) == pytest.approx((1.8, 0.15), rel=0.06)
    assert (target.range_m, target.bearing_rad) == pytest.approx((2.4, -0.15), rel=0.06)


def test_of_two_balls_one_is_chosen_and_well_placed(look: Look):
    balls = [(1.6, 0.18), (2.6, -0.1)]
    found = found_in(look(picture(*(Ball(*place) for place in balls))))
    errors = [abs(found.range_m / range_m - 1.0) + abs(found.bearing_rad - b) for range_m, b in balls]
    assert min(errors) < 0.07


def test_a_target_before_the_ball_hides_but_does_not_spoil_it():
    """Half of the ball is covered; its circle is found from the rest of its outline."""
    image = picture(Ball(2.5, 0.0), Ball(1.9, -0.035, TARGET_M, BLUE))
    found = by_regions(image).found
    assert found is None or found.range_m == pytest.approx(2.5, rel=0.15)
    assert found_in(by_regions(image, FOR_TARGET)).range_m == pytest.approx(1.9, rel=0.06)


def test_a_ball_cut_by_the_border_is_placed_rightly_or_not_at_all(look: Look):
    """Its enclosing box is cut; the circle is not."""
    half_view_rad = math.atan2(CAMERA.width_px / 2, CAMERA.focal_x_px)
    hidden = 0
    for bearing_rad in (half_view_rad - 0.05, half_view_rad - 0.02, half_view_rad, half_view_rad + 0.02):
        found = look(picture(Ball(1.6, bearing_rad))).found
        hidden += found is None
        if found is not None:
            assert found.range_m == pytest.approx(1.6, rel=0.15)
            assert found.bearing_rad == pytest.approx(bearing_rad, abs=0.03)
    assert hidden < 4


@pytest.mark.parametrize("make", [grey, lambda: grey(0), lambda: grey(255), picture])
def test_no_ball_is_an_answer_too(look: Look, make: Callable[[], CameraImage]):
    image = make()
    seen = look(image)
    assert seen.found is None
    assert seen.time_s == image.time_s
    assert look(image, FOR_TARGET).found is None


def test_a_ball_of_another_colour_is_not_the_ball(look: Look):
    assert look(picture(Ball(1.8, 0.0, BALL_M, BLUE))).found is None
    assert look(picture(Ball(1.8, 0.0, BALL_M, (190.0, 50.0, 40.0)))).found is None


def test_a_green_stripe_is_not_round(look: Look):
    image = picture()
    pixels = image.pixels_rgb.copy()
    pixels[140:144, 40:200] = (30, 190, 45)
    assert look(structs.replace(image, pixels_rgb=pixels)).found is None


def test_a_sighting_carries_the_time_of_its_image(look: Look):
    assert look(picture(Ball(1.8, 0.0), time_s=3.25)).time_s == 3.25


def test_regions_cover_the_image_below_the_sky_and_are_counted():
    image = picture(Ball(1.6, 0.1))
    segmented = Segmenter().cycle(image)
    height_px, width_px = image.pixels_rgb.shape[:2]
    assert segmented.labels.shape == (height_px - segmented.first_row_px, width_px)
    assert segmented.pixel_count.sum() == segmented.labels.size
    assert len(segmented.mean_rgb) == len(segmented.box_px) == segmented.labels.max() + 1


def test_they_keep_the_contract_of_modules():
    images = [picture(Ball(1.6, 0.1)), grey()]
    check_module(Segmenter, [{"image": image} for image in images])
    check_module(ColourDetector, [{"image": image} for image in images])
    check_module(RoundObjectDetector, [{"image": Segmenter().cycle(image)} for image in images])
