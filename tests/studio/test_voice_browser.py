"""Speech in a real browser: its microphone is a file, and a recogniser of ours listens, without a network."""

from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from ludens.games.morris.rules import POINTS
from ludens.games.morris.show.board import square_of
from tests.studio.browsing import CHROMIUM, NO_CHROMIUM, TIMEOUT_MS, chromium, open_page, toy_server

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)
expect.set_options(timeout=TIMEOUT_MS)
SPOKEN = Path(__file__).parents[1] / "speech" / "recordings" / "bravo_four.wav"
WITH_MICROPHONE = (
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    f"--use-file-for-fake-audio-capture={SPOKEN}%noloop",
)
LASTS_MS = 1600


def test_a_turn_is_said_into_the_browsers_microphone(tmp_path: Path) -> None:
    pytest.importorskip("pocketsphinx", reason="the extra 'voice' is not installed")
    with (
        toy_server(tmp_path, "--board", "{}") as server,
        sync_playwright() as playwright,
        chromium(playwright, more=WITH_MICROPHONE) as browser,
    ):
        page = open_page(browser, server.address)
        note = page.locator('[data-testid="voice-note"]')
        expect(page.locator('[data-testid="board-sentence"]')).to_contain_text("Your turn")
        page.locator('[data-testid="microphone"]').hover()
        page.mouse.down()
        expect(note).to_contain_text("Speak")
        page.wait_for_function("parseFloat(document.querySelector('.voice-level > i').style.width) > 3")
        page.wait_for_timeout(LASTS_MS)
        page.mouse.up()
        expect(page.locator(".bubble.person").last).to_contain_text("bravo four")
        man = page.locator(f'.board-base .piece.dark[data-at="{square_of(POINTS["b4"])}"]')
        expect(man).to_have_count(1)
        page.locator('[data-testid="voice"]').click()
        page.get_by_text("This browser speaks").click()
        expect(note).to_contain_text("no voice of its own")
