"""What a study tells: offsets of an arm, only a bad place in the hand, or nothing at all."""

import numpy as np
import pytest

from ludens.core.contract.time_series import TimeSeries
from ludens.games.morris.see.arm_fit import ArmSighting
from ludens.games.morris.see.arm_self_calibrator import ArmSelfCalibrator, Told
from ludens.manipulation.clearance import held_in_hand_m
from ludens.manipulation.postures import SHOWN_RAD
from ludens.messages import CameraPoses, JointCalibration, JointReadings
from ludens.messages.manipulation import HandAct, HandReport, HandRequest, HeldManSeen
from ludens.messages.task import TaskState
from ludens.robots.nao.joints import JOINTS
from tests.games.morris.see.test_arm_fit import PLACE, offsets, pictures

PICTURE_S = 0.2
READING_S = 0.04


class Table:
    """A robot whose hands are asked for acts, and what its eye then sees."""

    def __init__(self) -> None:
        self.eye = ArmSelfCalibrator()
        self.eye.start()
        self.time_s = 0.0
        self.number = 0
        self.places: TimeSeries[CameraPoses] = TimeSeries()
        self.readings: TimeSeries[JointReadings] = TimeSeries()
        self.calibration = JointCalibration(time_s=0.0, offset_rad=np.zeros(len(JOINTS)), damaged=())

    def do(self, act: HandAct, seen: list[ArmSighting]) -> list[Told]:
        """Show these pictures of one hand during an act; return all that is told."""
        self.number += 1
        hand = seen[0].hand
        request = HandRequest(time_s=self.time_s, number=self.number, act=act, hand=hand)
        told = [self._cycle(request, None, TaskState.BUSY)]
        for sighting in seen:
            for _ in range(round(PICTURE_S / READING_S)):
                self.time_s += READING_S
                self._read(sighting)
            picture = HeldManSeen(time_s=self.time_s, hand=hand, middle_px=sighting.middle_px)
            told.append(self._cycle(request, picture, TaskState.BUSY))
        told.append(self._cycle(request, None, TaskState.DONE))
        return [each for each in told if each != (None, None)]

    def _read(self, sighting: ArmSighting) -> None:
        many, count = np.zeros(len(JOINTS)), np.zeros(len(JOINTS), dtype=np.int64)
        self.readings.add(
            JointReadings(
                time_s=self.time_s,
                position_rad=sighting.position_rad,
                stiffness=many,
                current_a=many,
                temperature_c=many,
                status=count,
            )
        )
        self.places.add(CameraPoses(time_s=self.time_s, top=PLACE, bottom=PLACE))

    def _cycle(self, request: HandRequest, picture: HeldManSeen | None, state: TaskState) -> Told:
        report = HandReport(time_s=self.time_s, number=self.number, state=state, holds=(True, True))
        return self.eye.cycle(picture, self.places, self.readings, self.calibration, request, report)


def test_a_sound_study_teaches_the_arm_and_says_where_the_man_sits() -> None:
    off_rad = offsets(1)
    ((learnt, held),) = Table().do("study", pictures(off_rad, hands=("left",), seed=1))
    assert learnt is not None
    assert held is not None
    assert held.arm_is_learnt
    assert learnt.offsets_rad["LShoulderPitch"] == pytest.approx(
        off_rad[JOINTS.index("LShoulderPitch")], abs=0.01
    )


def test_pictures_that_no_arm_explains_teach_nothing() -> None:
    random = np.random.default_rng(1)
    strange = []
    for seen in pictures(offsets(1), hands=("left",), seed=1):
        column, row = (np.array(seen.middle_px) + random.normal(0.0, 60.0, 2)).tolist()
        strange.append(ArmSighting(seen.hand, seen.posture, seen.position_rad, PLACE, (column, row)))
    assert Table().do("study", strange) == []


def test_of_a_man_that_sits_badly_only_its_place_is_told() -> None:
    ((learnt, held),) = Table().do("study", pictures(offsets(6), hands=("left",), seed=6, across_m=0.018))
    assert learnt is None
    assert held is not None
    assert not held.arm_is_learnt
    assert abs(held.place_m[1] - held_in_hand_m()[1]) > 0.008


def test_a_hand_that_is_shown_tells_a_place_only_roughly_until_its_arm_is_known() -> None:
    table, off_rad = Table(), offsets(4)
    shown = pictures(off_rad, hands=("left",), seed=5)[:2]
    assert learnt_at(table.do("show", shown)) == [False, False]
    table.do("study", pictures(off_rad, hands=("left",), seed=4))
    assert learnt_at(table.do("show", shown)) == [True, True]
    assert learnt_at(table.do("show", pictures(off_rad, hands=("right",), seed=5)[:2])) == [False, False]


def learnt_at(told: list[Told]) -> list[bool]:
    return [held.arm_is_learnt for _, held in told if held is not None]


def test_before_any_arm_is_known_a_man_at_the_fingers_edge_is_told_from_one_in_their_middle() -> None:
    middle_m = [across_m(seed, 0.0) for seed in range(8)]
    edge_m = [across_m(seed, 0.016) for seed in range(8)]
    assert max(middle_m) < 0.008 < min(edge_m)


def across_m(seed: int, by_m: float) -> float:
    off_rad = 0.5 * offsets(seed)  # as by default
    shown = pictures(off_rad, hands=("left",), seed=seed, across_m=by_m, postures=[SHOWN_RAD])
    told = Table().do("show", shown)
    held = told[-1][1]
    assert held is not None
    return float(held.place_m[1] - held_in_hand_m()[1])
