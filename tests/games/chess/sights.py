"""A chess table that is looked at, with the best calibration there can be: what tests of the eyes share."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from ludens.drivers.simulation import SimulationDriver
from ludens.games.chess.calibrate.hand_eye import PlateSighting, fit_hand_eye
from ludens.games.chess.calibrate.postures import postures
from ludens.games.chess.calibrate.stored import StoredCalibration, with_camera
from ludens.games.chess.know import PieceTracker
from ludens.games.chess.see import PieceDetector
from ludens.games.chess.workcell.arm_setup import FLANGE_FROM_PLATE, corners_in_plate
from ludens.games.chess.workcell.table_view import BASE_FROM_CAMERA, CAMERA
from ludens.games.chess.world import ChessWorld, ChessWorldOptions
from ludens.geometry import FloatArray, Transform3
from ludens.messages import CameraImage, PiecesBelieved, PiecesSeen, TableCalibration
from ludens.robots.iiwa.kinematics import base_from_flange


def best_calibration(world: ChessWorld) -> StoredCalibration:
    """What an arm without errors learns of the camera; the board is the true one."""
    flanges = [base_from_flange(posture) for posture in postures(np.random.default_rng(1))]
    seen = [
        PlateSighting(flange, _bent_px(world, (flange @ FLANGE_FROM_PLATE).apply(corners_in_plate())))
        for flange in flanges
    ]
    found = with_camera(fit_hand_eye(seen, base_from_camera=BASE_FROM_CAMERA, camera=CAMERA))
    return replace(found, base_from_board=numbers(world.base_from_board))


def best_view(world: ChessWorld) -> TableCalibration:
    return best_calibration(world).message(time_s=0.0, measures=world.measures)


def _bent_px(world: ChessWorld, points_m: FloatArray) -> FloatArray:
    """Where the lens shows points of the base's frame, by OpenCV's formula."""
    camera, lens = world.mounted.camera, world.mounted.lens
    ahead, left, up = world.mounted.robot_from_camera.inverse().apply(points_m).T
    right_px, down_px = lens.off_center_px
    matrix = np.array(
        [
            [camera.focal_x_px, 0.0, camera.center_x_px + right_px],
            [0.0, camera.focal_y_px, camera.center_y_px + down_px],
            [0.0, 0.0, 1.0],
        ]
    )
    places = np.column_stack((-left, -up, ahead))
    pixels, _ = cv2.projectPoints(
        places, np.zeros(3), np.zeros(3), matrix, np.array([*lens.radial, *lens.tangential])
    )
    return np.asarray(pixels, dtype=np.float64).reshape(-1, 2)


def numbers(transform: Transform3) -> tuple[float, ...]:
    return (*transform.translation.tolist(), *transform.quaternion().tolist())


class Sights:
    """Eyes and belief over a simulated table."""

    def __init__(self, *, seed: int, noise: str = "default", **options: object) -> None:
        self.world = ChessWorld(ChessWorldOptions(noise=noise, **options), seed=seed)  # type: ignore[arg-type]
        self.driver = SimulationDriver(self.world)
        self.eyes, self.beliefs = PieceDetector(), PieceTracker()
        self.calibration = best_view(self.world)
        self.believed: PiecesBelieved | None = None

    def __enter__(self) -> "Sights":
        return self

    def __exit__(self, *_: object) -> None:
        self.driver.close()

    def pictures(self, *, seconds: float) -> Iterator[tuple[PiecesSeen, PiecesBelieved]]:
        """What is seen and believed, picture by picture, for some time."""
        end_ns = self.world.physics.time_ns + round(seconds * 1e9)
        while self.world.physics.time_ns < end_ns:
            delivery = self.driver.next_delivery()
            assert delivery is not None
            for message in delivery.messages:
                if isinstance(message, CameraImage):
                    seen = self.eyes.cycle(message, self.calibration, self.believed)
                    self.believed = self.beliefs.cycle(seen)
                    yield seen, self.believed

    def watch(self, *, seconds: float) -> PiecesBelieved:
        """The belief after some time."""
        for _ in self.pictures(seconds=seconds):
            pass
        assert self.believed is not None
        return self.believed

    def true_places(self) -> tuple[int, ...]:
        return tuple(place.number for place in self.world.true_configuration().places)
