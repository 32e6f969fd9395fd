"""A page of two robots: what is shown, and what the controls address, follows the one that is chosen."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.studio.browsing import CHROMIUM, NO_CHROMIUM, TIMEOUT_MS, played_page

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)


def test_the_panels_follow_the_chosen_robot(tmp_path: Path) -> None:
    words = ("passing", "--setup", "passing-pair", "--seed", "908")
    with played_page(tmp_path, *words, width=1440, height=900, patience_ms=TIMEOUT_MS) as page:
        camera = page.locator('[data-testid="camera-stream"]')
        expect(camera).to_have_value("alpha: picture")
        page.get_by_role("tab", name="Parameters").click()
        expect(page.locator('[data-section="alpha/drive"]')).to_have_count(1)
        expect(page.locator('[data-section="beta/drive"]')).to_have_count(0)
        page.locator('[data-testid="robot"]').click()
        page.get_by_role("option", name="beta").click()
        expect(camera).to_have_value("beta: picture")
        expect(page.locator('[data-section="beta/drive"]')).to_have_count(1)
        expect(page.locator('[data-section="alpha/drive"]')).to_have_count(0)
