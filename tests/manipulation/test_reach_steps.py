"""What joints do on their last way down, on a bench where they go where they are told."""

import pytest

from ludens.manipulation.clearance import held_in_hand_m
from ludens.manipulation.leaning import torso_from_stance
from ludens.manipulation.reaching import DEPTHS_M
from ludens.messages.manipulation import HandRequest
from ludens.robots.nao.joints import INDEX
from ludens.robots.nao.kinematics import Posture
from tests.manipulation.bench import HELD, Bench

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
