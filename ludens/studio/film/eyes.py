"""What the robot saw and did meanwhile, beside the scene: its cameras in a column, and a sentence."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from ludens.core.recording import RecordedItem, Recording
from ludens.core.runtime.clock import nanoseconds
from ludens.messages import CameraImage, StateReport
from ludens.messages.scoreboard import Scoreboard
from ludens.studio.film.painter import Picture

INK, QUIET, PAPER = (238, 242, 245), (165, 180, 190), (19, 26, 36)
WORDS_PX = 64  # below the cameras
COLUMN = 0.41  # of the scene's width
MOST_CAMERAS = 2
BEFORE_S = 2.0  # what is a little older than the film is shown at its beginning
FONT = cv2.FONT_HERSHEY_SIMPLEX


class RecordedEyes:
    """Follows a recording from picture to picture of a film; time may only go on."""

    def __init__(self, recording: Recording, *, robot: str, from_s: float, to_s: float) -> None:
        prefix = f"{robot}/" if robot else ""
        keys = [key for _, key in recording.channels() if key.startswith(prefix) or not prefix]
        self._cameras = sorted({key for key in keys if key.endswith(CameraImage.__name__)})[-MOST_CAMERAS:]
        self._cameras.reverse()  # the top camera before the bottom one
        words = [key for key in keys if key.endswith(("/scoreboard", StateReport.__name__))]
        self._items: Iterator[RecordedItem] = recording.items_of(
            {*self._cameras, *words},
            from_ns=nanoseconds(max(0.0, from_s - BEFORE_S)),
            to_ns=nanoseconds(to_s),
        )
        self._next: RecordedItem | None = None
        self._seen: dict[str, Picture] = {}
        self._lines: tuple[str, ...] = ()

    def beside(self, scene: Picture, time_s: float) -> Picture:
        """Return the scene with a column of what was seen and done at that moment."""
        self._follow(nanoseconds(time_s))
        height_px, width_px = scene.shape[0], round(COLUMN * scene.shape[1])
        column = np.full((height_px, width_px, 3), PAPER, np.uint8)
        places = [camera for camera in self._cameras if camera in self._seen]
        each_px = (height_px - WORDS_PX) // max(1, len(places))
        for number, camera in enumerate(places):
            eye = _fitted(self._seen[camera], width_px, each_px)
            top, left = number * each_px, (width_px - eye.shape[1]) // 2
            column[top : top + eye.shape[0], left : left + eye.shape[1]] = eye
        _write(column, self._lines)
        return np.hstack((scene, column))

    def _follow(self, time_ns: int) -> None:
        while True:
            item = self._next if self._next is not None else next(self._items, None)
            self._next = item
            if item is None or item.time_ns > time_ns:
                return
            self._next = None
            value = item.decode()
            if isinstance(value, CameraImage):
                self._seen[item.key] = value.pixels_rgb
            elif isinstance(value, Scoreboard):
                score = f"{value.scores[0]} : {value.scores[1]}  {value.second_clock}"
                self._lines = (score, value.doing, value.reason)
            elif isinstance(value, StateReport) and len(self._lines) < 3:
                self._lines = (value.state, value.reason)


def _fitted(picture: Picture, width_px: int, height_px: int) -> Picture:
    scale = min(width_px / picture.shape[1], height_px / picture.shape[0])
    size = (max(1, round(scale * picture.shape[1])), max(1, round(scale * picture.shape[0])))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _write(column: Picture, lines: Sequence[str]) -> None:
    height_px = column.shape[0]
    for number, words in enumerate(lines):
        size, colour = ((0.5, INK), (0.38, INK), (0.34, QUIET))[min(number, 2)]
        below_px = height_px - WORDS_PX + 18 + 19 * number
        cv2.putText(column, words, (8, below_px), FONT, size, colour, 1, cv2.LINE_AA)
