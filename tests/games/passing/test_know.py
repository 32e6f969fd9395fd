"""Trackers fed by hand: a body at 50 Hz, images at 10 Hz that arrive when the test says."""

import math
from collections.abc import Callable, Sequence
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.core.contract.time_series import TimeSeries
from ludens.core.runtime.module_check import check_module
from ludens.estimation.objects import ObjectTracker, ObjectTrackerParameters, pose_at
from ludens.games.passing.know import ObstacleTracker, SonarTracker
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.messages import Doubt, MeetingPlan, ObjectBelief, Odometry, Sighting, SonarBelief
from ludens.robots.pioneer import SONAR_PLACES
from tests.games.passing.samples import HERE, belief, history, nothing_seen, now, odometry, ring, sighting

Way = Callable[[float], Pose2]

BALL = ObjectTrackerParameters(name="ball")
CYCLE_S, IMAGE_S = 0.02, 0.1


def standing(_: float) -> Pose2:
    return HERE


def circling(time_s: float) -> Pose2:
    """A circle of 1 m radius at half a metre a second; straight pieces between two odometry messages."""
    turned_rad = 0.5 * time_s
    return Pose2(math.sin(turned_rad), 1.0 - math.cos(turned_rad), turned_rad)


class Film:
    """A tracker in its cycler: hands over odometry in every cycle, and sightings when they have arrived."""

    def __init__(self, way: Way = standing, *, parameters: ObjectTrackerParameters = BALL) -> None:
        self.tracker = ObjectTracker(parameters)
        self.odometry = TimeSeries[Odometry]()
        self.way = way
        self.cycles = 0

    @property
    def time_s(self) -> float:
        return self.cycles * CYCLE_S

    def cycle(self, *sightings: Sighting, doubt: Doubt | None = None) -> ObjectBelief | None:
        self.cycles += 1
        self.odometry.add(odometry(self.time_s, self.way(self.time_s)))
        return self.tracker.cycle(now(self.time_s), sightings, self.odometry, doubt)

    def watch(
        self, images: int, range_m: float = 2.0, bearing_rad: float = 0.0, *, each: str = "seen"
    ) -> ObjectBelief | None:
        """Take some images of a thing at rest, each handed over one cycle later."""
        told = None
        for _ in range(images):
            for _ in range(4):
                told = self.cycle()
            image = sighting(self.time_s, range_m, bearing_rad)
            told = self.cycle(image if each == "seen" else nothing_seen(self.time_s))
        return told


def sigma_m(told: ObjectBelief | None) -> float:
    assert told is not None
    return math.sqrt(told.range_variance_m2)


# ---------------------------------------------------------------- following one object


def test_one_image_is_no_belief_and_two_are():
    film = Film()
    assert film.watch(1) is None
    told = film.watch(1)
    assert told is not None
    assert (told.range_m, told.bearing_rad) == pytest.approx((2.0, 0.0))
    assert told.sightings == 2
    assert told.time_s == film.time_s


def test_every_image_makes_it_surer():
    film = Film()
    first, tenth = film.watch(2), film.watch(8)
    assert sigma_m(tenth) < sigma_m(first)
    assert tenth is not None
    assert tenth.seen_s == pytest.approx(film.time_s - CYCLE_S)


def filmed(way: Way, delays_s: Sequence[float], *, ball: tuple[float, float], seed: int) -> ObjectBelief:
    """What is believed in the end, when every image of one film has arrived, each with its own delay.

    A ball rests on the floor at `ball`, in the odometry frame.
    """
    random = np.random.default_rng(seed)
    film = Film(way)
    pending: list[tuple[float, Sighting]] = []
    for number, delay_s in enumerate(delays_s):
        captured_s = (number + 1) * IMAGE_S
        x_m, y_m = way(captured_s).inverse().apply(*ball)
        seen = sighting(
            captured_s,
            math.hypot(x_m, y_m) + random.normal(0.0, 0.03),
            math.atan2(y_m, x_m) + random.normal(0.0, 0.005),
        )
        pending.append((captured_s + delay_s, seen))
    told = None
    while film.time_s < len(delays_s) * IMAGE_S + 1.0:
        due = [seen for arrival_s, seen in pending if arrival_s <= film.time_s]
        pending = pending[len(due) :]
        told = film.cycle(*due)
    assert told is not None
    return told


@settings(max_examples=25)
@given(
    st.floats(0.0, 0.9),
    st.lists(st.floats(0.0, 0.05), min_size=20, max_size=20),
    st.floats(-1.0, 1.0),
    st.integers(0, 100),
)
def test_any_latency_gives_the_same_belief(
    latency_s: float, jitter_s: list[float], aside_m: float, seed: int
):
    """The same film, delivered at once, late, and unevenly late: the robot drives on meanwhile."""
    ball = (3.0, aside_m)
    at_once = filmed(circling, [0.0] * 20, ball=ball, seed=seed)
    late = filmed(circling, [latency_s] * 20, ball=ball, seed=seed)
    uneven = filmed(circling, [0.5 * latency_s + jitter for jitter in jitter_s], ball=ball, seed=seed)
    for other in (late, uneven):
        assert other.range_m == pytest.approx(at_once.range_m, abs=1e-9)
        assert difference(other.bearing_rad, at_once.bearing_rad) == pytest.approx(0.0, abs=1e-9)
        assert other.range_variance_m2 == pytest.approx(at_once.range_variance_m2)
        assert other.bearing_variance_rad2 == pytest.approx(at_once.bearing_variance_rad2)
        assert (other.velocity_x_mps, other.velocity_y_mps) == pytest.approx(
            (at_once.velocity_x_mps, at_once.velocity_y_mps), abs=1e-9
        )
        assert other.seen_s == at_once.seen_s
    x_m, y_m = circling(at_once.time_s).inverse().apply(*ball)
    assert at_once.range_m == pytest.approx(math.hypot(x_m, y_m), abs=0.15)
    assert difference(at_once.bearing_rad, math.atan2(y_m, x_m)) == pytest.approx(0.0, abs=0.1)


def test_the_belief_turns_with_the_robot():
    film = Film(lambda time_s: Pose2(0.0, 0.0, 0.0 if time_s < 1.0 else time_s - 1.0))
    film.watch(10)
    told = None
    while film.time_s < 2.0:
        told = film.cycle()
    assert told is not None
    assert told.bearing_rad == pytest.approx(-1.0, abs=0.02)
    assert told.range_m == pytest.approx(2.0, abs=0.01)


def test_an_image_overtaken_by_a_newer_one_is_ignored():
    film = Film()
    before = film.watch(5)
    assert before is not None
    after = film.cycle(sighting(film.time_s - 0.2, 2.05, 0.01))
    assert after is not None
    assert (after.sightings, after.seen_s) == (before.sightings, before.seen_s)
    assert after.range_m == pytest.approx(before.range_m, abs=1e-3)


def test_the_velocity_of_a_rolling_ball_is_told_along_the_robots_axes():
    film = Film()
    told = None
    for _ in range(20):
        for _ in range(4):
            film.cycle()
        time_s = film.time_s
        rolled_m = 0.5 * time_s - 0.5 * 0.15 * time_s**2
        told = film.cycle(sighting(time_s, math.hypot(2.5, rolled_m - 0.4), math.atan2(rolled_m - 0.4, 2.5)))
    assert told is not None
    assert told.velocity_y_mps == pytest.approx(0.5 - 0.15 * film.time_s, abs=0.07)
    assert told.velocity_x_mps == pytest.approx(0.0, abs=0.07)
    assert 0.0 < told.velocity_sigma_mps < 0.3


def test_one_wild_image_does_not_move_the_belief_but_opens_the_mind():
    film = Film()
    before = film.watch(10)
    film.watch(1, 3.5, 0.25)
    after = film.cycle()
    assert before is not None
    assert after is not None
    assert after.range_m == pytest.approx(2.0, abs=0.02)
    assert after.sightings == before.sightings
    assert sigma_m(after) > sigma_m(before)


def test_images_that_keep_contradicting_start_a_new_belief():
    film = Film()
    film.watch(10)
    film.watch(8, 3.5, 0.25)
    told = film.watch(1, 3.5, 0.25)
    assert told is not None
    assert (told.range_m, told.bearing_rad) == pytest.approx((3.5, 0.25), abs=0.05)
    assert told.sightings < 10


def test_images_that_should_show_it_and_do_not_raise_doubt():
    film = Film()
    before = film.watch(10)
    after = film.watch(3, each="missed")
    assert after is not None
    assert after.misses == 3
    assert sigma_m(after) > 2.0 * sigma_m(before)
    again = film.watch(1)
    assert again is not None
    assert again.misses == 0


@pytest.mark.parametrize(("range_m", "bearing_rad"), [(2.0, 1.2), (0.4, 0.0), (5.5, 0.0), (2.0, 3.1)])
def test_images_that_cannot_show_it_are_no_misses(range_m: float, bearing_rad: float):
    film = Film()
    before = film.watch(10, range_m, bearing_rad)
    after = film.watch(3, each="missed")
    assert after is not None
    assert after.misses == 0
    assert sigma_m(after) < sigma_m(before) + 0.1


def test_what_is_missed_again_and_again_is_doubted_but_may_be_hidden():
    film = Film()
    seen = film.watch(10)
    missed = film.watch(200, each="missed")
    assert seen is not None
    assert missed is not None
    assert missed.misses == 200
    assert 0.2 < math.sqrt(missed.range_variance_m2) < 0.6
    assert math.sqrt(seen.range_variance_m2) < 0.1


def test_a_doubt_counts_for_what_it_names():
    ours, theirs = Film(), Film()
    before = ours.watch(10)
    theirs.watch(10)
    doubted = ours.cycle(doubt=Doubt(time_s=ours.time_s, about=("ball",)))
    other = theirs.cycle(doubt=Doubt(time_s=theirs.time_s, about=("target",)))
    assert sigma_m(doubted) > 3.0 * sigma_m(before)
    assert sigma_m(other) < 1.1 * sigma_m(before)


def test_a_doubt_about_what_is_unknown_is_nothing():
    assert Film().cycle(doubt=Doubt(time_s=0.0, about=("ball",))) is None


def test_the_tracker_keeps_the_contract_of_modules():
    steps = [odometry(0.02 * number, circling(0.02 * number)) for number in range(1, 20)]
    check_module(
        ObjectTracker,
        [
            {
                "now": now(steps[number].time_s),
                "sightings": (sighting(steps[number].time_s - 0.01),),
                "odometry": steps[: number + 1],
                "doubt": Doubt(time_s=0.0, about=("object",)) if number == 9 else None,
            }
            for number in range(3, 19, 3)
        ],
    )


# ---------------------------------------------------------------- where the robot was


def test_poses_are_interpolated_between_odometry_messages():
    steps = history([odometry(1.0, Pose2(0.0, 0.0, 3.0)), odometry(2.0, Pose2(1.0, 2.0, -3.0))])
    halfway = pose_at(steps, 1.5)
    assert (halfway.x_m, halfway.y_m) == pytest.approx((0.5, 1.0))
    assert abs(halfway.yaw_rad) == pytest.approx(math.pi, abs=1e-6)
    assert pose_at(steps, 1.0).is_close(Pose2(0.0, 0.0, 3.0))
    assert pose_at(steps, 9.0).is_close(Pose2(1.0, 2.0, -3.0))
    assert pose_at(TimeSeries[Odometry](), 1.0) == HERE


# ---------------------------------------------------------------- sonars


def listen(
    tracker: SonarTracker, ranges_m: Sequence[dict[int, float] | None], *, forward_mps: float = 0.0
) -> SonarBelief:
    """Cycles with the given echoes; None is a cycle in which the sonars did not fire."""
    steps = [odometry(CYCLE_S * number, forward_mps=forward_mps) for number in range(len(ranges_m) + 1)]
    told = tracker.cycle(steps[0], None, ring(steps[0].time_s, {}))
    for last, step, heard in zip(steps, steps[1:], ranges_m, strict=False):
        told = tracker.cycle(step, last, None if heard is None else ring(step.time_s, heard))
    assert told is not None
    return told


def test_silent_sonars_give_no_belief_and_come_back_with_the_first_reading():
    tracker = SonarTracker()
    assert tracker.cycle(odometry(0.0), None, None) is None
    assert tracker.cycle(odometry(0.02), odometry(0.0), ring(0.02, {3: 0.6})) is not None
    assert tracker.cycle(odometry(0.4), odometry(0.02), None) is not None
    assert tracker.cycle(odometry(0.6), odometry(0.4), None) is None
    assert tracker.cycle(odometry(0.62), odometry(0.6), ring(0.62, {3: 0.6})) is not None


def test_an_echo_of_the_ball_is_no_obstacle_even_off_the_sonar_axis():
    ball = belief(0.72, 0.22)
    heard = {2: 0.52, 3: 0.55}
    points = ObstacleTracker().cycle(odometry(0.0), ring(0.0, heard), ball, None, None).points_m
    assert points == ()
    assert len(ObstacleTracker().cycle(odometry(0.0), ring(0.0, heard), None, None, None).points_m) == 2


def test_a_lost_echo_does_not_free_the_way():
    told = listen(SonarTracker(), [{3: 0.6}, None] * 5 + [{}])
    assert told.ranges_m[3] < 0.7
    assert told.ranges_m[4] > 4.5


def test_motion_makes_ranges_less_sure():
    rested = listen(SonarTracker(), [{3: 0.6}] + [None] * 20)
    driven = listen(SonarTracker(), [{3: 0.6}] + [None] * 20, forward_mps=0.5)
    assert driven.variances_m2[3] > 2.0 * rested.variances_m2[3]


def test_the_sonar_tracker_keeps_the_contract_of_modules():
    steps = [odometry(0.02 * number, forward_mps=0.4) for number in range(4)]
    check_module(
        SonarTracker,
        [
            {"odometry": step, "last": last, "readings": ring(step.time_s, {3: 0.7})}
            for last, step in zip([None, *steps], steps, strict=False)
        ],
    )


# ---------------------------------------------------------------- solid points round the robot


def hear(
    tracker: ObstacleTracker,
    time_s: float,
    ranges_m: dict[int, float] | None,
    *,
    pose: Pose2 = HERE,
    ball: ObjectBelief | None = None,
) -> list[tuple[float, float]]:
    readings = None if ranges_m is None else ring(time_s, ranges_m)
    return list(tracker.cycle(odometry(time_s, pose), readings, ball, None, None).points_m)


def echo_of(place: int, range_m: float) -> tuple[float, float]:
    sensor = SONAR_PLACES[place]
    return Pose2(sensor.x_m, sensor.y_m, sensor.yaw_rad).apply(range_m, 0.0)


def test_an_echo_is_a_point_that_stays_in_the_room():
    tracker = ObstacleTracker()
    (point,) = hear(tracker, 0.0, {3: 1.0})
    assert point == pytest.approx(echo_of(3, 1.0))
    (later,) = hear(tracker, 0.5, None, pose=Pose2(0.2, 0.0, 0.3))
    assert later == pytest.approx(Pose2(0.2, 0.0, 0.3).inverse().apply(*point))


def test_silence_and_far_echoes_are_no_points():
    assert hear(ObstacleTracker(), 0.0, {}) == []
    assert hear(ObstacleTracker(), 0.0, {3: 4.5}) == []


def test_an_echo_that_the_firing_before_did_not_hear_is_cross_talk():
    tracker = ObstacleTracker()
    hear(tracker, 0.0, {})
    assert hear(tracker, 0.04, {3: 0.6}) == []
    assert len(hear(tracker, 0.08, {3: 0.6})) == 1


def test_points_fade_with_time():
    tracker = ObstacleTracker()
    hear(tracker, 0.0, {3: 1.0})
    kept = [bool(hear(tracker, time_s, None)) for time_s in np.arange(1.0, 61.0)]
    assert kept[0]
    assert not kept[-1]
    assert list(accumulate(kept, min)) == kept  # once gone, it stays gone


def test_a_later_echo_from_behind_frees_the_place_and_a_lost_one_does_not():
    tracker = ObstacleTracker()
    hear(tracker, 0.0, {3: 0.8})
    assert len(hear(tracker, 1.0, {})) == 1
    assert hear(tracker, 1.2, {3: 2.5}) == []


def test_echoes_of_a_ball_that_rolls_are_left_out_where_its_path_says_it_is():
    heard = ring(0.0, {3: 0.95})
    rolling = MeetingPlan(
        time_s=0.0, ball_now_m=echo_of(3, 1.0), ball_m=(0.5, 0.0), drive_m=0.2, after_s=1.0, early_s=0.2
    )
    believed = belief(2.0, 0.0)  # where it lay before
    assert len(ObstacleTracker().cycle(odometry(), heard, believed, None, None).points_m) == 1
    assert ObstacleTracker().cycle(odometry(), heard, believed, None, rolling).points_m == ()


def test_echoes_of_the_ball_are_left_to_the_camera():
    place = echo_of(3, 1.0)
    assert hear(ObstacleTracker(), 0.0, {3: 0.95}, ball=belief(*place)) == []
    assert len(hear(ObstacleTracker(), 0.0, {0: 0.95}, ball=belief(*place))) == 1


def test_the_obstacle_tracker_keeps_the_contract_of_modules():
    check_module(
        ObstacleTracker,
        [
            {
                "odometry": odometry(time_s, Pose2(time_s, 0.0, 0.0)),
                "readings": ring(time_s, {3: 1.0, 8: 0.5}),
                "ball": belief(1.0, 0.2),
            }
            for time_s in (0.0, 0.1, 0.2)
        ],
    )
