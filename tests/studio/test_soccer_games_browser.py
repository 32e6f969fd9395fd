"""Three games of soccer in a browser: two against two of 2011, a shoot-out with you, a robot that learns."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.studio.browsing import CHROMIUM, NO_CHROMIUM, TIMEOUT_MS, played_page

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)

COMPILING_MS = 300_000


def test_a_robot_learns_by_what_you_say_and_shows_its_table_on_the_field(tmp_path: Path) -> None:
    words = ("soccer", "--game", "learning", "--lesson", "three", "--rewards", "person", "--flat")
    with played_page(
        tmp_path, *words, "--speed", "8", "--seed", "4", width=1440, height=900, patience_ms=TIMEOUT_MS
    ) as page:
        doing, score = (page.locator(f'[data-testid="{name}"]') for name in ("doing", "score"))
        expect(doing).to_have_text("Waits for its reward", timeout=COMPILING_MS)
        page.get_by_role("button", name=re.compile(r"^Goal \+100")).click()
        expect(score).to_have_text("1 : 0")
        expect(page.locator('[data-testid="listing-0"]')).to_contain_text("+100")
        expect(doing).to_have_text("Waits for its reward")
        page.get_by_role("button", name="Middle").click()
        expect(score).to_have_text("1 : 1")
        assert (tmp_path / "learnt" / "soccer-three.json").exists()
        page.get_by_role("button", name="Forget everything").click()
        expect(score).to_have_text("0 : 0")
        page.locator('[data-testid="new-run"]').click()
        expect(page.locator('[data-option="lesson"]')).to_be_visible()
        expect(page.locator('[data-option="players"]')).to_be_hidden()  # it means nothing here


def test_you_drive_the_striker_of_a_shoot_out_and_kick_by_keys(tmp_path: Path) -> None:
    words = ("soccer", "--game", "shootout", "--flat", "--seed", "4")
    with played_page(tmp_path, *words, width=1440, height=900, patience_ms=TIMEOUT_MS) as page:
        doing = page.locator('[data-testid="doing"]')
        expect(doing).to_contain_text("blue shoots", timeout=COMPILING_MS)
        expect(page.locator('[data-testid="results"]')).to_contain_text("Blue ◌")
        page.locator('[data-testid="stick"][data-ready]').wait_for()
        page.keyboard.down("w")
        expect(page.locator('[data-testid="stick"]')).to_have_class(re.compile("held"))
        page.keyboard.up("w")
        page.keyboard.press("j")
        page.get_by_role("tab", name="Players").click()
        row = page.locator('tr[data-robot="blue2"]')
        expect(row).to_contain_text(re.compile("driven|kick|step up"))


def test_two_against_two_are_led_by_their_chests(tmp_path: Path) -> None:
    words = ("soccer", "--game", "2011", "--flat", "--speed", "6", "--seed", "4")
    with played_page(tmp_path, *words, width=1440, height=900, patience_ms=TIMEOUT_MS) as page:
        doing = page.locator('[data-testid="doing"]')
        expect(doing).to_contain_text("Playing", timeout=COMPILING_MS)
        row = page.locator('tr[data-robot="blue2"]')
        expect(row).to_contain_text("field player")
        page.locator('[data-testid="robot"]').click()
        page.get_by_role("option", name="blue 2").click()
        page.get_by_role("tab", name="Its buttons").click()
        page.get_by_role("button", name="Stop it").click()
        expect(row).to_contain_text("penalised")
        page.get_by_role("button", name="Right: role").click()
        expect(row).to_contain_text("goalie")
        page.get_by_role("button", name="Let it play").click()
        expect(row).not_to_contain_text("penalised")
