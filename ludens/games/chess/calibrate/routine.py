"""The calibration from its first posture to the last corner: which posture is wanted now, and what was found.

The arm shows its plate to the camera in many postures, goes to its rest, and the board is looked at. A
picture counts once the arm stands still, with the angles that its axes had at that moment.
"""

import numpy as np
from numpy.typing import NDArray

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
"""So near to the wanted posture the arm has arrived."""
STILL_RAD = 3e-4
"""Between two pictures: less is the encoders' noise."""
PICTURES = 1
"""Of the plate that are wanted in every posture."""
PATIENCE_S = 8.0
"""For one posture. Then something is in the way of arm or eye, and the next has its turn."""
REST_PATIENCE_S = 30.0
"""For the rest, without which there is no going on."""
UNSEEN_S = 0.6
"""How long the plate is looked for in one posture."""
PLATE_HEIGHT_M = 0.34
"""Of the plate over the table, about: says how large it appears."""


class Routine:
    """One calibration under way."""

    def __init__(
        self, stored: StoredCalibration, *, measures: Measures, count: int, random: np.random.Generator
    ) -> None:
        self._stored, self._measures = stored, measures
        self._count, self._random = count, random
        self._finder = MarkerFinder(
            "ARUCO_ORIGINAL", edge_px=CAMERA.focal_x_px * PLATE_M / (HEIGHT_M - PLATE_HEIGHT_M)
        )
        self._postures: list[FloatArray] | None = None
        self._number = 0
        self._since_s: float | None = None  # when the present posture was asked for
        self._stood_s: float | None = None  # since when it is held still
        self._before_rad: FloatArray | None = None
        self.is_stuck = False
        """Whether the arm stands, but not as wanted: somebody has stopped it, or it was never asked."""
        self._pictures = 0
        self.sightings: list[PlateSighting] = []
        self.hand_eye: HandEye | None = None
        self.board: BoardFit | None = None
        self.correction: AffineCorrection | None = None

    @property
    def stored(self) -> StoredCalibration:
        """What is known by now."""
        return self._stored

    @property
    def wanted_rad(self) -> FloatArray:
        """The posture in which the arm is needed now; in the end its rest."""
        if self._postures is not None and self._number < len(self._postures):
            return self._postures[self._number]
        return REST_RAD

    @property
    def share(self) -> float:
        """How much of the work is done."""
        if self._stored.has_camera or self._postures is None:
            return 0.95 * self._stored.has_camera
        return 0.9 * self._number / max(1, len(self._postures))

    def look(self, grey: NDArray[np.uint8], joints_rad: FloatArray, *, time_s: float) -> bool:
        """Take in a picture and the axes' angles at its moment; tell when all is found."""
        if self._postures is None:
            todo = [] if self._stored.has_camera else postures(self._random, count=self._count)
            self._postures = route(joints_rad, todo)
        if self._since_s is None:
            self._since_s = time_s
        stands = self._stands(joints_rad)
        if self._number >= len(self._postures):
            if not stands and time_s - self._since_s > REST_PATIENCE_S:
                raise ArmPlanError(
                    f"The arm has not come to its rest within {REST_PATIENCE_S:.0f} s, and only then can the "
                    "board be looked at. Is it stopped, or is something in its way?"
                )
            return stands and self._look_at_board(grey)
        if stands:
            self._stood_s = time_s if self._stood_s is None else self._stood_s
            self._look_at_plate(grey, joints_rad)
        unseen = self._stood_s is not None and time_s - self._stood_s > UNSEEN_S
        if self._pictures >= PICTURES or unseen or time_s - self._since_s > PATIENCE_S:
            self._next()
        return False

    def _stands(self, joints_rad: FloatArray) -> bool:
        before_rad, self._before_rad = self._before_rad, joints_rad
        is_there = bool(np.abs(joints_rad - self.wanted_rad).max() < THERE_RAD)
        is_still = before_rad is not None and bool(np.abs(joints_rad - before_rad).max() < STILL_RAD)
        self.is_stuck = is_still and not is_there
        return is_still and is_there

    def _next(self) -> None:
        self._number += 1
        self._since_s = self._stood_s = None
        self._pictures = 0
        if self._postures is not None and self._number == len(self._postures):
            self.hand_eye = fit_hand_eye(self.sightings, base_from_camera=BASE_FROM_CAMERA, camera=CAMERA)
            self._stored = with_camera(self.hand_eye)

    def _look_at_plate(self, grey: NDArray[np.uint8], joints_rad: FloatArray) -> None:
        plates = [marker for marker in self._finder.find(grey) if marker.number == PLATE_ID]
        if len(plates) == 1:
            self.sightings.append(PlateSighting(base_from_flange(joints_rad), plates[0].corners_px))
            self._pictures += 1

    def _look_at_board(self, grey: NDArray[np.uint8]) -> bool:
        self.board = fit_board(grey, self._stored.view(self._measures))
        correction = UNCORRECTED
        if not self.board.by_lines:  # a line says nothing along itself
            seen_m = self.board.corners_m + self.board.residuals_m
            self.correction = fit_correction(seen_m, self.board.corners_m)
            correction = self.correction.as_numbers()
        self._stored = with_board(self._stored, self.board, correction=correction)
        return True
