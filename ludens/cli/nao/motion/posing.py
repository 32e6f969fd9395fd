"""A robot that a person bends by hand: some joints limp, the others held, and its latest posture at hand."""

from collections.abc import Collection
from contextlib import suppress
from threading import Event, Lock, Thread
from types import TracebackType

import numpy as np

from ludens.core.contract.driver import Driver
from ludens.core.errors import LudensError
from ludens.estimation.joint_calibration import JointCalibrator, JointCalibratorParameters
from ludens.messages import CalibratedJoints, JointCommand, JointReadings
from ludens.robots.nao.joints import JOINTS

PATIENCE_S = 5.0
MEAN_OF = 10
"""Readings that a posture is the mean of: encoders are noisy."""


class PosedRobot:
    """Keeps a driver going in a thread of its own, while somebody thinks about the next posture."""

    def __init__(
        self,
        driver: Driver,
        *,
        limp: Collection[str],
        hold_stiffness: float,
        calibration: JointCalibratorParameters,
    ) -> None:
        self._driver = driver
        self._calibrator = JointCalibrator(calibration)
        self._stiffnesses = tuple(0.0 if joint in limp else hold_stiffness for joint in JOINTS)
        self._lock = Lock()
        self._latest: list[CalibratedJoints] = []
        self._enough = Event()
        self._error: LudensError | None = None
        self._thread = Thread(target=self._keep_going, daemon=True)

    def __enter__(self) -> "PosedRobot":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(LudensError):
            self._driver.close()
        self._thread.join(PATIENCE_S)

    def posture(self) -> CalibratedJoints:
        """Return how the joints stand now: the mean of the latest readings."""
        in_time = self._enough.wait(PATIENCE_S)
        if self._error is not None:
            raise self._error
        if not in_time:
            raise LudensError(f"The robot said nothing about its joints for {PATIENCE_S:g} s.")
        with self._lock:
            latest = list(self._latest)
        last = latest[-1]
        return CalibratedJoints(
            time_s=last.time_s,
            position_rad=np.mean([joints.position_rad for joints in latest], axis=0),
            stiffness=last.stiffness,
            current_a=last.current_a,
            temperature_c=last.temperature_c,
            status=last.status,
        )

    def _keep_going(self) -> None:
        held_rad: tuple[float, ...] | None = None
        try:
            while (delivery := self._driver.next_delivery()) is not None:
                for message in delivery.messages:
                    if not isinstance(message, JointReadings):
                        continue
                    if held_rad is None:
                        held_rad = tuple(message.position_rad.tolist())
                    command = JointCommand(
                        time_s=message.time_s,
                        names=JOINTS,
                        positions_rad=held_rad,
                        stiffnesses=self._stiffnesses,
                    )
                    self._driver.command(delivery.robot, command)
                    self._note(message)
        except LudensError as error:
            self._error = error
            self._enough.set()

    def _note(self, readings: JointReadings) -> None:
        calibrated, _ = self._calibrator.cycle(readings)
        if calibrated is None:
            return
        with self._lock:
            self._latest = [*self._latest[-MEAN_OF + 1 :], calibrated]
            if len(self._latest) == MEAN_OF:
                self._enough.set()
