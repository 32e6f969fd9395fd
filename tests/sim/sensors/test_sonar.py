import math
from dataclasses import replace

import numpy as np
import pytest

from ludens.geometry import Pose2
from ludens.messages import SonarRing
from ludens.robots.pioneer import SONAR_MAX_RANGE_M, SONAR_PLACES, load_noise
from ludens.robots.pioneer.noise import SonarNoise
from ludens.sim.parts.room import Obstacle

LEFT, FRONT, RIGHT = 0, 3, 7


def rings(hall, seconds: float = 1.0) -> np.ndarray:
    hall.run(seconds)
    return np.array([ring.ranges_m for ring in hall.all_of(SonarRing)])


def with_sonar(**figures: float):
    return replace(load_noise("off"), sonar=SonarNoise(**figures))


def test_without_noise_a_narrow_sonar_measures_the_wall_it_faces(make_hall):
    hall = make_hall(robot=Pose2(1.0, 0.5, 0.0), noise=with_sonar(cone_half_angle_rad=0.0))
    ring = rings(hall, 0.1)[-1]
    left = SONAR_PLACES[LEFT]
    assert ring[LEFT] == pytest.approx(3.0 - 0.5 - left.y_m, abs=0.002)
    front = SONAR_PLACES[FRONT]
    assert ring[FRONT] == pytest.approx((3.0 - 1.0 - front.x_m) / math.cos(front.yaw_rad), abs=0.002)


def test_a_cone_hears_the_nearest_part_of_what_is_in_it(make_hall):
    hall = make_hall(robot=Pose2(1.0, 0.0, 0.0))
    ring = rings(hall, 0.5)[-1]
    assert ring[FRONT] == pytest.approx(3.0 - 1.0 - SONAR_PLACES[FRONT].x_m, abs=0.03)


def test_readings_scatter_about_the_truth_as_the_noise_file_says(make_hall):
    hall = make_hall(
        robot=Pose2(0.0, 1.5, 0.0), noise=with_sonar(cone_half_angle_rad=0.0, range_sigma_m=0.02)
    )
    left = rings(hall, 8.0)[:, LEFT]
    truth = 1.5 - SONAR_PLACES[LEFT].y_m
    assert left.mean() == pytest.approx(truth, abs=0.006)
    assert left.std() == pytest.approx(0.02, rel=0.2)


def test_with_default_noise_most_readings_of_a_wall_ahead_are_within_five_centimetres(make_hall):
    hall = make_hall(robot=Pose2(1.0, 0.0, 0.0), noise="default")
    front = rings(hall, 6.0)[:, FRONT]
    truth = 2.0 - SONAR_PLACES[FRONT].x_m
    assert np.mean(np.abs(front - truth) < 0.05) > 0.9


def test_nothing_in_range_reads_the_maximum(make_hall):
    hall = make_hall(size_m=16.0)
    assert np.all(rings(hall, 0.1) == SONAR_MAX_RANGE_M)


def test_it_does_not_hear_its_own_body_nor_the_floor(make_hall):
    hall = make_hall(size_m=16.0, noise=with_sonar(cone_half_angle_rad=0.3))
    assert rings(hall, 2.0).min() == SONAR_MAX_RANGE_M


@pytest.mark.parametrize("distance_m", [0.6, 1.5])
def test_it_hears_the_ball_and_the_smaller_target(make_hall, distance_m):
    for thing in ("ball", "target"):
        hall = make_hall(**{thing: (0.166 + distance_m, 0.0)}, size_m=12.0)
        ahead = rings(hall, 2.0)[:, 3:5].min(axis=1)
        assert np.mean(ahead < distance_m + 0.1) > 0.8, thing
        assert ahead.min() > distance_m - 0.15


def test_a_slanted_wall_is_lost_when_it_mirrors(make_hall):
    box = Obstacle(
        kind="box",
        x_m=1.5,
        y_m=0.0,
        yaw_rad=math.pi / 4,
        radius_m=0.5,
        height_m=0.4,
        colour_rgb=(0.5, 0.5, 0.5),
    )
    mirror = with_sonar(cone_half_angle_rad=0.1, specular_angle_rad=0.5, specular_spread_rad=0.02)
    rough = with_sonar(cone_half_angle_rad=0.1)
    hears = rings(make_hall(noise=rough, obstacles=(box,)), 1.0)[:, FRONT]
    loses = rings(make_hall(noise=mirror, obstacles=(box,)), 1.0)[:, FRONT]
    assert hears.max() < 1.3
    assert np.mean(loses > 2.0) > 0.9


def test_dropouts_and_ghosts_come_as_often_as_the_noise_file_says(make_hall):
    noise = with_sonar(dropout_probability=0.2, ghost_probability=0.1, cone_half_angle_rad=0.0)
    ring = rings(make_hall(robot=Pose2(0.0, 1.5, 0.0), noise=noise), 8.0)[:, LEFT]
    truth = 1.5 - SONAR_PLACES[LEFT].y_m
    assert np.mean(ring == SONAR_MAX_RANGE_M) == pytest.approx(0.2 * 0.9, abs=0.08)
    wrong = (np.abs(ring - truth) > 0.01) & (ring < SONAR_MAX_RANGE_M)
    assert np.mean(wrong) == pytest.approx(0.1, abs=0.06)


def test_the_ring_fires_at_its_own_rate_and_in_steps_of_its_resolution(make_hall):
    hall = make_hall(noise=with_sonar(rate_hz=12.5, resolution_m=0.01))
    ranges = rings(hall, 2.0)
    assert len(ranges) in (25, 26)  # the last falls on the end of the run
    assert np.allclose(np.round(ranges / 0.01), ranges / 0.01, atol=1e-6)
