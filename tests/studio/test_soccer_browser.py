"""The page of soccer in a real browser: a person's hand on the map, and a person at the controls."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.studio.browsing import CHROMIUM, NO_CHROMIUM, TIMEOUT_MS, played_page

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)

GAMEPAD = "navigator.getGamepads = () => [%s]"
COMPILING_MS = 300_000  # the eyes, where nobody has compiled them yet
RADIUS_M = 4.0  # of the map, from its middle to its upper edge


def place_of(handle: Locator) -> tuple[float, float]:
    """Where a ring on the map is, in metres."""
    ring = handle.locator("circle").first
    x, y = (float(ring.get_attribute(name) or "nan") for name in ("cx", "cy"))
    return x * RADIUS_M / 200, -y * RADIUS_M / 200


def on_screen(page: Page, x_m: float, y_m: float) -> tuple[float, float]:
    box = page.locator('[data-testid="map"]').bounding_box()
    assert box is not None
    scale = min(box["width"], box["height"]) / 2 / RADIUS_M
    return box["x"] + box["width"] / 2 + x_m * scale, box["y"] + box["height"] / 2 - y_m * scale


def wait_for(page: Page, ring: Locator, arrived: Callable[[float, float], bool]) -> None:
    for _ in range(300):
        if arrived(*place_of(ring)):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"It is at {place_of(ring)}.")


def near(x_m: float, y_m: float) -> Callable[[float, float], bool]:
    return lambda x, y: abs(x - x_m) < 0.15 and abs(y - y_m) < 0.15


def test_a_hand_lays_the_ball_carries_the_robot_and_drives_it(tmp_path: Path) -> None:
    words = ("soccer", "--camera", "2", "--seed", "908")
    with played_page(tmp_path, *words, width=1440, height=900, patience_ms=TIMEOUT_MS) as page:
        board = page.locator('[data-testid="score"]')
        expect(board).to_have_text("0 : 0", timeout=COMPILING_MS)
        true_robot, true_ball = (
            page.locator(f'svg.map [data-handle="{name}"]').last for name in ("robot", "ball")
        )
        page.mouse.click(*on_screen(page, 2.0, -1.5))
        wait_for(page, true_ball, near(2.0, -1.5))
        page.mouse.move(*on_screen(page, *place_of(true_robot)))
        page.mouse.down()
        page.mouse.move(*on_screen(page, -3.0, 2.0), steps=4)
        page.mouse.up()
        wait_for(page, true_robot, near(-3.0, 2.0))
        page.get_by_role("button", name="Drive it yourself").click()
        wait_for(page, true_ball, near(0.0, 0.0))
        doing = page.locator('[data-testid="doing"]')
        expect(doing).to_have_text("You drive it")
        page.keyboard.down("a")
        expect(page.locator('[data-testid="play-time"]')).to_have_text(re.compile(r"in play ([3-9]|\d\d+) s"))
        page.keyboard.up("a")
        assert place_of(true_robot)[1] > 0.03  # it stepped to its left
        page.evaluate(GAMEPAD % "{connected: true, axes: [0, -1, 0, 0], buttons: []}")
        expect(page.locator('[data-testid="pad-light"]')).to_have_class(re.compile("heard"))
        wait_for(page, true_robot, lambda x, _: x > -0.7)  # it walks ahead of where it began
        page.evaluate(GAMEPAD % "null")
        page.keyboard.press("k")
        # It does so, or says why it cannot: where it believes the ball to be, chance has a say.
        expect(page.locator('[data-testid="scoreboard"]')).to_contain_text(re.compile("Kicks|reach"))
        page.get_by_role("button", name="Let it play").click()
        expect(doing).not_to_have_text("You drive it")
        expect(page.locator(".area-camera .layer-chip", has_text="scan lines")).to_have_count(1)
        expect(page.locator(".area-second-camera .layer-chip", has_text="lines")).to_have_count(2)
