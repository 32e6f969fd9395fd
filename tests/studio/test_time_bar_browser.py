"""The time bar of a recording in a real browser: the moment of a jump comes before small pictures."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect, sync_playwright

from tests.studio.browsing import CHROMIUM, NO_CHROMIUM, chromium, open_page, toy_server

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)

TIME_BAR = "[data-testid=time-bar]"


def record_and_watch(page: Page, folder: Path) -> None:
    page.locator("[data-testid=record]").click()
    expect(page.locator("[data-testid=record]")).to_contain_text("Will record")
    page.locator("[data-testid=start]").click()
    expect(page.locator("[data-testid=time]")).to_have_text(re.compile(r"^([3-9]|\d\d+)\.\d s$"))
    page.locator("[data-testid=end]").click()
    page.locator("[data-testid=end-surely]").click()
    expect(page.locator("[data-testid=notice]")).to_have_text("Ended by you.")
    (recording,) = folder.glob("*.mcap")
    page.get_by_role("tab", name="Recordings").click()
    page.locator(f'[data-recording="{recording.stem}"] button').click()
    page.locator(TIME_BAR).wait_for()


def test_small_pictures_are_asked_for_one_by_one_and_wait_for_a_jump(tmp_path: Path) -> None:
    with (
        toy_server(tmp_path) as server,
        sync_playwright() as playwright,
        chromium(playwright) as browser,
    ):
        page = open_page(browser, server.address)
        held: list[Route] = []
        page.route("**/thumbnail.jpg*", lambda route: held.append(route))
        record_and_watch(page, tmp_path)
        page.wait_for_function("() => document.querySelectorAll('.time-strip img').length > 3")
        page.wait_for_timeout(500)
        assert len(held) == 1  # not all at once
        page.evaluate("""() => {
            const bar = document.querySelector(".time-bar");
            const { left, width, top } = bar.getBoundingClientRect();
            const event = (kind) => new PointerEvent(
                kind, { pointerId: 1, clientX: left + 0.3 * width, clientY: top + 5, bubbles: true });
            bar.setPointerCapture = () => {};
            for (const kind of ["pointermove", "pointerdown", "pointerup"]) bar.dispatchEvent(event(kind));
            window.askedByStrip = () => document.querySelectorAll(".time-strip img[src]").length;
        }""")
        held[0].continue_()
        page.wait_for_function("document.querySelector('.time-strip img')?.naturalWidth === 192")
        asked = page.evaluate("""() => new Promise((done) => {
            const begun = askedByStrip();
            requestAnimationFrame(() => requestAnimationFrame(() => done([begun, askedByStrip()])));
        })""")
        assert asked == [1, 1]  # it came, and the next one waits until the jump is over
        expect(page.locator(".time-preview img")).to_have_count(0)
        page.unroute("**/thumbnail.jpg*")
        for route in held[1:]:
            route.continue_()
        page.wait_for_function("() => askedByStrip() > 3")  # afterwards the others are drawn, too
        bar, clock = page.locator(TIME_BAR), page.locator(".replay-bar .clock").first
        before = bar.bounding_box()
        clock.evaluate("(words) => (words.textContent = '12.3 s …')")
        assert bar.bounding_box() == before  # a pointer that rests on it stays at its moment
