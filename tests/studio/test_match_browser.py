"""The page of a match in a real browser: kick-off, goal and penalty are seen, and a person takes part."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.studio.browsing import CHROMIUM, NO_CHROMIUM, TIMEOUT_MS, played_page

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)

RADIUS_M = 4.6  # of the map, from its middle to its upper edge
COMPILING_MS = 300_000


def on_map(page: Page, x_m: float, y_m: float) -> tuple[float, float]:
    box = page.locator('[data-testid="map"]').bounding_box()
    assert box is not None
    scale = min(box["width"], box["height"]) / 2 / RADIUS_M
    return box["x"] + box["width"] / 2 + x_m * scale, box["y"] + box["height"] / 2 - y_m * scale


def test_five_against_five_kick_off_goal_and_penalty_are_seen(tmp_path: Path) -> None:
    words = ("soccer", "--players", "5", "--flat", "--ready", "3", "--speed", "4", "--seed", "908")
    with played_page(tmp_path, *words, width=1440, height=900, patience_ms=TIMEOUT_MS) as page:
        doing, score = (page.locator(f'[data-testid="{name}"]') for name in ("doing", "score"))
        expect(doing).to_contain_text("blue kicks off", timeout=COMPILING_MS)
        scene = page.locator(".area-scene").bounding_box()
        assert scene is not None
        assert scene["width"] * scene["height"] > 0.28 * 1440 * 900  # the match is the star
        page.locator('[data-testid="robot"]').click()
        page.get_by_role("option", name="red 3").click()
        row = page.locator('tr.marked[data-robot="red3"]')
        page.locator('[data-testid="choice-penalise"]').click()
        page.get_by_role("option", name="pick-up").click()
        page.get_by_role("button", name="Penalise it").click()
        expect(row).to_contain_text(re.compile(r"request for pick-up, \d+ s"))
        expect(doing).to_contain_text("Playing")
        assert page.locator("svg.map [data-handle^=blue]").count() == 5
        page.mouse.click(*on_map(page, -4.75, 0.0))  # an own goal, whoever has touched it last
        expect(score).to_have_text("0 : 1")
        page.get_by_role("tab", name="Packets").click()
        packets = page.locator('[data-testid="listing-1"]')
        expect(packets).to_contain_text("control data")
        box = packets.bounding_box()
        assert box is not None
        assert box["width"] > 450  # what a packet says is read, not cut off
        page.get_by_role("tab", name="Controls").click()
        page.locator('[data-testid="stick"][data-ready]').wait_for()
        page.keyboard.down("w")  # a stick in a tab that was not open before is held all the same
        expect(page.locator('[data-testid="stick"]')).to_have_class(re.compile("held"))
        page.keyboard.up("w")
