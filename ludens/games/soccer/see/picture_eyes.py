"""The whole vision of one picture, step by step, without a run: field, balls, landmarks, robots."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludens.core.contract.debug import Debug, DebugHub
from ludens.geometry.soccer_field import FIELD_2019, SoccerField
from ludens.messages import CameraImage, CameraPose, Shape
from ludens.messages.field import BallsSeen, Landmarks, LinePixels, ScannedImage
from ludens.messages.team import RobotsSeen
from ludens.vision.balls.candidates import BallCandidate
from ludens.vision.balls.detector import BallDetector, BallDetectorParameters
from ludens.vision.field.landmark_finder import LandmarkFinder
from ludens.vision.field.scanner import FieldScanner
from ludens.vision.robots.detector import RobotDetector

DRAWN = ("border", "points", "lines", "crossings", "circle", "spot", "candidates", "robots")
"""Steps that are drawn on a picture; scan lines would cover it."""


@dataclass(frozen=True, slots=True, eq=False)
class Percepts:
    """What one picture shows."""

    scanned: ScannedImage
    balls: BallsSeen
    candidates: tuple[tuple[BallCandidate, float], ...]  # with the net's score
    landmarks: Landmarks
    line_pixels: LinePixels | None
    robots: RobotsSeen
    shapes: tuple[Shape, ...] = ()  # as the studio draws them, where they are wanted


class PictureEyes:
    """The modules of a robot's eye, with the same parameters, called one after the other.

    The field's colour is found anew in every picture unless `follow` is set, as for pictures of one camera.
    """

    def __init__(
        self,
        *,
        seed: int = 0,
        pitch: SoccerField = FIELD_2019,
        weights: str = "",
        follow: bool = False,
        draw: bool = False,
    ) -> None:
        self._pitch, self._follow, self._seed = pitch, follow, seed
        self._shapes: list[Shape] = []
        hub = DebugHub()
        if draw:
            for name in DRAWN:
                hub.watch(name, self._drawn)
        debug = Debug(hub, "", None)
        self.scanner = FieldScanner(debug=debug, random=np.random.default_rng(seed))
        self.detector = BallDetector(
            BallDetectorParameters(radius_m=pitch.ball_radius_m, weights=weights), debug=debug
        )
        self.finder = LandmarkFinder(debug=debug, random=np.random.default_rng(seed))
        self.robots = RobotDetector(debug=debug)

    def look(self, image: CameraImage, pose: CameraPose) -> Percepts:
        """Return everything that is seen in a picture; the same picture always shows the same."""
        if not self._follow:
            self.scanner.start()
            self.scanner.random = self.finder.random = np.random.default_rng(self._seed)
        self._shapes.clear()
        scanned = self.scanner.scan(image, pose)
        balls = self.detector.cycle(scanned)
        robots = self.robots.cycle(scanned)
        landmarks = self.finder.find(scanned, balls, self._pitch, robots)
        line_pixels = self.finder.line_pixels
        return Percepts(
            scanned, balls, self.detector.judged, landmarks, line_pixels, robots, shapes=tuple(self._shapes)
        )

    def _drawn(self, _path: str, _time_s: float, content: Any) -> None:
        self._shapes += content.shapes
