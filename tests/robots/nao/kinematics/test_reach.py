import numpy as np
import pytest

from ludens.robots.nao import HIGHEST_RAD, JOINTS, LOWEST_RAD
from ludens.robots.nao.kinematics import LEFT_ARM, RIGHT_ARM, Posture
from ludens.robots.nao.kinematics.reach import (
    CONE_RAD,
    ReachMap,
    even_directions,
    load_reach_map,
    make_reach_map,
    table_hash,
)
from ludens.robots.nao.places import PLACES

POSTURES = 400_000
"""Coarser than the real map, for the test's sake."""


@pytest.fixture(scope="module")
def reach() -> ReachMap:
    return make_reach_map(postures=POSTURES)


def hands(count: int, *, left: bool, seed: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Where hands are and point in random postures, by the kinematics of the whole body."""
    random, arm = np.random.default_rng(seed), LEFT_ARM if left else RIGHT_ARM
    found = []
    for _ in range(count):
        position_rad = np.zeros(len(JOINTS))
        position_rad[arm] = random.uniform(LOWEST_RAD[arm], HIGHEST_RAD[arm])
        hand = Posture(position_rad).torso_from("LGrip" if left else "RGrip")
        found.append((hand.translation, hand.rotation[:, 0]))
    return found


@pytest.mark.parametrize("left", [True, False])
def test_where_a_hand_has_been_it_can_be(reach: ReachMap, left: bool):
    """All but those at the rim and in the body, where the map is careful."""
    been = hands(300, left=left, seed=904)
    known = [reach.reachable(point, direction, left=left) for point, direction in been]
    assert np.mean(known) > 0.55
    assert np.mean([reach.reachable(point, left=left) for point, _ in been]) > 0.7


@pytest.mark.parametrize("left", [True, False])
def test_what_is_promised_is_reached_within_a_millimetre(reach: ReachMap, left: bool):
    random, promised, good = np.random.default_rng(905), 0, 0
    for point, direction in hands(250, left=left, seed=906):
        if not reach.reachable(point, direction, left=left):
            continue
        promised += 1
        found = reach.solve(point + 0.002 * random.normal(size=3), direction, left=left)
        assert found is not None
        good += found.error_m < 1e-3 and found.error_rad < CONE_RAD + 0.2
    assert promised > 100
    assert good / promised > 0.95


def test_the_right_arm_is_the_left_one_in_the_mirror(reach: ReachMap):
    mirror = np.array([1.0, -1.0, 1.0])
    for point, direction in hands(50, left=True, seed=907):
        assert reach.reachable(point, direction, left=True) == reach.reachable(
            mirror * point, mirror * direction, left=False
        )


@pytest.mark.parametrize(
    "point", [(0.6, 0.1, 0.0), (0.0, 0.0, 0.06), (0.0, 0.0, -0.06), (np.nan, 0.0, 0.0)], ids=str
)
def test_what_is_far_away_inside_the_body_or_no_number_is_out_of_reach(reach: ReachMap, point):
    for left in (True, False):
        assert not reach.reachable(np.array(point), left=left)
        found = reach.solve(np.array(point), left=left)
        assert found is None or found.error_m >= 0.0


def test_a_hand_cannot_point_back_through_its_own_arm(reach: ReachMap):
    stretched = Posture(np.zeros(len(JOINTS))).torso_from("LGrip").translation - (0.015, 0.0, 0.0)
    assert reach.reachable(stretched, np.array([1.0, 0.0, 0.0]), left=True)
    assert not reach.reachable(stretched, np.array([-1.0, 0.0, 0.0]), left=True)


def test_directions_are_spread_evenly():
    directions = even_directions()
    cosines = directions @ directions.T - 2.0 * np.eye(len(directions))
    nearest_rad = np.arccos(cosines.max(axis=1))
    assert nearest_rad.min() > 0.25
    assert nearest_rad.max() < 0.6


def test_the_map_is_kept_and_found_again(tmp_path):
    first = load_reach_map(tmp_path, postures=2000)
    (kept,) = tmp_path.iterdir()
    stamp = kept.stat().st_mtime_ns
    again = load_reach_map(tmp_path, postures=2000)
    assert kept.stat().st_mtime_ns == stamp
    assert (again.octants == first.octants).all()
    assert (again.postures == first.postures).all()


def test_a_broken_file_is_made_anew_with_a_sentence(tmp_path, caplog):
    first = load_reach_map(tmp_path, postures=2000)
    (kept,) = tmp_path.iterdir()
    for broken in (b"", b"no archive", kept.read_bytes()[:-2000]):
        kept.write_bytes(broken)
        caplog.clear()
        assert (load_reach_map(tmp_path, postures=2000).octants == first.octants).all()
        assert "made anew" in caplog.text
        caplog.clear()
        load_reach_map(tmp_path, postures=2000)
        assert caplog.text == ""


def test_another_table_has_another_file(monkeypatch):
    before = table_hash()
    monkeypatch.setitem(PLACES, "LGrip", PLACES["RSole"])
    assert table_hash() != before
