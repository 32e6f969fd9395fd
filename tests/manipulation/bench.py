"""The hands' module on a bench: joints go where they are told, fingers close on something or on nothing."""

import math
from typing import Any

import numpy as np

from ludens.geometry import Pose2, Transform3
from ludens.manipulation import Manipulation, ManipulationParameters
from ludens.manipulation.leaning import torso_from_stance
from ludens.messages import CalibratedJoints, MotionWeights, TorsoOrientation, WantedJoints
from ludens.messages.manipulation import (
    BoardPose,
    BoardSighting,
    HandAct,
    HandReport,
    HandRequest,
    HeldPoint,
)
from ludens.robots.nao.joints import INDEX, JOINTS
from ludens.robots.nao.kinematics import Posture
from ludens.robots.nao.kinematics.stance import stance

CYCLE_S = (
    0.048  # four cycles of the body at once: quicker, and still within what a gap in the readings may be
)
STATION = Pose2(0.10, -0.28, 0.5 * np.pi)
PLACE_M = (0.0, -0.1085)
HELD = 0.33


class Bench:
    """Steps the module; fingers that are told to close stop at what is between them."""

    def __init__(self) -> None:
        self.module = Manipulation(ManipulationParameters(patience_s=3.0))
        self.time_s = 0.0
        self.position_rad = stance()
        self.told_rad = stance()
        self.between = 0.0  # the least opening of the left hand
        self.frozen: tuple[int, ...] = ()
        self.status = np.zeros(len(JOINTS), dtype=np.int64)
        self.tips_rad = 0.0
        self.sags_rad = 0.0  # by which the ankles bend farther than they are told
        self.motion, self.share = "hands", 1.0
        self.request: HandRequest | None = None
        self.knows_board = True
        self.seen_off = Transform3.identity()  # of the board, as eyes see it, from where it is remembered
        self.sees = False
        self.held_point: HeldPoint | None = None

    def inputs(self) -> dict[str, Any]:
        self.time_s += CYCLE_S
        current_a = np.zeros(len(JOINTS))
        hand = INDEX["LHand"]
        current_a[hand] = 0.8 if self.told_rad[hand] < self.position_rad[hand] - 0.05 else 0.02
        joints = CalibratedJoints(
            time_s=self.time_s,
            position_rad=self.position_rad,
            stiffness=np.ones(len(JOINTS)),
            current_a=current_a,
            temperature_c=np.zeros(len(JOINTS)),
            status=self.status,
        )
        pitch_rad = torso_from_stance(Posture(self.position_rad)).inverse().rpy()[1] + self.tips_rad
        orientation = TorsoOrientation(
            time_s=self.time_s,
            quaternion=(math.cos(0.5 * pitch_rad), 0.0, math.sin(0.5 * pitch_rad), 0.0),
            rates_radps=(0.0, 0.0, 0.0),
        )
        place = BoardPose(
            time_s=self.time_s,
            board_from_robot=STATION,
            robot_from_board=STATION.inverse().to_transform3(),
            covariance=np.eye(3),
            seen_before_s=5.0,
        )
        return {
            "joints": joints,
            "weights": MotionWeights(
                time_s=self.time_s,
                motion=self.motion,
                weights={"hands": self.share, "walk": 1.0 - self.share},
            ),
            "request": self.request,
            "place": place if self.knows_board else None,
            "orientation": orientation,
            "touch": None,
            "in_hand": None,
            "sighting": self._sighting() if self.sees else None,
            "held": self.held_point,
        }

    def _sighting(self) -> BoardSighting:
        """What eyes see of the board, wherever the body is: `seen_off` from where legs put it."""
        stance_from_robot = Posture(stance()).torso_over_soles()
        stance_from_board = (stance_from_robot @ STATION.inverse()).to_transform3()
        raised = Transform3.from_translation(0.0, 0.0, ManipulationParameters().table_height_m)
        torso_from_stance_now = torso_from_stance(Posture(self.position_rad))
        return BoardSighting(
            time_s=self.time_s,
            torso_from_board=torso_from_stance_now @ raised @ stance_from_board @ self.seen_off,
        )

    def step(self) -> tuple[WantedJoints | None, HandReport]:
        wanted, report = self.module.cycle(**self.inputs())
        assert report is not None
        if wanted is not None:
            assert np.isfinite(wanted.position_rad).all()
            self.told_rad = wanted.position_rad.copy()
            measured_rad = self.told_rad.copy()
            measured_rad[INDEX["LHand"]] = max(measured_rad[INDEX["LHand"]], self.between)
            measured_rad[[INDEX["LAnklePitch"], INDEX["RAnklePitch"]]] -= self.sags_rad
            measured_rad[list(self.frozen)] = self.position_rad[list(self.frozen)]
            self.position_rad = measured_rad
        return wanted, report

    def ask(self, act: HandAct, number: int, *, seconds: float = 20.0) -> HandReport:
        self.request = HandRequest(time_s=self.time_s, number=number, act=act, hand="left", place_m=PLACE_M)
        for _ in range(round(seconds / CYCLE_S)):
            _, report = self.step()
            if report.number == number and report.state in ("done", "failed"):
                return report
        raise AssertionError(f"'{act}' took longer than {seconds} s: {report}")

    def until(self, doing: str) -> None:
        for _ in range(400):
            _, report = self.step()
            if report.doing == doing:
                return
        raise AssertionError(f"It never came to '{doing}'.")

    def leave(self) -> WantedJoints:
        """Want another motion and step until the hands may be left."""
        self.motion = "walk"
        for _ in range(400):
            wanted, _ = self.step()
            if wanted is not None and wanted.may_leave:
                return wanted
        raise AssertionError("It may never be left.")
