"""You at the board, in a real browser: clicks, drags, premoves, mistakes, wishes, the end, a second tab."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from ludens.games.morris.rules import POINTS, Position, fen_of, mask_of
from ludens.games.morris.show.board import square_of
from tests.studio.browsing import (
    CHROMIUM,
    NO_CHROMIUM,
    TIMEOUT_MS,
    ToyServers,
    click_square,
    drag_square,
    open_page,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)
expect.set_options(timeout=TIMEOUT_MS)
WHITE, BLACK = "a7 d7 g7 d2", "a1 g1 b2 f2 d3 a4 d6 g4"
LATE = fen_of(
    Position(mask_of(POINTS[name] for name in WHITE.split()), mask_of(POINTS[name] for name in BLACK.split()))
)
"""The robot can only step out of the way, to d1; then black shuts it in with b2-d2."""


@pytest.fixture
def page(
    browser: Browser, servers: ToyServers, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Page]:
    options = getattr(request, "param", {})
    with servers.serving(tmp_path, "--board", json.dumps(options)) as server:
        page = open_page(browser, server.address)
        yield page
        page.close()


def square(point: str) -> int:
    return square_of(POINTS[point])


def click(page: Page, point: str) -> None:
    click_square(page, square(point))


def expect_sentence(page: Page, words: str) -> None:
    expect(page.locator('[data-testid="board-sentence"]')).to_contain_text(words)


def expect_man(page: Page, point: str, side: str = "dark") -> None:
    expect(page.locator(f'.board-base .piece.{side}[data-at="{square(point)}"]')).to_have_count(1)


@pytest.mark.parametrize("page", [{"slow": 4.0}], indirect=True)  # what passes by is seen on a busy machine
def test_a_click_places_a_man_that_is_seen_at_once_and_known_when_the_robot_has_looked(page: Page) -> None:
    expect_sentence(page, "Your turn: click a free point.")
    expect(page.locator('[data-testid="side-below"] .side-clock')).to_have_class(re.compile("running"))
    click(page, "g7")
    expect(page.locator(f'[data-ghost="{square("g7")}"]')).to_have_count(1)
    expect_sentence(page, "Waiting until the robot has seen your move.")
    expect_man(page, "g7")
    expect(page.locator("[data-ghost]")).to_have_count(0)
    expect(page.locator(".bubble.person").last).to_contain_text("g7")
    expect(page.locator(".bubble.robot").last).to_contain_text("I play")
    expect(page.locator(".piece.owed")).to_have_count(1)  # the robot's man, until it stands
    expect_sentence(page, "Your turn")
    expect(page.locator(".piece.owed")).to_have_count(0)
    page.reload()
    expect_man(page, "g7")
    expect(page.locator(".bubble.person").last).to_contain_text("g7")


def test_what_is_wrong_with_a_click_is_said_in_the_words_of_a_typed_turn(page: Page) -> None:
    expect_sentence(page, "Your turn")
    click(page, "a1")  # where the robot's man stands
    reply = page.locator('[data-testid="board-reply"]')
    expect(reply).to_have_text("The point a1 is not free.")
    expect(page.locator(".bubble.robot.refusal").last).to_contain_text("The point a1 is not free.")
    page.locator('[data-testid="talk-input"]').fill("a1")
    page.keyboard.press("Enter")
    expect(page.locator(".bubble.person")).to_have_count(2)
    expect(page.locator(".bubble.robot.refusal")).to_have_count(2)
    page.locator('[data-testid="talk-input"]').fill("what a lovely day")
    page.keyboard.press("Enter")
    expect(page.locator(".bubble.robot.refusal").last).to_contain_text("I did not understand")
    assert page.evaluate("ludens.soundsPlayed").count("refusal") == 3
    page.locator('[data-testid="sounds"]').click()
    assert page.evaluate("ludens.soundsPlayed.at(-1)") == "(move)"  # they are off now
    assert page.evaluate("localStorage.getItem('ludens-board-sounds')") == "off"
    page.evaluate("localStorage.clear()")


@pytest.mark.parametrize("page", [{"fen": LATE}], indirect=True)
def test_a_game_is_won_by_dragging_a_man_and_told_with_a_rematch(page: Page) -> None:
    expect_sentence(page, "Your turn: click one of your men")
    click(page, "b2")
    expect(page.locator("svg.board-hand .target")).to_have_count(2)  # b4 and d2
    click(page, "b2")
    expect(page.locator("svg.board-hand .target")).to_have_count(0)  # put down again
    drag_square(page, square("b2"), square("b6"))
    expect(page.locator('[data-testid="board-reply"]')).to_contain_text("one step along a line")
    drag_square(page, square("b2"), square("d2"))
    result = page.locator('[data-testid="result"]')
    expect(result).to_contain_text("You have won!")
    expect(result).to_contain_text("Black wins: the opponent cannot move.")
    expect_sentence(page, "Black wins")
    expect(page.locator('[data-testid="board-moves"]')).to_contain_text("0-1")
    assert page.evaluate("ludens.soundsPlayed.at(-1)") == "end"
    page.locator('[data-testid="rematch"]').click()
    expect(result).to_be_hidden()
    expect(page.locator('[data-testid="side-below"]')).to_contain_text("White")
    expect(page.locator('[data-testid="side-below"]')).to_contain_text("you")
    expect_sentence(page, "Your turn: click a free point.")


@pytest.mark.parametrize("page", [{"slow": 4.0}], indirect=True)
def test_what_is_chosen_before_ones_turn_is_played_when_it_comes(page: Page) -> None:
    expect_sentence(page, "Your turn")
    click(page, "g7")
    expect_sentence(page, "The robot makes its move")
    click(page, "b6")
    expect(page.locator(".mark.premove")).to_have_count(1)
    expect_sentence(page, "You play to b6 next")
    click_square(page, square("a7"), button="right")
    expect(page.locator(".mark.premove")).to_have_count(0)
    click(page, "b4")
    expect_man(page, "b4")
    expect(page.locator('[data-testid="board-moves"]')).to_contain_text("b4")


def test_moves_are_stepped_through_and_taken_back_and_a_draw_is_offered(page: Page) -> None:
    expect_sentence(page, "Your turn")
    click(page, "g7")
    expect_man(page, "g7")
    expect_sentence(page, "Your turn")
    page.keyboard.press("ArrowLeft")
    expect_sentence(page, "Looking back: after 2 of 3 moves")
    page.keyboard.press("Home")
    expect(page.locator(".board-base .piece")).to_have_count(0)
    page.locator(".move", has_text="a1").click()
    expect(page.locator(".board-base .piece")).to_have_count(1)
    page.keyboard.press("End")
    expect(page.locator(".board-base .piece")).to_have_count(3)
    page.locator('[data-testid="action-take_back"]').click()
    expect(page.locator(".board-base .piece")).to_have_count(1)
    expect(page.locator(".bubble.robot").last).to_contain_text("We take it back.")
    page.locator('[data-testid="action-draw"]').click()
    expect(page.locator('[data-testid="result"]')).to_contain_text("Draw: both players wanted it")


def test_what_the_robot_answers_to_a_wish_for_a_good_move_is_shown_at_the_board(page: Page) -> None:
    expect_sentence(page, "Your turn")
    page.locator('[data-testid="action-hint"]').click()
    answer = page.locator(".bubble.person:has-text('hint') ~ .bubble.robot").last
    reply = page.locator('[data-testid="board-reply"]')
    expect(reply).to_have_text(re.compile(r"\S"))
    expect(answer).to_contain_text(reply.inner_text())
    click(page, "g7")
    expect_man(page, "g7")
    expect(reply).to_have_text("")


def test_giving_up_is_asked_about_at_the_board_and_a_second_tab_sees_all_of_it(
    page: Page, browser: Browser
) -> None:
    expect_sentence(page, "Your turn")
    other = open_page(browser, page.url)
    page.locator('[data-testid="action-resign"]').click()
    expect(other.locator('[data-testid="board-reply"]')).to_have_text("Do you really want to give up?")
    other.locator(".reply-answers").get_by_role("button", name="no").click()
    expect(page.locator('[data-testid="board-reply"]')).to_have_text("")
    page.locator('[data-testid="action-resign"]').click()
    page.locator(".bubble.question.open").get_by_role("button", name="yes").click()
    for one in (page, other):
        expect(one.locator('[data-testid="result"]')).to_contain_text("You have lost")
    other.close()


def test_who_says_something_to_a_game_that_stands_is_told_why_nobody_answers(page: Page) -> None:
    expect_sentence(page, "Your turn")
    page.locator('[data-testid="start"]').click()
    expect_sentence(page, "Paused. Space or ▶ goes on.")
    click(page, "g7")
    expect(page.locator('[data-testid="board-reply"]')).to_contain_text("The game is paused")
    page.locator('[data-testid="talk-input"]').fill("hello")
    page.keyboard.press("Enter")
    expect(page.locator(".bubble.studio")).to_contain_text("The game is paused")
    page.locator('[data-testid="start"]').click()
    # The turn that was clicked meanwhile goes on, too: which of both is spoken of last is a matter of time.
    expect(page.locator(".bubble.robot", has_text="I did not understand")).to_be_visible()
    expect_man(page, "g7")


def test_what_is_asked_of_the_simulated_person_looks_otherwise_and_its_button_is_on_the_page(
    page: Page,
) -> None:
    asked = page.locator(".bubble.to-table")
    expect(asked).to_contain_text("Please put a white man on b2.")
    expect(asked).to_contain_text("for the person at the table")
    for name in ("Front button", "Middle button", "Rear button"):
        expect(page.get_by_role("button", name=name)).to_be_visible()
    page.locator(".talk-chips button", has_text="help").click()
    expect(page.locator(".bubble.robot").last).to_contain_text("Click a point, or say one")
