"""The calibration as a behaviour, from the first posture to the last corner; every `yield` is a picture.

The arm shows its plate to the camera in many postures, goes to its rest, and the board is looked at. A
picture counts once the arm stands still, with the angles that its axes had at that moment.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.core.behaviour import Behaviour
from ludens.games.chess.calibrate.affine import AffineCorrection, fit_correction
from ludens.games.chess.calibrate.board import BoardFit, fit_board
from ludens.games.chess.calibrate.hand_eye import HandEye, PlateSighting, fit_hand_eye
from ludens.games.chess.calibrate.postures import postures, route
from ludens.games.chess.calibrate.stored import StoredCalibration, with_board, with_camera
from ludens.games.chess.workcell.arm_setup import PLATE_ID, PLATE_M, REST_RAD
from ludens.games.chess.workcell.measures import Measures
from ludens.games.chess.workcell.table_view import BASE_FROM_CAMERA, CAMERA, HEIGHT_M
from ludens.geometry import FloatArray
from ludens.messages.board_pieces import UNCORRECTED
from ludens.planning.arm.trajectory import ArmPlanError
from ludens.robots.iiwa.kinematics import base_from_flange
from ludens.vision.markers import MarkerFinder

THERE_RAD = 0.01
"""Tolerance within which the wanted posture counts as reached."""
STILL_RAD = 3e-4
"""Between two pictures: less is the encoders' noise."""
PATIENCE_S = 8.0
"""For one posture. Then something is in the way of arm or eye, and the next has its turn."""
REST_PATIENCE_S = 30.0
"""For the rest, without which there is no going on."""
UNSEEN_S = 0.6
"""How long the plate is looked for in one posture."""
PLATE_HEIGHT_M = 0.34
"""Of the plate over the table, about: says how large it appears."""


class Routine:
    """One calibration under way. It goes on by pictures; each comes with the axes' angles at its moment."""

    def __init__(
        self, stored: StoredCalibration, *, measures: Measures, count: int, random: np.random.Generator
    ) -> None:
        self.stored = stored  # what is known by now
        self.sightings: list[PlateSighting] = []
        self.hand_eye: HandEye | None = None
        self.board: BoardFit | None = None
        self.correction: AffineCorrection | None = None
        self.wanted_rad: FloatArray = REST_RAD  # the posture in which the arm is needed now
        self.share = 0.0  # of the work that is done
        self.posture, self.postures = (
            0,
            0,
        )  # the one that is shown now, counted from 1, and how many there are
        self._measures, self._count, self._random = measures, count, random
        self._finder = MarkerFinder(
            "ARUCO_ORIGINAL", edge_px=CAMERA.focal_x_px * PLATE_M / (HEIGHT_M - PLATE_HEIGHT_M)
        )
        self._joints_rad: FloatArray | None = None
        self._is_still = False
        self._running = self._calibrate()

    @property
    def is_stuck(self) -> bool:
        """Whether the arm stands, but not as wanted: somebody has stopped it, or it was never asked."""
        return self._is_still and not self._is_there

    def look(self, pixels_rgb: NDArray[np.uint8], joints_rad: FloatArray, *, time_s: float) -> bool:
        """Take in a picture and the axes' angles at its moment; tell when all is found."""
        before_rad = self._joints_rad
        self._pixels_rgb, self._joints_rad, self._time_s = pixels_rgb, joints_rad, time_s
        self._is_still = before_rad is not None and _is_near(joints_rad, before_rad, STILL_RAD)
        try:
            next(self._running)
        except StopIteration:
            return True
        return False

    def _calibrate(self) -> Behaviour[None]:
        if not self.stored.has_camera:
            yield from self._find_camera()
        self.share = 0.95
        yield from self._come_to_rest()
        self._find_board()

    def _find_camera(self) -> Behaviour[None]:
        assert self._joints_rad is not None
        shown = route(self._joints_rad, postures(self._random, count=self._count))
        self.postures = len(shown)
        for number, posture_rad in enumerate(shown):
            self.share, self.posture = 0.9 * number / len(shown), number + 1
            yield from self._show_plate(posture_rad)
        self.hand_eye = fit_hand_eye(self.sightings, base_from_camera=BASE_FROM_CAMERA, camera=CAMERA)
        self.stored = with_camera(self.hand_eye)

    def _show_plate(self, posture_rad: FloatArray) -> Behaviour[None]:
        """Until the plate is seen; or not, because something is in the way of arm or eye."""
        self.wanted_rad = posture_rad
        asked_s, stood_s = self._time_s, None
        while self._time_s - asked_s <= PATIENCE_S:
            yield
            if not self._stands:
                continue
            stood_s = self._time_s if stood_s is None else stood_s
            if self._sees_plate() or self._time_s - stood_s > UNSEEN_S:
                return

    def _sees_plate(self) -> bool:
        grey = np.asarray(cv2.cvtColor(self._pixels_rgb, cv2.COLOR_RGB2GRAY), dtype=np.uint8)
        plates = [marker for marker in self._finder.find(grey) if marker.number == PLATE_ID]
        if len(plates) != 1 or self._joints_rad is None:
            return False
        self.sightings.append(PlateSighting(base_from_flange(self._joints_rad), plates[0].corners_px))
        return True

    def _come_to_rest(self) -> Behaviour[None]:
        self.wanted_rad, asked_s = REST_RAD, self._time_s
        while not self._stands:
            if self._time_s - asked_s > REST_PATIENCE_S:
                raise ArmPlanError(
                    f"The arm has not come to its rest within {REST_PATIENCE_S:.0f} s, and only then can the "
                    "board be looked at. Is it stopped, or is something in its way?"
                )
            yield

    def _find_board(self) -> None:
        self.board = fit_board(self._pixels_rgb, self.stored.view(self._measures))
        correction = UNCORRECTED
        if not self.board.by_lines:  # a line says nothing along itself
            seen_m = self.board.corners_m + self.board.residuals_m
            self.correction = fit_correction(seen_m, self.board.corners_m)
            correction = self.correction.as_numbers()
        self.stored = with_board(self.stored, self.board, correction=correction)

    @property
    def _is_there(self) -> bool:
        return self._joints_rad is not None and _is_near(self._joints_rad, self.wanted_rad, THERE_RAD)

    @property
    def _stands(self) -> bool:
        return self._is_still and self._is_there


def _is_near(one_rad: FloatArray, other_rad: FloatArray, tolerance_rad: float) -> bool:
    return bool(np.abs(one_rad - other_rad).max() < tolerance_rad)
