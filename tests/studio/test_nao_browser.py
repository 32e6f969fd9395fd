"""The humanoid's page in a real browser: drive it with the stick, ask for a motion, pose a joint."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.studio.browsing import CHROMIUM, NO_CHROMIUM, TIMEOUT_MS, chromium

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)
expect.set_options(timeout=TIMEOUT_MS)


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    """The page of a simulated NAO, in a folder of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "ludens.cli.main", "play", "nao", "--port", "0", "--seed", "908"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        with sync_playwright() as playwright, chromium(playwright) as browser:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.set_default_timeout(TIMEOUT_MS)
            page.goto(found[0])
            yield page
    finally:
        process.terminate()
        process.communicate(timeout=60)


def test_a_person_drives_it_plays_a_motion_and_captures_a_pose(page: Page, tmp_path: Path) -> None:
    state = page.locator('[data-testid="state-name"]')
    expect(state).to_have_text("stand")
    expect(page.locator(".joint")).to_have_count(25)
    expect(page.locator('[data-testid="close-up"] polygon')).to_have_count(3)  # two soles and their support
    box = page.locator('[data-testid="stick"]').bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 5, steps=3)
    expect(state).to_have_text("walk")
    expect(page.locator(".figure").first).to_have_text(re.compile(r"walks 0\.[12]\d m/s"))
    page.mouse.up()
    expect(state).to_have_text("stand")
    page.keyboard.down("q")
    expect(state).to_have_text("walk")
    page.keyboard.up("q")
    expect(state).to_have_text("stand")
    page.get_by_role("button", name="Squat").click()
    expect(page.locator(".state-reason")).to_contain_text("'squat'")
    page.get_by_role("tab", name="Camera").click()
    expect(page.get_by_text("Its cameras are off")).to_be_visible()  # not an empty panel
    page.get_by_role("tab", name="Poses").click()
    page.get_by_role("button", name="Capture frame").click()
    expect(page.locator('[data-testid="pose-frames"]')).to_contain_text("frame 1: 25 joints")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved motions/my_motion.toml.")).to_be_visible()
    assert (tmp_path / "motions/my_motion.toml").is_file()
