"""The module alone: shares, requests and interruptions, with joints that go where they are told."""

import numpy as np
import pytest
from msgspec import structs

from ludens.core.runtime.module_check import check_module
from ludens.messages import (
    CalibratedJoints,
    ImuReading,
    KickReport,
    KickRequest,
    Message,
    MotionWeights,
    TorsoOrientation,
    WantedJoints,
)
from ludens.motion.kick import Kick
from ludens.robots.nao.joints import JOINTS, mirrored
from ludens.robots.nao.kinematics.stance import stance

CYCLE_S = 0.012


class Bench:
    """Steps the module with an upright body whose joints follow at once."""

    def __init__(self) -> None:
        self.kick = Kick()
        self.time_s = 0.0
        self.position_rad = stance()
        self.request = KickRequest(time_s=0.0)
        self.motion = "kick"
        self.share = 1.0
        self.tips_radps = 0.0

    def inputs(self) -> dict[str, Message]:
        """What the next cycle is given."""
        self.time_s += CYCLE_S
        flat = np.zeros(len(JOINTS))
        joints = CalibratedJoints(
            time_s=self.time_s,
            position_rad=self.position_rad,
            stiffness=flat,
            current_a=flat,
            temperature_c=flat,
            status=np.zeros(len(JOINTS), dtype=np.int64),
        )
        rates = (0.0, self.tips_radps, 0.0)
        imu = ImuReading(
            time_s=self.time_s, angular_velocity_radps=rates, linear_acceleration_mps2=(0.0, 0.0, 9.81)
        )
        orientation = TorsoOrientation(time_s=self.time_s, quaternion=(1.0, 0.0, 0.0, 0.0), rates_radps=rates)
        weights = MotionWeights(
            time_s=self.time_s, motion=self.motion, weights={"kick": self.share, "walk": 1.0 - self.share}
        )
        return {
            "joints": joints,
            "imu": imu,
            "orientation": orientation,
            "request": self.request,
            "weights": weights,
        }

    def step(self) -> tuple[WantedJoints | None, KickReport | None]:
        wanted, report = self.kick.cycle(**self.inputs())  # type: ignore[arg-type]
        if wanted is not None:
            self.position_rad = wanted.position_rad
        return wanted, report

    def until(self, phase: str) -> None:
        for _ in range(400):
            _, report = self.step()
            if report is not None and report.phase == phase:
                return
        raise AssertionError(f"never came to {phase}")

    def finish(self) -> tuple[list[str], str]:
        phases: list[str] = []
        refused = ""
        for _ in range(400):
            wanted, report = self.step()
            assert wanted is not None
            assert report is not None
            refused = report.refused
            if not phases or phases[-1] != report.phase:
                phases.append(report.phase)
            if wanted.finished:
                assert wanted.may_leave
                return phases, refused
            assert wanted.may_leave is (report.phase == "get ready")
        raise AssertionError("never finished")


def test_without_a_share_it_does_nothing_and_with_one_it_kicks_once() -> None:
    bench = Bench()
    bench.share = 0.0
    assert bench.step() == (None, None)
    bench.share = 1.0
    phases, refused = bench.finish()
    assert phases == [
        "get ready", "shift", "draw back", "swing", "follow through", "retract", "put down", "return",
    ]  # fmt: skip
    assert refused == ""
    held, _ = bench.step()
    assert held is not None
    assert held.finished
    bench.share = 0.0
    assert bench.step() == (None, None)
    bench.share = 0.1
    again, report = bench.step()
    assert again is not None
    assert not again.finished
    assert report is not None
    assert report.phase == "get ready"


def test_the_right_foot_s_joints_are_the_mirror_of_the_left_foot_s() -> None:
    left, right = Bench(), Bench()
    right.request = structs.replace(right.request, with_left=False)
    for _ in range(220):
        (one, _), (other, _) = left.step(), right.step()
        assert one is not None
        assert other is not None
        assert one.position_rad == pytest.approx(mirrored(other.position_rad), abs=0.01)


def test_when_another_motion_is_wanted_it_comes_to_a_stand_without_swinging() -> None:
    for phase, rest in (("shift", ["return"]), ("draw back", ["retract", "put down", "return"])):
        bench = Bench()
        bench.until(phase)
        for _ in range(10):
            bench.step()
        bench.motion = "walk"
        phases, refused = bench.finish()
        assert phases == rest
        assert refused == "Another motion was wanted."


def test_a_foot_that_swings_swings_through() -> None:
    bench = Bench()
    bench.until("swing")
    bench.motion = "walk"
    phases, refused = bench.finish()
    assert phases == ["swing", "follow through", "retract", "put down", "return"]
    assert refused == ""


def test_shoved_before_the_swing_it_puts_the_foot_down_at_once() -> None:
    bench = Bench()
    bench.until("draw back")
    for _ in range(12):
        bench.step()
    began_s = bench.time_s
    bench.tips_radps = 1.0
    _, report = bench.step()
    assert report is not None
    assert report.phase == "put down"
    bench.tips_radps = 0.0
    phases, refused = bench.finish()
    assert phases == ["put down", "return"]
    assert refused == "Somebody shoved the robot."
    assert bench.time_s - began_s < 0.6


@pytest.mark.parametrize("ball_m", [(0.6, 0.05), (0.05, 0.05), (0.17, -0.3), (float("nan"), 0.05)])
def test_a_ball_that_no_foot_reaches_is_refused(ball_m) -> None:
    bench = Bench()
    bench.request = structs.replace(bench.request, ball_m=ball_m)
    bench.step()
    wanted, report = bench.step()
    assert wanted is not None
    assert wanted.finished
    assert wanted.may_leave
    assert report is not None
    assert "reaches" in report.refused


def test_it_starts_from_any_posture_without_a_jump() -> None:
    bench = Bench()
    bench.position_rad = bench.position_rad + np.random.default_rng(1).uniform(-0.3, 0.3, len(JOINTS))
    before_rad = np.clip(bench.position_rad, -2.1, 2.1)
    wanted, _ = bench.step()
    assert wanted is not None
    assert np.abs(wanted.position_rad - before_rad)[7:18].max() < 0.3
    second, _ = bench.step()
    assert second is not None
    assert np.abs(second.position_rad - wanted.position_rad).max() < 0.08


def test_it_keeps_the_promises_of_a_module() -> None:
    bench = Bench()
    check_module(Kick, [bench.inputs() for _ in range(60)])
