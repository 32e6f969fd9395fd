"""001's particle filter: it finds itself by points of lines, and coloured posts tell which half it is in."""

import math

import numpy as np
import pytest

from ludens.estimation.localisation.particles import ParticleFilter, SeenPoints, map_points
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2011

POINTS = map_points(FIELD_2011, "lines")
EMPTY = np.zeros((0, 2))


def seen_from(pose, random, *, head_rad=0.0, posts=True):
    """What an eye that looks 0.3 to 3 m far sees, with noise."""

    def visible(places):
        points = np.array([pose.inverse().apply(x, y) for x, y in places.tolist()]).reshape(-1, 2)
        away, bearing = np.hypot(points[:, 0], points[:, 1]), np.arctan2(points[:, 1], points[:, 0])
        near = (away > 0.3) & (away < 3.0) & (np.abs(bearing - head_rad) < 0.5)
        return points[near] + 0.02 * random.standard_normal((int(near.sum()), 2))

    own, other = (visible(FIELD_2011.posts_m[part]) for part in (slice(0, 2), slice(2, 4)))
    return SeenPoints(visible(POINTS), own if posts else EMPTY, other if posts else EMPTY)


def settled(particles, pose, random, *, looks=40):
    for look in range(looks):
        particles.see(seen_from(pose, random, head_rad=math.sin(0.5 * look)))
    return particles


def test_put_near_its_place_it_finds_the_place():
    random = np.random.default_rng(1)
    pose = Pose2(1.2, 0.5, 0.3)
    particles = ParticleFilter(FIELD_2011, random)
    particles.put([Pose2(1.4, 0.3, 0.15)], sigma=(0.25, 0.25, 0.2))
    best = settled(particles, pose, random).clusters()[0]
    assert best.pose.distance_m(pose) < 0.08
    assert abs(best.pose.yaw_rad - pose.yaw_rad) < math.radians(4.0)
    assert best.probability > 0.8
    assert particles.mean.distance_m(pose) < 0.2  # as in 001


def test_posts_tell_the_two_halves_apart():
    random = np.random.default_rng(2)
    pose = Pose2(1.4, 0.2, 0.1)
    twin = Pose2(-1.4, -0.2, 0.1 - math.pi)
    particles = ParticleFilter(FIELD_2011, random)
    particles.put([pose, twin], sigma=(0.1, 0.1, 0.1))
    assert settled(particles, pose, random, looks=10).clusters()[0].pose.distance_m(pose) < 0.2


def test_it_follows_the_legs():
    random = np.random.default_rng(3)
    particles = ParticleFilter(FIELD_2011, random)
    particles.put([Pose2(0.0, 0.0, 0.5 * math.pi)], sigma=(0.01, 0.01, 0.01))
    for _ in range(10):
        particles.move(Pose2(0.1, 0.0, 0.0))
    assert particles.clusters()[0].pose.distance_m(Pose2(0.0, 1.0, 0.5 * math.pi)) < 0.06


def test_headings_are_averaged_as_directions():
    particles = ParticleFilter(FIELD_2011, np.random.default_rng(4))
    particles.put([Pose2(0.0, 0.0, math.pi - 0.1), Pose2(0.0, 0.0, -math.pi + 0.1)], sigma=(1e-6, 1e-6, 1e-6))
    assert abs(particles.mean.yaw_rad) == pytest.approx(math.pi, abs=0.01)


def test_cells_have_their_share_of_the_values_and_the_rest_is_outside():
    particles = ParticleFilter(FIELD_2011, np.random.default_rng(5))
    particles.put([Pose2(-2.9, -1.9, 0.0), Pose2(4.0, 0.0, 0.0)], sigma=(1e-6, 1e-6, 1e-6))
    particles.values[::2] = 3.0  # of those inside
    cells = particles.cell_probabilities(6, 4)
    assert cells.shape == (6, 4)
    assert cells[0, 0] == pytest.approx(0.75)
    assert cells.sum() == pytest.approx(0.75)


def test_where_nothing_fits_anywhere_all_are_as_bad_and_some_begin_anew():
    particles = ParticleFilter(FIELD_2011, np.random.default_rng(3))
    particles.put([Pose2(40.0, 30.0, 0.3)], sigma=(0.1, 0.1, 0.1))  # carried out of the hall, so to speak
    ahead = np.column_stack((np.linspace(0.7, 2.0, 14), np.full(14, 0.2)))
    for _ in range(5):
        particles.see(SeenPoints(ahead, np.zeros((0, 2)), np.zeros((0, 2))))
    on_field = np.abs(particles.poses[:, :2]) <= (FIELD_2011.half_length_m, FIELD_2011.half_width_m)
    assert on_field.all(axis=1).any()


@pytest.mark.parametrize("pose", [Pose2(1.2, 0.6, -0.3), Pose2(-0.9, -0.1, 3.1)])
def test_who_is_lost_and_sees_both_posts_of_a_goal_finds_itself_at_once(pose):
    random = np.random.default_rng(8)
    particles = ParticleFilter(FIELD_2011, random)
    particles.put([Pose2(-pose.x_m, 1.5, pose.yaw_rad + 1.5)], sigma=(0.05, 0.05, 0.05))
    seen = seen_from(pose, random)
    assert len(seen.own_posts_m) + len(seen.other_posts_m) == 2
    for _ in range(16):
        particles.see(seen)
    found = particles.clusters()[0].pose
    assert found.distance_m(pose) < 0.2
    assert abs(math.remainder(found.yaw_rad - pose.yaw_rad, 2.0 * math.pi)) < 0.15
