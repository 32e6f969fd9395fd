"""Where the board is before the robot, and how its camera really sits, from all pictures so far.

A marker of 70 mm alone says little about tilt, and its error grows towards the board's corners. But the
table is level, its height is known, and joints and lean say roughly how the camera is held. What is not
known is eleven numbers, of which each picture's clues and the knowledge before make a better estimate (an
iterated extended Kalman filter):

    x, y, heading   of the board in the robot's frame (the torso's shadow)
    height          by which kinematics and table are off
    roll, pitch, yaw   by which the camera is turned from where joints and lean put it
    scale, bend     of the lens: relative focal length, and k1
    aside, below    how far the lens's axis is right of and below the picture's middle, in focal lengths

Yaw is told from heading because a camera that looks down leans aside when it is turned about its own axis. An
axis beside the middle moves a picture as a turn does, but shears nothing, and does not lean with the head.
Where the camera was calibrated, the three turns are about the robot's axes instead: then what is not known is
how the body leans, which its accelerometer tells to a degree or two, and that stays when the head turns.
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from ludens.games.morris.see.board_pose_jacobian import linearised, misfit
from ludens.games.morris.see.lines import Clues
from ludens.games.morris.see.projection import BoardView, lens_numbers
from ludens.geometry import FloatArray, PinholeCamera, Pose2, Transform3, wrap
from ludens.messages import CameraPose

X, Y, HEADING, HEIGHT, ROLL, PITCH, YAW, SCALE, BEND, ASIDE, BELOW = range(11)
COUNT = 11
FIRST_SIGMA = np.array([1.0, 1.0, 3.0, 0.004, 0.022, 0.022, 0.022, 0.015, 0.02, 0.004, 0.004])
"""Before the first picture: any place, and a camera as it comes from the factory. Axes are off by four times
as much, but a few pictures hardly tell one from a turn; held so, lines come to lie on lines and heading
suffers least."""
CALIBRATED_SIGMA = np.array([1.0, 1.0, 3.0, 0.004, 0.022, 0.022, 0.004, 0.003, 0.005, 0.002, 0.002])
"""Likewise with a camera that was calibrated, and a body whose lean is known roughly."""
REST_SIGMA = np.array([0.0007, 0.0007, 0.001, 0.0005, 0.003, 0.003, 0.0003, 0.0, 0.0, 0.0, 0.0])
"""From picture to picture of a robot that stands: it sways, the head's gears have play, and how much it leans
is known to a few thousandths of a radian only. How the camera is turned about its own axis stays as it is."""
SHAKEN_SIGMA = np.array([0.003, 0.003, 0.005, 0.002, 0.012, 0.012, 0.001, 0.0, 0.0, 0.0, 0.0])
"""Likewise of one that walks or turns its head: pictures and joints are not of quite the same moment."""
STEP_SHARE, TURN_SHARE = 0.15, 0.10
"""Of every metre and radian that the feet claim to have gone, so much may be wrong."""
ROUNDS = 4
UNNOTICED = 2e-5
"""Metres, radians or parts: so little moves no pixel, and no further round is needed."""
OUTLIER = 3.0
"""Clues that miss by more of their sigmas count less, like their misfit itself instead of its square."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardPoseEstimate:
    """Estimate of the eleven numbers, with covariance."""

    mean: FloatArray
    covariance: FloatArray
    table_height_m: float
    calibrated: bool = False

    @classmethod
    def unknown(cls, *, table_height_m: float, calibrated: bool = False) -> "BoardPoseEstimate":
        """Before anything was seen."""
        sigma = CALIBRATED_SIGMA if calibrated else FIRST_SIGMA
        return cls(np.zeros(COUNT), np.diag(sigma**2), table_height_m, calibrated)

    @property
    def is_known(self) -> bool:
        """Whether the place is known well enough to look for lines where they should be."""
        spread = np.sqrt(np.diag(self.covariance))
        return bool(max(spread[X], spread[Y]) < 0.02 and spread[HEADING] < 0.08)

    @property
    def robot_from_board(self) -> Transform3:
        """A level board at the table's height."""
        x_m, y_m, heading_rad = self.mean[:3].tolist()
        flat = Pose2(x_m, y_m, heading_rad).to_transform3()
        return Transform3(flat.rotation, np.array([x_m, y_m, self.table_height_m]))

    def view(self, place: CameraPose) -> BoardView:
        """Return how a camera that joints and lean put there looks at the board."""
        return _sight(self._in_camera(place) @ self.mean, place, self.table_height_m)

    def started_at(self, robot_from_board: Pose2) -> "BoardPoseEstimate":
        """Forget where the board was; it is about there. What is known of the camera stays."""
        mean, covariance = self.mean.copy(), self.covariance.copy()
        mean[:3] = robot_from_board.x_m, robot_from_board.y_m, robot_from_board.yaw_rad
        covariance[:3], covariance[:, :3] = 0.0, 0.0
        covariance[range(3), range(3)] = FIRST_SIGMA[:3] ** 2
        return replace(self, mean=mean, covariance=covariance)

    def with_pitch(self, pitch_rad: float) -> "BoardPoseEstimate":
        """Begin with a camera that looks so far down beyond what joints and lean say."""
        mean = self.mean.copy()
        mean[PITCH] = pitch_rad
        return replace(self, mean=mean)

    def robot_from_camera(self, place: CameraPose) -> Transform3:
        """Return where the camera is that joints and lean put there."""
        return _turned_camera(self._in_camera(place) @ self.mean, place)

    def turned(self, quarters: int) -> "BoardPoseEstimate":
        """Return the same for a board that is turned by quarters where it is."""
        mean = self.mean.copy()
        mean[HEADING] = wrap(float(mean[HEADING]) + 0.5 * math.pi * quarters)
        return replace(self, mean=mean)

    def expecting(self, robot_from_board: Pose2, *, sigma_m: float, sigma_rad: float) -> "BoardPoseEstimate":
        """Hear where the board is, and how sure that is."""
        told = self.started_at(robot_from_board)
        told.covariance[range(3), range(3)] = np.array([sigma_m, sigma_m, sigma_rad]) ** 2
        return told

    def moved(self, before_from_now: Pose2, *, still: bool) -> "BoardPoseEstimate":
        """Let time pass to the next picture, while the robot went so by its feet; still or shaking."""
        board = before_from_now.inverse() @ Pose2(*self.mean[:3].tolist())
        mean = self.mean.copy()
        mean[:3] = board.x_m, board.y_m, board.yaw_rad
        way_m = math.hypot(before_from_now.x_m, before_from_now.y_m)
        turn_rad = abs(before_from_now.yaw_rad)
        more = REST_SIGMA**2 if still else SHAKEN_SIGMA**2
        more[:2] += (STEP_SHARE * way_m) ** 2 + (0.3 * turn_rad * TURN_SHARE) ** 2
        more[HEADING] += (TURN_SHARE * turn_rad) ** 2
        # What wanders about the camera is drawn back to how it was made, so that it never becomes less known
        # than at first; without that, roll and heading run away together while the robot walks.
        first_sigma = CALIBRATED_SIGMA if self.calibrated else FIRST_SIGMA
        kept = np.sqrt(np.clip(1.0 - more / first_sigma**2, 0.0, 1.0))
        kept[: HEADING + 1] = 1.0
        covariance = np.outer(kept, kept) * self.covariance + np.diag(more)
        return replace(self, mean=kept * mean, covariance=covariance)

    def weighed(self, clues: Clues, place: CameraPose) -> "tuple[BoardPoseEstimate, float]":
        """Return what is believed after a picture's clues, and their misfit in pixels (root mean square)."""
        turn = self._in_camera(place)
        prior = turn @ np.linalg.inv(self.covariance) @ turn.T
        mean = turn @ self.mean
        state, information = mean.copy(), prior
        for _ in range(ROUNDS):
            away_px, slopes = self._linearised(state, clues, place)
            scaled = np.abs(away_px) / clues.sigma_px
            weights = np.minimum(1.0, OUTLIER / np.maximum(scaled, 1e-9)) / clues.sigma_px**2
            weighted = slopes.T * weights
            information = prior + weighted @ slopes
            pull = weighted @ away_px + prior @ (mean - state)
            step = np.linalg.solve(information, pull)
            state = state + step
            if np.abs(step).max() < UNNOTICED:
                break
        rest = self._misfit(state, clues, place)
        inside = np.abs(rest) < OUTLIER * clues.sigma_px
        error_px = float(np.sqrt(np.mean(rest[inside] ** 2))) if inside.any() else math.inf
        covariance = turn.T @ np.linalg.inv(information) @ turn
        return replace(self, mean=turn.T @ state, covariance=covariance), error_px

    def misfit_px(self, clues: Clues, place: CameraPose) -> float:
        """Return how far clues are from where they should be, in the middle."""
        rest = self._misfit(self._in_camera(place) @ self.mean, clues, place)
        return float(np.median(np.abs(rest)))

    def fitting(self, clues: Clues, place: CameraPose) -> float:
        """Return the share of clues that are where they should be, within their sigmas."""
        rest = self._misfit(self._in_camera(place) @ self.mean, clues, place)
        return float((np.abs(rest) < OUTLIER * clues.sigma_px).mean()) if len(rest) else 0.0

    def _in_camera(self, place: CameraPose) -> FloatArray:
        """Return the matrix (11, 11) that makes the three turns those of the camera about its own axes."""
        turn = np.eye(COUNT)
        if self.calibrated:
            turn[ROLL : YAW + 1, ROLL : YAW + 1] = place.robot_from_camera.rotation.T
        return turn

    def _linearised(
        self, state: FloatArray, clues: Clues, place: CameraPose
    ) -> tuple[FloatArray, FloatArray]:
        """Return the misfit, and how much of it each number would take away per unit (n, 11)."""
        return linearised(state, *self._seen_from(place), *_places(clues))

    def _misfit(self, state: FloatArray, clues: Clues, place: CameraPose) -> FloatArray:
        """Return the misfit alone."""
        return misfit(state, *self._seen_from(place), *_places(clues))

    def _seen_from(self, place: CameraPose) -> tuple[FloatArray, FloatArray, FloatArray, float]:
        mount = place.robot_from_camera
        lens = np.array(lens_numbers(place.camera))
        return mount.rotation, mount.translation, lens, self.table_height_m


def _places(clues: Clues) -> tuple[FloatArray, FloatArray, FloatArray]:
    return clues.points_in_board_m, clues.found_px, clues.across


def first_guess(
    corners_px: FloatArray, corners_in_board_m: FloatArray, place: CameraPose, *, table_height_m: float
) -> Pose2 | None:
    """Return where the board is by the corners of something level on it; None if they are not below."""
    rays = place.robot_from_camera.rotate(place.camera.ray(corners_px))
    eye_m = place.robot_from_camera.translation
    if not (rays[:, 2] < -0.05).all():
        return None
    ways = (table_height_m + corners_in_board_m[:, 2] - eye_m[2]) / rays[:, 2]
    seen_m = eye_m[:2] + ways[:, np.newaxis] * rays[:, :2]
    seen, known = (points @ np.array([1.0, 1.0j]) for points in (seen_m, corners_in_board_m[:, :2]))
    turn = np.vdot(known - known.mean(), seen - seen.mean())
    heading_rad = float(np.angle(turn))
    origin = seen.mean() - np.exp(1j * heading_rad) * known.mean()
    return Pose2(float(origin.real), float(origin.imag), heading_rad)


def _sight(state: FloatArray, place: CameraPose, table_height_m: float) -> BoardView:
    camera = place.camera
    focal = math.exp(float(state[SCALE]))
    k1, k2, k3 = camera.radial_distortion
    lens = PinholeCamera(
        camera.width_px,
        camera.height_px,
        camera.focal_x_px * focal,
        camera.focal_y_px * focal,
        camera.center_x_px + camera.focal_x_px * float(state[ASIDE]),
        camera.center_y_px + camera.focal_y_px * float(state[BELOW]),
        (k1 + float(state[BEND]), k2, k3),
    )
    x_m, y_m, heading_rad, height_m = state[:4].tolist()
    robot_from_board = Transform3.from_rpy(
        yaw_rad=heading_rad, translation=(x_m, y_m, table_height_m + height_m)
    )
    return BoardView(lens, _turned_camera(state, place).inverse() @ robot_from_board)


def _turned_camera(state: FloatArray, place: CameraPose) -> Transform3:
    roll_rad, pitch_rad, yaw_rad = state[ROLL : YAW + 1].tolist()
    turn = Transform3.from_rpy(roll_rad=roll_rad, pitch_rad=pitch_rad, yaw_rad=yaw_rad)
    return place.robot_from_camera @ turn
