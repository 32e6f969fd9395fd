"""Camera panel: any image of a robot, with the drawings that belong on it."""

import base64
import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
from nicegui import ui

from ludens.messages import CameraImage, DepthImage, Drawing
from ludens.studio.page import StudioPage, matching
from ludens.studio.panels.drawings import FRESH_S, KEPT, DrawingCollector, LayerChips
from ludens.studio.panels.panel import Panel
from ludens.studio.robots import RobotChoice
from ludens.studio.session import Session
from ludens.studio.svg import image_canvas, image_words_px
from ludens.studio.taps import Sample, Tap

IMAGE_MESSAGES = {"CameraImage": "picture", "DepthImage": "depth"}
"""Messages that hold an image, and what one is called where its camera has no name."""

NO_SIZE_PX = (0, 0)
PATIENCE_S = 1.0  # of the run; a camera that there is has shown something by then


class CameraPanel(Panel):
    """One image stream at a time, chosen from a list."""

    title = "Camera"
    icon = "photo_camera"

    def __init__(self, session: Session, page: StudioPage, robots: RobotChoice) -> None:
        super().__init__(session, page, robots)
        self._first = page.image  # pattern of the image that is shown first
        self._waits = False  # for that image, rather than show another one

    def build(self) -> None:
        """Image, list of streams, and chips for the drawings."""
        self._drawings = DrawingCollector(
            self.session.taps,
            belongs=lambda frame: frame == "image",
            shown_at_start=self.page.shows_drawing,
            concerns=self._is_of_this_camera,
        )
        with ui.row().classes("panel-tools"):
            self._choice = ui.select({}, on_change=lambda event: self._choose(event.value))
            self._choice.props("dense borderless options-dense").classes("compact-select").props(
                "data-testid=camera-stream"
            )
        with ui.element("div").classes("camera-frame"):
            self._image = ui.interactive_image(sanitize=False).classes("camera-image")
            self._words = ui.label("No image yet.").classes("empty-words")
        self._chips = LayerChips(self._drawings, belongs=lambda _: True)
        self._offered: list[str] = []
        self._tap: Tap | None = None
        self._shown: Sample | None = None
        self._overlay = ""

    def watch(self) -> None:
        """Watch the chosen image and its drawings."""
        self._drawings.focus(self.robots.chosen)
        self._drawings.show()
        self.until_hidden(self._drawings.hide)
        self._choose(self._choice.value)
        self.until_hidden(lambda: self._choose(None))

    def update(self) -> None:
        """Show the newest image, and draw on it."""
        self._offer_streams()
        if self._drawings.refresh():
            self._chips.rebuild()
        sample, drawn = self._matched()
        self._words.visible = sample is None
        if sample is None:
            is_blind = not self._offered and self.session.status.time_s > PATIENCE_S
            self._words.set_text(self.page.no_image if is_blind else "No image yet.")
            return
        if sample is not self._shown:
            self._show(sample)
        canvas = image_canvas(image_size_px(sample.value) or NO_SIZE_PX)
        overlay = "".join(canvas.draw(drawing) for drawing in drawn.values())
        if overlay != self._overlay:
            self._overlay = overlay
            self._image.set_content(overlay)

    def _matched(self) -> tuple[Sample | None, dict[str, Drawing]]:
        path = self._choice.value
        if self._tap is None or path is None:
            return None, {}
        status = self.session.status
        return picture_with_drawings(
            self._tap.recent(path),
            self._drawings.recent(),
            being_worked_on_s=status.time_s if status.moving else None,
        )

    def _show(self, sample: Sample) -> None:
        self._shown = sample
        address, size_px = data_address(sample.value), image_size_px(sample.value)
        if address is not None and size_px is not None:
            self._image.style(
                f"aspect-ratio: {size_px[0]} / {size_px[1]}; --ratio: {size_px[0] / size_px[1]:.3f}; "
                f"--words: {image_words_px(size_px[0]):.0f}px"
            )
            self._image.set_source(address)

    def _offer_streams(self) -> None:
        streams = list(self.session.taps.hub.streams.values())
        paths = [
            stream.path
            for stream in streams
            if (stream.kind == "image" or stream.path.rpartition("/")[2] in IMAGE_MESSAGES)
            and self.robots.concerns(stream.path)
        ]
        if paths and sorted(paths) != self._offered:
            first = self._choice.value
            if first is None or not self.robots.concerns(first):
                first = matching(self.robots.pattern(self._first), sorted(paths))
                if first is None and self._waits:
                    return
                first = first or paths[0]
            self._offered = sorted(paths)
            self._choice.set_options(
                {path: image_name(path, self.robots.chosen) for path in sorted({*paths, first})}, value=first
            )
            self._drawings.watch_wanted()  # which drawings are of this camera shows beside the others
            self._chips.rebuild()

    def _is_of_this_camera(self, drawing: str) -> bool:
        """Whether a drawing was made of the chosen camera's pictures; where nobody says, it may be."""
        places = (path.rpartition("/") for path in self._offered)
        cameras = [f"{folder}/" for folder, _, name in places if folder and name in IMAGE_MESSAGES]
        made_of = max((camera for camera in cameras if drawing.startswith(camera)), key=len, default="")
        return (self._choice.value or "").startswith(made_of)

    def _choose(self, path: str | None) -> None:
        if self._tap is not None:
            self._tap.close()
            self._tap = None
        if path is not None and self.visible:
            self._tap = self.session.taps.tap(path, kept=KEPT)
            self._drawings.watch_wanted()
            self._chips.rebuild()


def picture_with_drawings(
    pictures: Sequence[Sample],
    drawings: Mapping[str, Sequence[Sample]],
    *,
    being_worked_on_s: float | None = None,
) -> tuple[Sample | None, dict[str, Drawing]]:
    """Return the newest picture of which something was drawn, with exactly what was drawn of it.

    A module draws at the time at which the picture came, or later, but before the next one. One that comes at
    the moment that is being worked on may lack some drawings still. Where nobody draws, it is the newest.
    """
    if not pictures:
        return None, {}
    times_s = [picture.time_s for picture in pictures]
    last_drawn_s = max((samples[-1].time_s for samples in drawings.values() if samples), default=-math.inf)
    number = bisect_right(times_s, last_drawn_s) - 1
    if number < 0 or times_s[-1] - last_drawn_s > FRESH_S:
        return pictures[-1], {}
    if number > 0 and being_worked_on_s is not None and times_s[number] >= being_worked_on_s:
        number -= 1
    begin_s = times_s[number]
    end_s = times_s[number + 1] if number + 1 < len(times_s) else math.inf
    drawn = {}
    for path, samples in drawings.items():
        fitting = [sample.value for sample in samples if begin_s <= sample.time_s < end_s]
        if fitting:
            drawn[path] = fitting[-1]
    return pictures[number], drawn


class SecondCameraPanel(CameraPanel):
    """Another image at the same time."""

    def __init__(self, session: Session, page: StudioPage, robots: RobotChoice) -> None:
        super().__init__(session, page, robots)
        self._first, self._waits = page.second_image, True


def image_name(path: str, robot: str) -> str:
    """A stream of images as a person calls it: one of a robot's several cameras by its name."""
    camera, _, message = path.removeprefix(f"{robot}/").rpartition("/")
    if message not in IMAGE_MESSAGES:
        return path
    return camera or ": ".join(filter(None, (robot, IMAGE_MESSAGES[message])))


JPEG_QUALITY = 85


def image_size_px(value: Any) -> tuple[int, int] | None:
    """Width and height; None for something that is no image."""
    pixels = _pixels(value)
    return (pixels.shape[1], pixels.shape[0]) if pixels is not None else None


def data_address(value: Any) -> str | None:
    """The image as `data:image/jpeg;base64,…`; a camera's own JPEG is passed on as it is."""
    if isinstance(value, CameraImage):
        return _address(value.jpeg)
    pixels = _pixels(value)
    if pixels is None:
        return None
    bgr = cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR)
    encoded = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
    return _address(encoded.tobytes())


def _address(jpeg: bytes) -> str:
    return "data:image/jpeg;base64," + base64.b64encode(jpeg).decode("ascii")


def _pixels(value: Any) -> Any:
    """Height × width × 3, 8 bit; depth becomes grey, near is bright."""
    if isinstance(value, CameraImage):
        return value.pixels_rgb
    if isinstance(value, DepthImage):
        depth_m = value.depth_m
        nearness = np.where(depth_m > 0.0, 1.0 / (1.0 + depth_m), 0.0)
        return np.repeat((255 * nearness).astype(np.uint8)[:, :, None], 3, axis=2)
    if isinstance(value, np.ndarray) and value.ndim == 3 and value.shape[2] == 3:
        return np.ascontiguousarray(value, dtype=np.uint8)
    return None
