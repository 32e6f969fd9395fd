"""The pages can be read: by daylight and in the dark, on small screens, at the back of a room."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.studio.browsing import (
    CHROMIUM,
    NO_CHROMIUM,
    TIMEOUT_MS,
    click_square,
    open_page,
    resize,
    toy_server,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)
expect.set_options(timeout=TIMEOUT_MS)

FAINT = """() => {
    const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const parts = (colour) => {
        paint.clearRect(0, 0, 1, 1);
        paint.fillStyle = colour;
        paint.fillRect(0, 0, 1, 1);
        const [red, green, blue, alpha] = paint.getImageData(0, 0, 1, 1).data;
        return [red, green, blue, alpha / 255];
    };
    const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
    const luminance = (colour) => [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => {
        const share = colour[i] / 255;
        return sum + weight * (share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
    }, 0);
    const ancestors = (element) => element ? [element, ...ancestors(element.parentElement)] : [];
    const ground = (element) => {
        const styles = ancestors(element).map((one) => getComputedStyle(one));
        if (styles.some((style) => style.backgroundImage !== "none")) return null; // the scene lies below
        const colours = styles.reverse().map((style) => parts(style.backgroundColor));
        return colours.reduce((below, top) => over(top, below), [255, 255, 255, 1]);
    };
    const faint = {};
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const element = texts.currentNode.parentElement, words = texts.currentNode.textContent.trim();
        const isSeen = element?.checkVisibility({ opacityProperty: true, visibilityProperty: true });
        if (!words || !isSeen || element.closest("svg, script, style, .disabled, .off, .enlarge")) continue;
        const below = ground(element);
        if (!below) continue;
        const style = getComputedStyle(element), size = parseFloat(style.fontSize);
        const colour = parts(style.color);
        colour[3] *= ancestors(element).reduce((product, one) => product * getComputedStyle(one).opacity, 1);
        const [dark, light] = [luminance(over(colour, below)), luminance(below)].sort((a, b) => a - b);
        const wanted = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
        const contrast = (light + 0.05) / (dark + 0.05);
        if (contrast < wanted) faint[words.slice(0, 40)] = Math.round(100 * contrast) / 100;
    }
    return faint;
}"""
"""Words whose contrast with their ground is less than WCAG 2.1 asks for (level AA), and how much it is."""


@pytest.fixture(scope="module")
def board(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A game with something said of every kind: asked, told, refused."""
    with toy_server(tmp_path_factory.mktemp("board"), "--board", "{}") as server:
        page = open_page(browser, server.address)
        expect(page.locator('[data-testid="board-sentence"]')).to_contain_text("Your turn")
        click_square(page, 48)
        expect(page.locator(".bubble.person")).to_have_count(1)
        page.locator('[data-testid="talk-input"]').fill("what a lovely day")
        page.keyboard.press("Enter")
        expect(page.locator(".bubble.robot.refusal")).to_have_count(1)
        yield page
        page.close()


@pytest.fixture(scope="module")
def toy(toy: Page) -> Page:
    """The shared toy, after a step: there is a map."""
    toy.locator('[data-testid="step-camera"]').click()
    expect(toy.locator("svg.map text.scale")).to_have_count(1)
    return toy


def check_contrast(page: Page) -> None:
    """By daylight and in the dark."""
    for dark in ("true", "false"):
        page.evaluate(f"Quasar.Dark.set({dark})")
        page.wait_for_function(f"document.body.classList.contains('body--dark') === {dark}")
        page.wait_for_timeout(500)  # colours change slowly
        assert page.evaluate(FAINT) == {}, f"dark: {dark}"


def test_every_word_stands_out_from_its_ground(board: Page, toy: Page) -> None:
    resize(board, 1440, 900)
    resize(toy, 1440, 900)
    check_contrast(board)
    for tab in ("Parameters", "Robots", "Log"):
        toy.get_by_role("tab", name=tab).click()
        check_contrast(toy)
    toy.locator('[data-testid="new-run"]').click()
    toy.locator('[data-testid="new-run-seed"]').fill("-1")
    expect(toy.locator('[data-testid="new-run-seed-trouble"]')).to_contain_text("whole number")
    check_contrast(toy)
    toy.get_by_role("button", name="Cancel").click()
    toy.locator('[data-testid="home"]').click()
    expect(toy.locator(".home-card")).to_have_count(2)
    check_contrast(toy)
    toy.locator('[data-testid="back-to-game"]').click()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 700), (390, 800)])
def test_words_on_a_map_are_as_large_as_others_however_small_the_panel_is(
    toy: Page, width: int, height: int
) -> None:
    resize(toy, width, height)
    toy.wait_for_function(
        """() => {
          const words = document.querySelector("svg.map text.scale");
          if (words === null) return false;
          const size = parseFloat(getComputedStyle(words).fontSize) * words.getScreenCTM().a;
          return size > 11 && size < 13;
        }"""
    )


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 700), (390, 800)])
def test_what_the_field_for_typing_invites_to_is_not_cut(board: Page, width: int, height: int) -> None:
    resize(board, width, height)
    room_px, needed_px = board.locator('[data-testid="talk-input"]').evaluate(
        """(field) => {
          const style = getComputedStyle(field), paint = document.createElement("canvas").getContext("2d");
          paint.font = style.font;
          return [field.clientWidth, paint.measureText(field.placeholder).width];
        }"""
    )
    assert needed_px <= room_px
    actions = board.locator(".board-actions .q-btn:visible")
    expect(actions).to_have_count(4)  # hint, undo, draw and resign, in one line
    assert len(set(actions.evaluate_all("(all) => all.map((one) => one.offsetTop)"))) == 1


def test_rare_options_stand_in_line_with_the_others_and_a_wrong_seed_is_told_beside_it(board: Page) -> None:
    resize(board, 1440, 900)
    board.locator('[data-testid="new-run"]').click()
    board.get_by_text("More options").click()
    expect(board.locator('[data-option="fen"]')).to_be_visible()
    starts = board.locator(".option:visible .option-input").evaluate_all(
        "(all) => all.map((one) => Math.round(one.getBoundingClientRect().left))"
    )
    assert len(starts) > 6
    assert max(starts) - min(starts) < 12
    expect(board.locator('[data-option="resume"]')).to_have_count(0)  # that is for the command line
    for wrong in ("1.5", "-1", ""):
        board.locator('[data-testid="new-run-seed"]').fill(wrong)
        expect(board.locator('[data-testid="new-run-seed-trouble"]')).to_contain_text("a whole number")
        expect(board.locator('[data-testid="new-run-begin"]')).to_be_disabled()
    board.locator('[data-testid="new-run-seed"]').fill("2")
    expect(board.locator('[data-testid="new-run-begin"]')).to_be_enabled()
    board.get_by_role("button", name="Cancel").click()


def test_the_last_words_stay_in_sight_when_the_window_gets_smaller(board: Page) -> None:
    resize(board, 1440, 900)
    resize(board, 1024, 560)
    board.wait_for_function(
        """() => {
          const { scrollHeight, clientHeight, scrollTop } = document.querySelector(".talk-lines");
          return scrollHeight > clientHeight && scrollTop > scrollHeight - clientHeight - 2;
        }"""
    )


@pytest.mark.parametrize("page", ["board", "toy"])
def test_a_presentation_fits_a_telephone(page: str, request: pytest.FixtureRequest) -> None:
    shown: Page = request.getfixturevalue(page)
    resize(shown, 390, 800)
    shown.evaluate("ludens.present()")
    leave = shown.locator('[data-testid="leave"]').bounding_box()
    assert leave is not None
    assert leave["y"] > 400  # not over a clock or the score
    assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shown.locator('[data-testid="leave"]').click()
    expect(shown.locator(".studio-header")).to_be_visible()


def test_a_name_of_a_game_is_whole_on_a_telephone(toy: Page) -> None:
    resize(toy, 390, 800)
    title = toy.locator(".studio-title")
    title.evaluate("(title) => { title.textContent = 'Nine Men\\'s Morris'; }")  # the longest
    assert title.evaluate("(title) => title.scrollWidth <= title.clientWidth")


def test_the_last_game_fills_its_row(toy: Page) -> None:
    toy.locator('[data-testid="home"]').click()
    expect(toy.locator(".home-card")).to_have_count(2)
    resize(toy, 1440, 900)
    right_edges = "(all) => all.map((one) => Math.round(one.getBoundingClientRect().right))"
    cards = toy.locator(".home-card").evaluate_all(right_edges)
    assert cards[-1] == toy.locator(".home-cards").evaluate_all(right_edges)[0]
    toy.locator('[data-testid="back-to-game"]').click()


def test_without_a_picture_of_the_scene_there_are_words_and_no_broken_picture(board: Page) -> None:
    """The board of the tests has no scene: here the server can draw nothing."""
    resize(board, 1440, 900)
    expect(board.get_by_text("The world appears when the run begins.")).to_be_visible()
    expect(board.locator("img.scene-picture")).to_be_hidden()
