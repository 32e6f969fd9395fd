"""Cameras beside the driver of a body, with devices that are made up."""

from threading import Event

import numpy as np
import pytest

from ludens.core.contract.driver import Delivery, RobotDescription
from ludens.core.errors import LudensError
from ludens.core.runtime.clock import RealClock
from ludens.drivers.cameras import CameraDriver, Capture, open_device
from ludens.messages import CameraImage, Message

DEVICES = {"top/camera": "/dev/video-top", "bottom/camera": "/dev/video-bottom"}


class Body:
    robots = (RobotDescription("", "nao", ()),)

    def __init__(self) -> None:
        self.time_ns = 0
        self.closed = 0

    def next_delivery(self) -> Delivery | None:
        self.time_ns += 12_000_000
        return None if self.closed else Delivery(self.time_ns, "", "body", ())

    def command(self, robot: str, command: Message) -> None: ...

    def make_safe(self, robot: str) -> None: ...

    def close(self) -> None:
        self.closed += 1


class MadeUp:
    """Gives three pictures of one colour, then none until it is released."""

    def __init__(self, blue: int) -> None:
        self.blue = blue
        self.left = 3
        self.read_out, self.released = Event(), Event()

    def read(self) -> tuple[bool, np.ndarray | None]:
        if self.left == 0:
            self.read_out.set()
            self.released.wait(0.01)
            return False, None
        self.left -= 1
        return True, np.full((48, 64, 3), (self.blue, 0, 0), dtype=np.uint8)

    def release(self) -> None:
        self.released.set()


@pytest.fixture
def cameras() -> dict[str, MadeUp]:
    return {device: MadeUp(blue) for device, blue in zip(DEVICES.values(), (200, 90), strict=True)}


def test_the_newest_picture_of_each_camera_follows_the_bodys_delivery(cameras: dict[str, MadeUp]):
    body = Body()
    driver = CameraDriver(body, DEVICES, clock=RealClock(), open_camera=cameras.__getitem__)
    assert [source.name for source in driver.robots[0].sources] == list(DEVICES)
    for camera in cameras.values():
        assert camera.read_out.wait(20.0)
    deliveries = [driver.next_delivery() for _ in range(4)]
    sources = [delivery.source for delivery in deliveries if delivery is not None]
    assert sources[0] == "body"
    assert sorted(sources[1:3]) == sorted(DEVICES)
    assert sources[3] == "body"
    blues = {}
    for delivery in deliveries[1:3]:
        assert delivery is not None
        assert delivery.time_ns == 12_000_000
        (image,) = delivery.messages
        assert isinstance(image, CameraImage)
        assert image.jpeg[:2] == b"\xff\xd8"
        blues[delivery.source] = int(image.pixels_rgb[20, 20, 2])
    assert blues["top/camera"] == pytest.approx(200, abs=3)
    assert blues["bottom/camera"] == pytest.approx(90, abs=3)
    driver.close()
    driver.close()
    assert driver.next_delivery() is None
    assert all(camera.released.is_set() for camera in cameras.values())


def test_a_camera_that_is_not_there_is_told_and_lets_go_of_the_body(cameras: dict[str, MadeUp]):
    body = Body()

    def open_camera(device: str) -> Capture:
        if "bottom" in device:
            raise LudensError("There is no camera.")
        return cameras[device]

    with pytest.raises(LudensError, match="no camera"):
        CameraDriver(body, DEVICES, clock=RealClock(), open_camera=open_camera)
    assert body.closed == 1
    assert cameras["/dev/video-top"].released.is_set()
    with pytest.raises(LudensError, match="There is no camera at /dev/no-such-video"):
        open_device("/dev/no-such-video")
