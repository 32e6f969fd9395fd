"""The three-dimensional scene in a real browser, drawn without a graphics card."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import sync_playwright

from tests.studio.browsing import CHROMIUM, NO_CHROMIUM, chromium, open_page, toy_server

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)


def red_pixels(png: bytes) -> int:
    pixels = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    blue, green, red = np.asarray(pixels, dtype=np.int16).transpose(2, 0, 1)
    return int(((red > 120) & (green < 100) & (blue < 100)).sum())


def test_the_robot_is_seen_in_its_world(tmp_path: Path) -> None:
    with (
        toy_server(tmp_path, "--start") as server,
        sync_playwright() as playwright,
        chromium(playwright, with_3d=True) as browser,
    ):
        page = open_page(browser, server.address)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        canvas = page.locator(".scene-canvas canvas")
        for _ in range(100):
            if red_pixels(canvas.screenshot()) > 50:  # the robot's body
                break
            page.wait_for_timeout(500)
        assert red_pixels(canvas.screenshot()) > 50
        assert errors == []
