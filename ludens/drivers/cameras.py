"""Cameras of a real robot beside the driver of its body: V4L2 devices, each read in a thread of its own.

A picture is delivered after the next thing that the body delivers, so a body that falls silent silences its
cameras too: nobody shall walk on by pictures alone.
"""

from collections import deque
from collections.abc import Callable, Mapping
from threading import Event, Lock, Thread
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.core.contract.capabilities import CAMERA
from ludens.core.contract.driver import Delivery, Driver, DriverWrapper, Source
from ludens.core.errors import LudensError
from ludens.core.runtime.clock import Clock, seconds
from ludens.messages import CameraImage

RATE_HZ = 30.0
WIDTH_PX, HEIGHT_PX = 640, 480
JPEG_QUALITY = 90
PATIENCE_S = 2.0
LONGEST_DROUGHT = 100
"""Reads in a row without a picture, after which a camera counts as gone."""


class Capture(Protocol):
    """An open camera, as OpenCV has it."""

    def read(self) -> tuple[bool, Any]:
        """Wait for the next picture (blue, green, red)."""
        ...

    def release(self) -> None:
        """Let go of the device."""
        ...


def open_device(device: str) -> Capture:
    """Return the open V4L2 camera at a path such as /dev/video-top."""
    capture = cv2.VideoCapture(device, cv2.CAP_V4L2)
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH_PX)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT_PX)
    capture.set(cv2.CAP_PROP_FPS, RATE_HZ)
    if not capture.isOpened():
        capture.release()
        raise LudensError(
            f"There is no camera at {device}, or another program has it. On a NAO V6 they are at "
            "/dev/video-top and /dev/video-bottom; list what there is with: ls /dev/video*"
        )
    return capture


class CameraDriver(DriverWrapper):
    """Adds cameras to the one robot of another driver, under source names such as `top/camera`.

    `clock` is the one of that driver, so that pictures and joints have the same time. Where the body is
    slower than a camera, only its newest picture is delivered.
    """

    def __init__(
        self,
        driver: Driver,
        devices: Mapping[str, str],
        *,
        clock: Clock,
        open_camera: Callable[[str], Capture] = open_device,
    ) -> None:
        super().__init__(driver, sources=tuple(Source(name, 1.0 / RATE_HZ, (CAMERA,)) for name in devices))
        self._clock = clock
        self._closing = Event()
        self._lock = Lock()
        self._newest: dict[str, CameraImage] = {}
        self._coming: deque[Delivery] = deque()
        self._captures: list[Capture] = []
        try:
            for device in devices.values():
                self._captures.append(open_camera(device))
        except LudensError:
            self.close()
            raise
        self._threads = [
            Thread(target=self._watch, args=(name, capture), name=f"ludens {name}", daemon=True)
            for name, capture in zip(devices, self._captures, strict=True)
        ]
        for thread in self._threads:
            thread.start()

    def next_delivery(self) -> Delivery | None:
        """The next delivery of the body, and after it the images that have come."""
        if self._coming:
            return self._coming.popleft()
        delivery = self.driver.next_delivery()
        if delivery is not None:
            with self._lock:
                images, self._newest = self._newest, {}
            self._coming.extend(
                Delivery(delivery.time_ns, delivery.robot, name, (image,)) for name, image in images.items()
            )
        return delivery

    def close(self) -> None:
        """Let go of the body, then of the cameras. May be called twice."""
        self._closing.set()
        self.driver.close()
        self._coming.clear()
        for thread in getattr(self, "_threads", ()):
            thread.join(PATIENCE_S)
        for capture in self._captures:
            capture.release()
        self._captures = []

    def _watch(self, name: str, capture: Capture) -> None:
        misses = 0
        while not self._closing.is_set() and misses < LONGEST_DROUGHT:
            came, pixels_bgr = capture.read()
            misses = 0 if came else misses + 1
            image = _image(pixels_bgr, time_s=seconds(self._clock.now_ns())) if came else None
            if image is not None:
                with self._lock:
                    self._newest[name] = image


def _image(pixels_bgr: NDArray[np.uint8], *, time_s: float) -> CameraImage | None:
    """Return a picture as every camera of ours delivers it: compressed, and decoded from that."""
    fine, jpeg = cv2.imencode(".jpg", pixels_bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not fine:
        return None
    decoded = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), dtype=np.uint8)
    pixels_rgb = np.ascontiguousarray(decoded[:, :, ::-1])
    return CameraImage(time_s=time_s, pixels_rgb=pixels_rgb, jpeg=jpeg.tobytes())
