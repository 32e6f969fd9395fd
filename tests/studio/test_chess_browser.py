"""The page of chess with an arm in a real browser: Scholar's mate, from the first move to the last."""

from collections.abc import Iterator
from pathlib import Path

import chess
import pytest
from playwright.sync_api import Page, expect

from ludens.games.chess.workcell.measures import PAPER
from ludens.games.chess.workcell.table_view import BASE_FROM_CAMERA, numbers_of
from tests.studio.browsing import CHROMIUM, NO_CHROMIUM, TIMEOUT_MS, click_square, played_page

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)

PATIENCE_MS = 2 * TIMEOUT_MS
"""On a busy machine the arm's seconds are long: the next move waits until it is home."""

TABLE = "table_calibrator.stored."
ANSWERS = "e7e5 b8c6 g8f6"
"""What the simulated person plays with the hand."""
YOURS = "Your turn: click a piece, or drag it."
FEW_PICTURES = """
extends = "off"

[camera]
rate_hz = 4.0
"""
"""Drawing them takes most of a simulation's time."""


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    """The page of a table that is known already, so that the arm can play at once; eight times as fast."""
    noise = tmp_path / "few_pictures.toml"
    noise.write_text(FEW_PICTURES)
    with played_page(
        tmp_path,
        *("chess", "--white", "text", "--black", "person", "--person-moves", ANSWERS),
        *("--seed", "908", "--noise", str(noise), "--speed", "8"),
        *("--set", f"{TABLE}base_from_camera={list(numbers_of(BASE_FROM_CAMERA))}"),
        *("--set", f"{TABLE}base_from_board={list(numbers_of(PAPER.base_from_board()))}"),
        width=1440,
        height=900,
        patience_ms=PATIENCE_MS,
    ) as page:
        yield page


def say(page: Page, words: str) -> None:
    page.locator('[data-testid="talk-input"]').fill(words)
    page.keyboard.press("Enter")


def click(page: Page, square: str) -> None:
    click_square(page, chess.parse_square(square))


def expect_piece(page: Page, symbol: str, square: str) -> None:
    at = chess.parse_square(square)
    expect(page.locator(f'.board-base [data-at="{at}"][data-symbol="{symbol}"]')).to_have_count(1)


def test_scholars_mate_is_told_to_the_arm_against_a_hand(page: Page) -> None:
    sentence, moves = (page.locator(f'[data-testid="board-{name}"]') for name in ("sentence", "moves"))
    expect(sentence).to_have_text(YOURS)
    expect(page.locator(".board-base .piece")).to_have_count(32)
    say(page, "bishop to f5")
    expect(page.locator(".bubble.person")).to_contain_text("bishop to f5")
    expect(page.locator(".bubble.robot.refusal")).to_have_count(1)  # it says why not
    expect(page.locator('[data-testid="board-reply"]')).to_contain_text("f5")
    say(page, "pawn to e4")
    expect(moves).to_contain_text("e4e5")
    expect_piece(page, "P", "e5")
    expect(sentence).to_have_text(YOURS)
    click(page, "f1")
    expect(page.locator("svg.board .target")).to_have_count(5)  # e2, d3, c4, b5, a6
    click(page, "c4")
    expect(page.locator(".bubble.person").last).to_contain_text("f1 c4")
    expect(moves).to_contain_text("Bc4Nc6")
    say(page, "queen to hotel five")
    expect(moves).to_contain_text("Qh5Nf6")
    say(page, "queen takes f7")
    expect_piece(page, "Q", "f7")
    expect(sentence).to_have_text("White wins by checkmate.")
    expect(page.locator("svg.board .mark.warned")).to_have_count(1)
    expect(moves).to_contain_text("Qxf7#")
    expect(moves).to_contain_text("1-0")
    state = page.locator('[data-testid="state-name"]')
    expect(state).to_have_text("over")  # the arm has carried all; the camera says so
    expect(page.locator(".bubble.robot").last).to_contain_text("White wins by checkmate.")
    expect(page.locator('[data-testid="result"]')).to_contain_text("You have won!")
