"""The pages on small screens, on a telephone and on a projector; and as a person has arranged them."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.studio.browsing import CHROMIUM, NO_CHROMIUM, TIMEOUT_MS, open_page, resize, toy_server

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)
expect.set_options(timeout=TIMEOUT_MS)


@pytest.fixture(scope="module")
def board(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with toy_server(tmp_path_factory.mktemp("board"), "--board", "{}") as server:
        page = open_page(browser, server.address)
        expect(page.locator('[data-testid="board-sentence"]')).to_contain_text("Your turn")
        yield page
        page.close()


def top(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    assert box is not None, selector
    return box["y"]


def fits(page: Page) -> bool:
    """Whether nothing stands out to the right of the window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def cut_off(page: Page) -> list[str]:
    """Names of the visible buttons of the header that are not wholly in the window."""
    return list(
        page.evaluate(
            """() => [...document.querySelectorAll(".studio-header button")].filter((button) => {
              const box = button.getBoundingClientRect();
              return box.width && (box.left < 0 || box.right > innerWidth || box.bottom > innerHeight);
            }).map((button) => button.ariaLabel)"""
        )
    )


def box_of(page: Page, selector: str) -> tuple[float, float, float, float]:
    """Left, top, right and bottom."""
    box = page.locator(selector).bounding_box()
    assert box is not None, selector
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def title_is_free(page: Page) -> bool:
    """Whether the buttons over the scene leave its title alone, and all are in sight."""
    title, card = box_of(page, ".area-scene > .card-title"), box_of(page, ".area-scene")
    tools = box_of(page, ".scene-tools")
    is_beside = tools[0] >= title[2] or tools[1] >= title[3]
    is_whole = page.locator(".scene-tools").evaluate("(tools) => tools.scrollHeight <= tools.clientHeight")
    return is_beside and is_whole and tools[0] >= card[0] and tools[3] <= card[3]


def check_small_screen(page: Page) -> None:
    resize(page, 1024, 700)
    header = page.locator(".studio-header")
    box = header.bounding_box()
    assert box is not None
    assert box["height"] < 62  # one row
    assert cut_off(page) == []
    assert fits(page)
    assert title_is_free(page)
    expect(page.locator('[data-testid="step-body"]')).to_be_hidden()
    page.locator('[data-testid="more"]').click()
    expect(page.locator('[data-testid="step-body"]')).to_be_visible()
    assert cut_off(page) == []
    page.locator('[data-testid="more"]').click()


def test_a_small_screen_has_one_row_of_controls_and_the_others_a_click_away(board: Page, toy: Page) -> None:
    check_small_screen(board)
    check_small_screen(toy)
    resize(toy, 1440, 900)
    expect(toy.locator('[data-testid="step-body"]')).to_be_visible()
    resize(board, 1440, 900)
    left, top_edge, right, bottom = box_of(board, ".area-scene")
    assert (right - left) * (bottom - top_edge) > 0.25 * 1440 * 900  # the robot is the star


def test_a_telephone_shows_board_or_scene_first_and_nothing_beside_the_window(board: Page, toy: Page) -> None:
    resize(board, 390, 800)
    assert fits(board)
    assert top(board, ".area-board") < top(board, ".area-talk") < top(board, ".area-scene")
    sentence = board.locator('[data-testid="board-sentence"]').bounding_box()
    assert sentence is not None
    assert sentence["y"] + sentence["height"] < 800  # board and sentence without scrolling
    assert title_is_free(board)
    resize(toy, 390, 800)
    assert fits(toy)
    assert top(toy, ".area-scene") < top(toy, ".area-camera") < top(toy, ".area-tabs")
    assert cut_off(toy) == []
    assert title_is_free(toy)
    toy.locator('[data-testid="home"]').click()
    expect(toy.locator(".home-card")).to_have_count(2)
    assert fits(toy)
    toy.locator('[data-testid="back-to-game"]').click()


def test_a_class_sees_scene_board_and_words_alone_and_can_read_them(board: Page, toy: Page) -> None:
    resize(board, 1920, 1080)
    board.keyboard.press("p")
    for shown in (".area-scene", ".area-board", ".area-talk"):
        expect(board.locator(shown)).to_be_visible()
    for hidden in (".studio-header", ".area-tabs", ".talk-field", ".panel-tools >> nth=0"):
        expect(board.locator(hidden)).to_be_hidden()
    size = board.locator('[data-testid="board-sentence"]').evaluate(
        "(words) => parseFloat(getComputedStyle(words).fontSize)"
    )
    assert size >= 24
    board.locator('[data-testid="leave"]').click()
    expect(board.locator(".studio-header")).to_be_visible()
    resize(toy, 1920, 1080)
    toy.locator('[data-testid="present"]').click()
    expect(toy.locator(".area-scene")).to_be_visible()
    expect(toy.locator(".area-states .state-line")).to_be_visible()
    expect(toy.locator(".area-camera")).to_be_hidden()
    toy.keyboard.press("p")
    expect(toy.locator(".area-camera")).to_be_visible()


def areas(page: Page) -> dict[str, str]:
    """Panels by where they stand."""
    return dict(
        page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll("[data-panel]")].map(
              (card) => [card.dataset.panel, getComputedStyle(card).gridRowStart]))"""
        )
    )


def drag_panel(page: Page, title: str, onto: str) -> None:
    """Drag a panel by its title into the middle of another one."""
    page.get_by_label(f"Move: {title}").hover()
    box = page.locator(onto).bounding_box()
    assert box is not None
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
    expect(page.locator(onto)).to_have_class(re.compile("drop-here"))
    page.mouse.up()


def test_panels_change_places_by_hand_or_key_and_stay_there_until_they_are_put_back(toy: Page) -> None:
    resize(toy, 1440, 900)
    at_first = {"scene": "scene", "camera": "first", "map": "second", "states": "third", "tabs": "tabs"}
    assert areas(toy) == at_first
    expect(toy.locator('[data-testid="panels-back"]')).to_be_hidden()
    scene = toy.locator(".area-scene").bounding_box()
    drag_panel(toy, "Map", onto=".area-scene")
    assert toy.locator(".area-map").bounding_box() == pytest.approx(scene, abs=4)
    toy.get_by_label("Move: tabs").focus()
    toy.keyboard.press("ArrowRight")
    arranged = {"map": "scene", "scene": "second", "camera": "first", "states": "tabs", "tabs": "third"}
    assert areas(toy) == arranged
    toy.reload()
    expect(toy.locator(".area-map")).to_be_visible()
    assert areas(toy) == arranged
    toy.keyboard.press("p")
    expect(toy.locator(".area-camera")).to_be_hidden()
    assert areas(toy)["scene"] == "scene"  # a class sees it as ever
    toy.keyboard.press("p")
    toy.locator('[data-testid="panels-back"]').click()
    assert areas(toy) == at_first
    toy.reload()
    expect(toy.locator(".area-map")).to_be_visible()
    assert areas(toy) == at_first


def test_the_number_beside_a_balance_is_whole(board: Page) -> None:
    resize(board, 1440, 900)
    is_whole = board.locator(".balance-words").evaluate(
        """(words) => {
          const probe = words.cloneNode();
          probe.style.left = probe.style.right = "auto";
          probe.textContent = "+10.3";
          words.parentElement.append(probe);
          const isWhole = probe.offsetWidth <= words.parentElement.clientWidth;
          probe.remove();
          return isWhole;
        }"""
    )
    assert is_whole


def test_a_finger_finds_the_button_that_enlarges_and_no_other_below_it(
    browser: Browser, board: Page, toy: Page
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    phone = context.new_page()
    phone.set_default_timeout(TIMEOUT_MS)
    phone.goto(toy.url)
    expect(phone.get_by_label("Enlarge: Scene")).to_have_css("opacity", "0.85")
    phone.goto(board.url)
    expect(phone.get_by_label("Enlarge: Scene")).to_be_visible()
    expect(phone.get_by_label("Enlarge: Game")).to_be_hidden()  # the buttons of the moves are there
    context.close()


def test_the_buttons_of_the_home_page_stay_in_one_line_on_a_small_screen(toy: Page) -> None:
    resize(toy, 1024, 700)
    toy.locator('[data-testid="home"]').click()
    expect(toy.locator(".home-card")).to_have_count(2)
    for buttons in (".home-card-buttons .q-btn", ".recording-line .q-btn"):
        heights = toy.locator(buttons).evaluate_all("(all) => all.map((button) => button.offsetHeight)")
        assert max(heights) < 1.5 * min(heights), buttons
    toy.locator('[data-testid="back-to-game"]').click()
