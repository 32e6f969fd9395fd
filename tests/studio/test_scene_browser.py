"""The three-dimensional scene in a real browser, drawn without a graphics card."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from tests.studio.browsing import CHROMIUM, NO_CHROMIUM, chromium, open_page, toy_server

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)

MESHES = """() => Object.fromEntries(
    ludens.scene.viewer.meshes.groups.map((group) => [group.name, group.children.length]))"""
"""How many meshes are drawn for each entity."""
PICTURES = "() => ludens.scene.viewer.pictures"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder: Path = tmp_path_factory.mktemp("toy")
    with (
        toy_server(folder, "--start") as server,
        sync_playwright() as playwright,
        chromium(playwright, with_3d=True) as browser,
    ):
        page = open_page(browser, server.address)
        page.locator("[data-pictures]").wait_for()
        yield page


def red_pixels(page: Page) -> int:
    png = page.locator(".scene-canvas canvas").screenshot()
    pixels = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR_RGB)
    assert pixels is not None
    return red_pixels_in(pixels)


def red_pixels_in(pixels_rgb: NDArray[Any]) -> int:
    red, green, blue = np.asarray(pixels_rgb, dtype=np.int16).transpose(2, 0, 1)
    return int(((red > 110) & (green < 100) & (blue < 100)).sum())


def test_the_robot_is_seen_in_its_world_and_moves(page: Page) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    for _ in range(50):
        if red_pixels(page) > 50:  # the robot's body
            break
        page.wait_for_timeout(200)
    assert red_pixels(page) > 50
    assert page.evaluate(MESHES) == {"room": 1, "robot": 1, "ball": 1}  # many would be slow to draw
    drawn = page.evaluate(PICTURES)
    page.wait_for_function(f"ludens.scene.viewer.pictures > {drawn}")
    assert errors == []


def test_in_software_every_card_is_a_layer_of_its_own_and_a_jump_is_drawn_without_a_rest(page: Page) -> None:
    layers = page.evaluate(
        "[...document.querySelectorAll('.card')].map((card) => getComputedStyle(card).willChange)"
    )
    assert set(layers) == {"opacity"}  # a map that changes would have all the others drawn again with it
    rests = page.evaluate("""() => {
        const { viewer } = ludens.scene, { quality } = viewer;
        const packet = (run) => ({ run, entities: [], poses: new Float32Array(0) });
        quality.awake = Infinity;
        viewer.move(packet(viewer.gliding.run));
        const asBefore = quality.awake;
        viewer.move(packet(viewer.gliding.run + 1));
        return [asBefore === Infinity, quality.awake];
    }""")
    assert rests == [True, 0]


def test_a_key_or_a_button_chooses_where_the_world_is_seen_from_and_a_still_is_kept(page: Page) -> None:
    high_m = "ludens.scene.viewer.camera.position.z"
    page.keyboard.press("2")
    page.wait_for_function(f"{high_m} > 7")  # from above
    expect(page.get_by_label("View: Above")).to_have_class(re.compile("chosen"))
    page.get_by_label("View: Robot").click()
    page.wait_for_function(f"{high_m} < 2")  # over the robot's shoulder
    robot = "ludens.scene.viewer.meshes.byName.get('robot').position"
    away_m = f"{robot}.distanceTo(ludens.scene.viewer.camera.position)"
    assert page.evaluate(away_m) < 2.0
    page.keyboard.press("1")
    page.wait_for_function(f"{high_m} > 2")
    with page.expect_download() as download:
        page.locator('[data-testid="still"]').click()
    with Image.open(download.value.path()) as still:
        assert still.format == "PNG"
        assert red_pixels_in(np.asarray(still.convert("RGB"))) > 50  # the robot's body


def test_a_tab_that_nobody_sees_is_sent_nothing_and_shows_everything_when_it_is_seen_again(
    page: Page,
) -> None:
    page.evaluate("""() => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => window.isHidden });
        window.setHidden = (hidden) => {
            window.isHidden = hidden;
            document.dispatchEvent(new Event("visibilitychange"));
        };
        const { viewer } = ludens.scene, move = viewer.move.bind(viewer);
        viewer.move = (packet) => { viewer.heard = (viewer.heard ?? 0) + 1; move(packet); };
    }""")
    page.wait_for_function("ludens.scene.viewer.heard > 2")
    page.evaluate("setHidden(true)")
    page.wait_for_timeout(500)  # what was on its way
    heard = page.evaluate("ludens.scene.viewer.heard")
    page.wait_for_timeout(500)
    assert page.evaluate("ludens.scene.viewer.heard") == heard
    page.evaluate("setHidden(false)")
    page.wait_for_function(f"ludens.scene.viewer.heard > {heard}")
