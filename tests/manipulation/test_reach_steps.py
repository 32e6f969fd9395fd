"""What joints do on their last way down, on a bench where they go where they are told."""

import numpy as np
import pytest

from ludens.geometry import FloatArray, Transform3
from ludens.manipulation.clearance import held_in_hand_m
from ludens.manipulation.leaning import torso_from_stance
from ludens.manipulation.postures import STUDIED_RAD
from ludens.manipulation.reaching import DEPTHS_M, arm_of
from ludens.messages.manipulation import HandRequest, HeldPoint
from ludens.robots.nao.joints import INDEX
from ludens.robots.nao.kinematics import Posture
from ludens.robots.nao.kinematics.stance import stance
from tests.manipulation.bench import HELD, STATION, Bench

TURNED_RAD = 0.3
"""Far less than a quarter."""


def accepted(bench: Bench) -> None:
    bench.request = HandRequest(time_s=0.0, number=1, act="accept", hand="left")
    bench.until("wait for an object")
    bench.between = HELD
    assert bench.ask("accept", 1).state == "done"


def place(bench: Bench, place_m: tuple[float, float]) -> None:
    bench.request = HandRequest(time_s=bench.time_s, number=2, act="place", hand="left", place_m=place_m)


def held_height_m(bench: Bench, deeper_m: float) -> float:
    """Return how high over the board the middle of what is held is."""
    posture = Posture(bench.position_rad)
    held_m = posture.torso_from_link("LHand").apply(held_in_hand_m(deeper_m))
    return float(torso_from_stance(posture).inverse().apply(held_m)[2]) - 0.227


@pytest.mark.parametrize("place_m", [(-0.06, -0.145), (-0.04, -0.105), (-0.015, -0.135), (0.005, -0.125)])
def test_above_its_place_the_wrist_does_not_turn_to_another_line(place_m) -> None:
    bench = Bench()
    accepted(bench)
    place(bench, place_m)
    bench.until("settle")
    wrist_rad = bench.told_rad[INDEX["LWristYaw"]]
    bench.until("let go")
    assert abs(bench.told_rad[INDEX["LWristYaw"]] - wrist_rad) < TURNED_RAD


BESIDE = ((-0.05, -0.0585), (0.05, -0.0585))
"""Men on both sides, the plate behind: fingers reach over the man between them less deep."""


@pytest.mark.parametrize(
    ("from_m", "beside", "deeper_m"),
    [((0.0, -0.1085), (), DEPTHS_M[0]), ((0.0, -0.0585), BESIDE, DEPTHS_M[1])],
)
def test_a_man_is_let_go_at_its_height_however_deep_it_was_grasped(from_m, beside, deeper_m) -> None:
    bench = Bench()
    bench.between = HELD
    bench.request = HandRequest(
        time_s=0.0, number=1, act="grasp", hand="left", place_m=from_m, neighbours_m=beside
    )
    bench.until("close")
    assert held_height_m(bench, deeper_m) == pytest.approx(0.0125, abs=0.0008)
    bench.until("lift")
    bench.until("")
    place(bench, (0.0, -0.1085))
    bench.until("let go")
    assert held_height_m(bench, deeper_m) == pytest.approx(0.014, abs=0.0008)


def held_over_m(bench: Bench, held_m: tuple[float, float, float]) -> FloatArray:
    """Return where over the remembered board a place in the left hand is."""
    posture = Posture(bench.position_rad)
    stance_m = torso_from_stance(posture).inverse().apply(posture.torso_from_link("LHand").apply(held_m))
    stance_from_board = Posture(stance()).torso_over_soles() @ STATION.inverse()
    return stance_from_board.to_transform3().inverse().apply(stance_m)


def test_a_hand_aims_by_what_eyes_see_from_above_the_place_also_at_its_height() -> None:
    bench = Bench()
    accepted(bench)
    bench.sees, bench.seen_off = True, Transform3.from_translation(0.006, -0.004, 0.003)
    place(bench, (0.0, -0.1085))
    bench.until("let go")
    place_m = held_over_m(bench, tuple(held_in_hand_m(DEPTHS_M[0])))
    tilted_m = held_over_m_without_eyes()
    assert place_m - tilted_m == pytest.approx((0.006, -0.004, 0.003), abs=0.002)


def held_over_m_without_eyes() -> FloatArray:
    bench = Bench()
    accepted(bench)
    place(bench, (0.0, -0.1085))
    bench.until("let go")
    return held_over_m(bench, tuple(held_in_hand_m(DEPTHS_M[0])))


def test_eyes_that_see_the_board_somewhere_else_altogether_are_not_believed() -> None:
    bench = Bench()
    accepted(bench)
    bench.sees, bench.seen_off = True, Transform3.from_translation(0.06, 0.0, 0.0)
    place(bench, (0.0, -0.1085))
    bench.until("let go")
    place_m = held_over_m(bench, tuple(held_in_hand_m(DEPTHS_M[0])))
    assert place_m == pytest.approx(held_over_m_without_eyes(), abs=0.001)


def test_where_a_board_that_is_seen_elsewhere_closes_the_way_another_one_is_searched() -> None:
    bench = Bench()
    accepted(bench)
    bench.sees, bench.seen_off = True, Transform3.from_translation(0.0, 0.028, 0.0)
    place(bench, (0.0, -0.0585))
    doings: list[str] = []
    for _ in range(600):
        _, report = bench.step()
        if not doings or doings[-1] != report.doing:
            doings.append(report.doing)
        if report.doing == "let go":
            break
    assert doings[-1] == "let go", report.details
    assert doings.count("plan") == 2


def test_a_man_that_sits_aside_in_the_hand_is_set_down_on_its_place() -> None:
    aside_m = (0.099, 0.006, -0.0123)
    bench = Bench()
    accepted(bench)
    bench.held_point = HeldPoint(time_s=bench.time_s, hand="left", place_m=aside_m, arm_is_learnt=True)
    place(bench, (0.0, -0.1085))
    bench.until("let go")
    nominal = held_over_m_without_eyes()
    assert held_over_m(bench, aside_m) == pytest.approx(nominal, abs=0.002)


def test_a_hand_that_is_studied_turns_what_it_holds_through_all_postures() -> None:
    bench = Bench()
    accepted(bench)
    bench.request = HandRequest(time_s=bench.time_s, number=2, act="study", hand="left")
    arm, held_still = arm_of("left"), []
    while (report := bench.step()[1]).state != "done":
        assert report.state != "failed", report.details
        if report.doing == "hold still":
            held_still.append(bench.told_rad[arm].copy())
    for left_rad in STUDIED_RAD:
        assert min(np.abs(posture - left_rad).max() for posture in held_still) < 1e-3
    assert report.holds[0]


def test_an_empty_hand_is_not_studied() -> None:
    bench = Bench()
    assert bench.ask("study", 1).reason == "hand empty"
