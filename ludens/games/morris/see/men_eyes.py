"""The eyes as a module: from a picture of one camera to where the board is and what stands on it."""

import math
from dataclasses import dataclass, field
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from ludens.core.contract.declaration import History
from ludens.core.contract.module import Module
from ludens.estimation.stillness import was_still
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.see.board_eye import BoardEye, BoardSeen
from ludens.games.morris.see.colour_learning import IN_SIGHT, SURE, ColourLearner, TopDiscs
from ludens.games.morris.see.colours import ColourError, MenColours, WhitePlaces, over_white
from ludens.games.morris.see.drawing import board_drawing, hand_drawing, men_drawing
from ludens.games.morris.see.hand_eye import SHOWN, grip_in_picture, in_hand
from ludens.games.morris.see.held_man import expected_man, held_man_px
from ludens.games.morris.see.reading import BoardReader, Reading
from ludens.geometry import FloatArray, Pose2, Transform3
from ludens.messages import CalibratedJoints, CameraImage, CameraPose, CameraPoses, LegOdometry
from ludens.messages.manipulation import BoardPose, BoardSighting, HandContents, HandRequest, HeldManSeen
from ludens.messages.morris_table import BoardMarkerSeen, ColoursLearnt, MenSeen, ScanRequest
from ludens.robots.nao.kinematics import Posture
from ludens.robots.nao.kinematics.outlines import body_outlines
from ludens.vision.images import lightest

FOLLOWED = 2
"""Men of each colour that a picture's light is compared with; the nearest."""
HAZY = 25.0
"""White that is darker than this, of 255, is too dark to tell colours."""

Told = tuple[
    BoardMarkerSeen | None,
    MenSeen | None,
    ColoursLearnt | None,
    HandContents | None,
    BoardSighting | None,
    HeldManSeen | None,
]
NOTHING: Told = (None, None, None, None, None, None)
Words = Annotated[tuple[float, float, float], Meta(description="Red, green and blue over white.")]


@dataclass(frozen=True, slots=True)
class MenEyesParameters:
    """Which camera, which board, and the colours of men until others are learnt."""

    camera: Literal["top", "bottom"] = "bottom"
    measures: MorrisMeasures = field(default_factory=MorrisMeasures)
    first_rgb: Words = (0.93, 0.74, 0.09)
    second_rgb: Words = (0.80, 0.11, 0.13)


class MenEyes(Module[MenEyesParameters]):
    """Finds board and men in every picture that was taken standing still; while moving, only the board."""

    budget_s = 0.010

    def start(self) -> None:
        """Begin knowing nothing but the measures."""
        p = self.parameters
        self._eye, self._white, self._reader = (
            BoardEye(p.measures),
            WhitePlaces(p.measures),
            BoardReader(p.measures),
        )
        self._discs = TopDiscs(p.measures)
        self._colours = MenColours.from_light(*(255.0 * np.array(rgb) for rgb in (p.first_rgb, p.second_rgb)))
        self._learner: ColourLearner | None = None
        self._scan_number: int | None = None
        self._is_clear = False  # whether somebody says that nothing is in the way of this scan
        self._odometry: Pose2 | None = None
        self._light: FloatArray | None = None  # the board's white, when it was seen last
        self._jpeg = b""
        self._mount: FloatArray | None = None  # how the camera is turned in the head, as far as is known

    def cycle(
        self,
        image: CameraImage,
        places: History[CameraPoses],
        joints: History[CalibratedJoints],
        steps: History[LegOdometry],
        board: BoardPose | None,
        scan: ScanRequest | None,
        shown: HandRequest | None,
    ) -> Told:
        """Look at one picture."""
        placed, posed = places.at_or_before(image.time_s), joints.at_or_before(image.time_s)
        if placed is None or posed is None or image.jpeg == self._jpeg:
            return NOTHING  # a camera that shows the very same picture again has stopped
        self._jpeg = image.jpeg
        self._begin_learning(scan)
        place = placed.top if self.parameters.camera == "top" else placed.bottom
        still = was_still(image.time_s, joints)
        if not self._heeds_mount(place, still=still):
            return NOTHING
        if board is not None and not self._eye.placing.is_known:
            self._hear(board)
        lightness = lightest(image.pixels_rgb)
        seen = self._eye.look(lightness, place, step=self._step(image.time_s, steps), still=still)
        marker, men, learnt, sighting = None, None, None, None
        if seen is not None:
            marker = BoardMarkerSeen(
                time_s=image.time_s,
                camera=self.parameters.camera,
                robot_from_board=_robot_from_board(seen, place),
                error_px=seen.error_px,
                calibrated=place.calibrated,
            )
            self.debug.drawing("board", lambda: board_drawing(seen, self.parameters.measures))
            if still and seen.fits:
                men, learnt = self._men(image, seen, posed, place)
                sighting = _sighting(image.time_s, seen, posed, place)
        in_hand = self._in_hand(image, posed, place, shown)
        held = self._held(image, posed, place, shown) if still else None
        return marker, men, learnt, in_hand, sighting, held

    def _in_hand(
        self, image: CameraImage, posed: CalibratedJoints, place: CameraPose, shown: HandRequest | None
    ) -> HandContents | None:
        """Look between the fingers of the hand that is at work, where it is in the picture."""
        if shown is None or self._light is None:
            return None
        man_m = self.parameters.measures.man_m
        grip = grip_in_picture(Posture(posed.position_rad), place, shown.hand, man_m=man_m)
        if grip is None:
            return None
        chances = in_hand(image.pixels_rgb, grip, white=self._light, colours=self._colours)
        self.debug.drawing("hand", lambda: hand_drawing(grip, chances))
        return HandContents(time_s=image.time_s, hand=shown.hand, probabilities=chances)

    def _held(
        self, image: CameraImage, posed: CalibratedJoints, place: CameraPose, shown: HandRequest | None
    ) -> HeldManSeen | None:
        """Measure where the hand that is before the camera holds its man."""
        if shown is None or shown.act not in SHOWN or self._light is None:
            return None
        man_m = self.parameters.measures.man_m
        expected = expected_man(Posture(posed.position_rad), place, shown.hand, man_m=man_m)
        if expected is None:
            return None
        middle_px = held_man_px(image.pixels_rgb, expected, white=self._light, colours=self._colours)
        if middle_px is None:
            return None
        return HeldManSeen(time_s=image.time_s, hand=shown.hand, middle_px=middle_px)

    def _men(
        self, image: CameraImage, seen: BoardSeen, posed: CalibratedJoints, place: CameraPose
    ) -> tuple[MenSeen | None, ColoursLearnt | None]:
        white = self._white.look(image.pixels_rgb, seen.view)
        if white is None or white.max() < HAZY:
            return None, None
        self._light = white
        learnt = self._learn(image, seen, white)
        if self._learner is not None:
            return None, learnt
        hidden = _own_outlines(posed, place)
        reading = self._reader.read(
            image.pixels_rgb,
            seen.view,
            white=white,
            colours=self._colours,
            hidden=hidden,
            is_clear=self._is_clear,
        )
        self._follow_colours(image.pixels_rgb, seen, reading, white)
        self.debug.drawing("men", lambda: men_drawing(seen.view, reading, self.parameters.measures))
        return _told(image.time_s, self.parameters.camera, reading), learnt

    def _begin_learning(self, scan: ScanRequest | None) -> None:
        if scan is not None and scan.number != self._scan_number:
            self._scan_number, self._is_clear = scan.number, scan.is_clear
            self._learner = ColourLearner(self.parameters.measures) if scan.learn_colours else None

    def _learn(self, image: CameraImage, seen: BoardSeen, white: FloatArray) -> ColoursLearnt | None:
        if self._learner is None:
            return None
        try:
            colours = self._learner.look(image.pixels_rgb, seen.view, white=white)
        except ColourError as error:
            self._learner = None
            return ColoursLearnt(time_s=image.time_s, number=self._scan_number or 0, failure=error.failure)
        if colours is None:
            return None
        self._colours, self._learner = colours, None
        return ColoursLearnt(time_s=image.time_s, number=self._scan_number or 0)

    def _follow_colours(
        self, pixels_rgb: NDArray[np.uint8], seen: BoardSeen, reading: Reading, white: FloatArray
    ) -> None:
        """Let both colours follow men that are certain: light changes, and so does paint from man to man."""
        for colour in (0, 1):
            certain = [
                man
                for point, man in reading.men.items()
                if reading.chances[point, 1 + colour] > SURE and reading.shares[point] > IN_SIGHT
            ][:FOLLOWED]
            lights = [self._discs.light(pixels_rgb, seen.view, (man.x_m, man.y_m)) for man in certain]
            sound = [light for light in lights if light is not None]
            if sound:
                self._colours = self._colours.followed(
                    colour, over_white(np.median(np.array(sound), axis=0), white)
                )

    def _hear(self, board: BoardPose) -> None:
        """Take over from the filter of marker and steps about where the board is."""
        sigma_m = math.sqrt(max(float(board.covariance[0, 0]), float(board.covariance[1, 1])))
        robot_from_board = Pose2.from_transform3(board.robot_from_board)
        self._eye.expect(
            robot_from_board, sigma_m=sigma_m, sigma_rad=math.sqrt(float(board.covariance[2, 2]))
        )

    def _step(self, time_s: float, steps: History[LegOdometry]) -> Pose2:
        """Return how the feet have gone since the picture before."""
        walked = steps.at_or_before(time_s)
        if walked is None:
            return Pose2.identity()
        before, self._odometry = self._odometry, walked.odometry_from_robot
        return Pose2.identity() if before is None else before.inverse() @ walked.odometry_from_robot

    def _heeds_mount(self, place: CameraPose, *, still: bool) -> bool:
        """Begin anew where it was found out how the camera sits: what the eye has learnt of it is in that.

        Returns False where the picture is not good enough to begin with.
        """
        mount = place.head_from_camera.rotation
        if self._mount is not None and np.array_equal(self._mount, mount):
            return True
        if self._mount is not None and not still:
            return False
        self._mount, self._eye = mount, BoardEye(self.parameters.measures, calibrated=place.calibrated)
        return True


def _robot_from_board(seen: BoardSeen, place: CameraPose) -> Transform3:
    """Return where the board is; tilted, where the camera is known and so only the body's lean can be wrong.

    Hands hang on the same body: a board that seems to be tilted is tilted for them.
    """
    if place.calibrated:
        return place.robot_from_camera @ seen.view.camera_from_board
    return seen.robot_from_board


def _sighting(
    time_s: float, seen: BoardSeen, posed: CalibratedJoints, place: CameraPose
) -> BoardSighting | None:
    """Return where the board is before the torso, if it is known how the camera sits on it."""
    if not place.calibrated:
        return None
    torso_from_camera = Posture(posed.position_rad).torso_from_link("Head") @ place.head_from_camera
    return BoardSighting(time_s=time_s, torso_from_board=torso_from_camera @ seen.view.camera_from_board)


def _own_outlines(posed: CalibratedJoints, place: CameraPose) -> tuple[FloatArray, ...]:
    """Return where the robot sees itself."""
    posture = Posture(posed.position_rad)
    torso_from_camera = posture.torso_from_link("Head") @ place.head_from_camera
    outlines = body_outlines(posture, torso_from_camera, camera=place.camera)
    return tuple(outline.corners_px for outline in outlines)


def _told(time_s: float, camera: Literal["top", "bottom"], reading: Reading) -> MenSeen:
    # What is neither empty nor a player's is unknown to the game.
    probabilities = reading.chances[:, :3] + reading.chances[:, 3:] / 3.0
    men = [man.seen for man in reading.men.values()]
    return MenSeen(
        time_s=time_s,
        camera=camera,
        probabilities=probabilities,
        visible=reading.shares,
        men=(*men, *reading.elsewhere),
    )
