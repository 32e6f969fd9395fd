import math

import numpy as np
import pytest

from ludens.core.runtime.module_check import check_module
from ludens.messages import CalibratedJoints, MotionWeights, TorsoOrientation, WantedJoints
from ludens.motion.files import MotionLibrary, MotionPlayer, MotionPlayerParameters
from ludens.motion.poses import posture_of
from ludens.robots.nao.joints import INDEX, JOINTS, SPEED_RADPS

CYCLE_S = 0.012
KNEE = INDEX["LKneePitch"]
WAITS = """
summary = "Bend, wait until still, stretch."
begins = "standing"
[[frame]]
name = "bend"
duration_s = 0.5
joints_rad = { LKneePitch = 1.0 }
stiffness = 0.8
wait = { turning_below_radps = 0.2, for_s = 0.05, at_most_s = 1.0, otherwise = "OTHERWISE" }
[[frame]]
name = "stretch"
duration_s = 0.5
joints_rad = { LKneePitch = 0.5 }
require = { lean_rad = [0.0, 0.5] }
"""


def joints(time_s: float, position_rad=None) -> CalibratedJoints:
    many = np.full(len(JOINTS), 0.5)
    return CalibratedJoints(
        time_s=time_s,
        position_rad=posture_of("stand") if position_rad is None else position_rad,
        stiffness=many,
        current_a=many,
        temperature_c=many,
        status=np.zeros(len(JOINTS), dtype=np.int64),
    )


def leaning(time_s: float, *, lean_rad: float = 0.0, turning_radps: float = 0.0) -> TorsoOrientation:
    quaternion = (math.cos(0.5 * lean_rad), 0.0, math.sin(0.5 * lean_rad), 0.0)
    return TorsoOrientation(time_s=time_s, quaternion=quaternion, rates_radps=(0.0, turning_radps, 0.0))


def playing(motion: str, time_s: float = 0.0, share: float = 1.0) -> MotionWeights:
    return MotionWeights(time_s=time_s, motion=motion, weights={"files": share, "walk": 1.0 - share})


class Stage:
    """A player with a clock."""

    def __init__(self, folder="") -> None:
        self.player = MotionPlayer(MotionPlayerParameters(folder=str(folder)))
        self.time_s = 0.0

    def play(self, motion: str, seconds: float, **lean: float) -> list[WantedJoints]:
        seen = []
        for _ in range(round(seconds / CYCLE_S)):
            played = self.player.cycle(playing(motion), joints(self.time_s), leaning(self.time_s, **lean))
            assert played is not None
            seen.append(played)
            self.time_s += CYCLE_S
        return seen


@pytest.fixture
def stage(tmp_path) -> Stage:
    (tmp_path / "wait.toml").write_text(WAITS.replace("OTHERWISE", "go on"))
    (tmp_path / "insist.toml").write_text(WAITS.replace("OTHERWISE", "fail"))
    return Stage(tmp_path)


def test_it_keeps_the_promises_of_a_module() -> None:
    check_module(
        MotionPlayer,
        [
            {"weights": playing("squat", t), "joints": joints(t), "orientation": leaning(t)}
            for t in (0.0, 0.012, 0.5, 0.512)
        ],
    )


def test_it_leads_from_where_the_joints_are_to_the_last_frame_and_holds_it() -> None:
    seen = Stage().play("squat", 2.5)
    np.testing.assert_allclose(seen[0].position_rad, posture_of("stand"))
    assert seen[0].progress == 0.0
    assert not seen[0].may_leave
    knee_rad = MotionLibrary.load()["squat"].frames[-1].joints_rad["LKneePitch"]
    assert seen[-1].position_rad[KNEE] == pytest.approx(knee_rad)
    assert seen[-1].finished
    assert seen[-1].may_leave
    assert seen[-1].progress == 1.0
    way = np.array([played.position_rad for played in seen])
    assert (np.abs(np.diff(way, axis=0)) <= SPEED_RADPS * CYCLE_S).all()
    shares = [played.progress for played in seen]
    assert shares == sorted(shares)


def test_without_a_share_it_says_nothing_and_then_starts_afresh(stage: Stage) -> None:
    stage.play("squat", 2.0)
    assert stage.player.cycle(playing("squat", share=0.0), joints(2.0), None) is None
    again = stage.player.cycle(playing("squat"), joints(2.012), None)
    assert again is not None
    assert again.progress == 0.0


def test_another_name_is_played_at_once_and_fading_goes_on(stage: Stage) -> None:
    stage.play("squat", 0.5)
    assert stage.play("stand", 0.012)[0].motion == "stand"
    before = stage.play("stand", 0.3)[-1]
    fading = stage.player.cycle(playing("walk", share=0.5), joints(stage.time_s), None)
    assert fading is not None
    assert fading.motion == "stand"
    assert fading.progress > before.progress


def test_a_frame_waits_until_the_torso_is_still(stage: Stage) -> None:
    shaking = stage.play("wait", 1.0, turning_radps=1.0)
    assert shaking[-1].position_rad[KNEE] == pytest.approx(1.0)
    still = stage.play("wait", 0.3)
    assert still[-1].position_rad[KNEE] < 0.99
    assert stage.play("wait", 1.0)[-1].finished


@pytest.mark.parametrize(("motion", "knee_rad"), [("wait", 0.5), ("insist", 1.0)])
def test_after_too_long_it_goes_on_or_fails_as_the_file_says(stage: Stage, motion, knee_rad) -> None:
    last = stage.play(motion, 3.0, turning_radps=1.0)[-1]
    assert last.finished
    assert last.position_rad[KNEE] == pytest.approx(knee_rad)
    assert ("waited for 1 s in vain: turning_radps is 1.00" in last.failed) == (motion == "insist")


def test_what_a_frame_insists_on_breaks_the_motion_off(stage: Stage) -> None:
    stage.play("wait", 0.6, lean_rad=0.7)
    last = stage.play("wait", 0.5, lean_rad=0.7)[-1]
    assert last.failed == (
        "'wait' was broken off: in frame 'stretch' lean_rad is 0.70, not within 0 and 0.5."
    )
    assert last.finished


def test_a_short_jerk_breaks_nothing_off(stage: Stage) -> None:
    stage.play("wait", 0.6)
    stage.play("wait", 0.036, lean_rad=0.7)
    assert stage.play("wait", 1.0)[-1].failed == ""


def test_ankles_work_against_turning_where_the_file_says_so() -> None:
    still, tipping = Stage(), Stage()
    calm = still.play("squat", 1.5)[-1].position_rad
    moved = tipping.play("squat", 1.5, turning_radps=1.0)[-1].position_rad
    ankles = [INDEX["LAnklePitch"], INDEX["RAnklePitch"]]
    np.testing.assert_allclose(moved[ankles] - calm[ankles], 0.05)
    others = np.delete(np.arange(len(JOINTS)), ankles)
    np.testing.assert_allclose(moved[others], calm[others])


def test_a_gap_in_the_readings_makes_no_leap(stage: Stage) -> None:
    before = stage.play("squat", 0.3)[-1]
    stage.time_s += 5.0
    after = stage.play("squat", 0.012)[0]
    assert after.progress - before.progress < 0.1
