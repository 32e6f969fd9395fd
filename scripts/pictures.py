"""Take the pictures of the studio's pages that the documentation shows, so that anybody can make them again.

    python -m scripts.pictures                # every page at every size, into docs/pictures/pages
    python -m scripts.pictures chess morris   # only these pages

Each game runs until something is to be seen, in a tab that takes itself for hidden: its panels follow the
game, its scene costs nothing. Then the game pauses, and the tab is seen. It draws in software, but is told
that it has a graphics card: the scene looks as on most computers, and only takes longer. Needs Chromium
(`make setup`).
"""

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from playwright.sync_api import Browser, Page, sync_playwright

from scripts.served_studio import ServedStudio, served_studio
from tests.studio.browsing import CHROMIUM, NO_CHROMIUM, chromium

TARGET = Path(__file__).resolve().parents[1] / "docs/pictures/pages"
SIZES_PX = ((1440, 900), (1024, 700), (390, 800))
JPEG_QUALITY = 82
PATIENCE_MS = 300_000
SETTLES_MS = 2_500
WATCHED_PX = (960, 300)
"""Of the window while a game runs: a small one takes little of the processor from it."""

PREPARED = """
    let isHidden = true;
    Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
    window.beSeen = () => {
        isHidden = false;
        document.dispatchEvent(new Event("visibilitychange"));
    };
    const ask = WebGL2RenderingContext.prototype.getParameter, UNMASKED_RENDERER = 0x9246;
    WebGL2RenderingContext.prototype.getParameter = function (name) {
        return name === UNMASKED_RENDERER ? "a graphics card" : ask.call(this, name);
    };
"""
"""Hides the tab until it is told to be seen, and the name of what draws: software draws more coarsely."""
REACHED = """(moment) => {
    const time = document.querySelector("[data-testid=time]");
    return time !== null && parseFloat(time.textContent) >= moment;
}"""
DRAWN = """() => {
    const viewer = ludens.scene?.viewer;
    if (!viewer?.isWhole || viewer.stirred) return false;
    const before = window.lastDrawn;
    window.lastDrawn = viewer.pictures;
    return before === viewer.pictures;
}"""
"""Whether the scene is there and stands still; asked once in a while."""


@dataclass(frozen=True, slots=True)
class PicturedPage:
    """A page: the words after `ludens play`, and the second of the run at which it is looked at."""

    words: tuple[str, ...]
    moment_s: float = 0.0


PAGES = {
    "home": PicturedPage(()),
    "passing": PicturedPage(("passing",), 12.0),
    "chess": PicturedPage(("chess", "--black", "human"), 28.0),
    "morris": PicturedPage(("morris",), 20.0),
    "nao": PicturedPage(("nao",), 8.0),
    "soccer": PicturedPage(("soccer",), 22.0),
    "soccer-match": PicturedPage(("soccer", "--players", "5", "--ready", "8", "--flat"), 20.0),
    "soccer-2011": PicturedPage(("soccer", "--game", "2011"), 25.0),
    "soccer-shootout": PicturedPage(("soccer", "--game", "shootout"), 12.0),
    "soccer-learning": PicturedPage(("soccer", "--game", "learning", "--table", ""), 15.0),
}


def open_page(browser: Browser, studio: ServedStudio) -> Page:
    """A tab with the page of a studio, hidden as yet."""
    width, height = WATCHED_PX
    page = browser.new_page(viewport={"width": width, "height": height})
    page.set_default_timeout(PATIENCE_MS)
    page.add_init_script(PREPARED)
    page.goto(studio.address)
    return page


def run_until(page: Page, moment_s: float) -> None:
    """Wait for a moment of the game, and let it pause."""
    page.wait_for_function(REACHED, arg=moment_s, polling=100)
    page.locator("[data-testid=start]").click()
    page.mouse.move(0, 0)  # no hint of the button stays
    page.locator("[data-testid=phase]", has_text="paused").wait_for()


def take(page: Page, name: str) -> None:
    """Keep a picture of every size."""
    page.evaluate("beSeen()")
    for width, height in SIZES_PX:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(SETTLES_MS)
        if name != "home":
            page.wait_for_function(DRAWN, polling=1_000)
        path = TARGET / f"{name}-{width}.jpg"
        page.screenshot(path=path, type="jpeg", quality=JPEG_QUALITY)
        click.echo(f"{path.name}: {path.stat().st_size / 1e3:.0f} kB")


@click.command(help=__doc__)
@click.argument("names", nargs=-1, type=click.Choice(list(PAGES)))
def main(names: tuple[str, ...]) -> None:
    """Take the pictures of these pages, or of all."""
    if CHROMIUM is None:
        raise click.ClickException(NO_CHROMIUM)
    TARGET.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        chromium(playwright, with_3d=True) as browser,
    ):
        for name in names or PAGES:
            wanted = PAGES[name]
            with served_studio(Path(folder), "play", *wanted.words) as studio:
                page = open_page(browser, studio)
                if wanted.moment_s:
                    run_until(page, wanted.moment_s)
                take(page, name)
                page.close()


if __name__ == "__main__":
    main()
