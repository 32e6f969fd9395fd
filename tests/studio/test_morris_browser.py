"""The page of Nine Men's Morris with a humanoid in a real browser: a game is ended with the mouse."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ludens.cli.launching import recorded_launch
from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.recording import Recording
from ludens.drivers.replay import ReplayDriver
from ludens.games.morris.rules import POINTS, Position, fen_of, mask_of
from ludens.games.morris.show.board import square_of
from ludens.messages import Fault
from ludens.messages.announcement import Announcement
from tests.studio.browsing import CHROMIUM, NO_CHROMIUM, TIMEOUT_MS, click_square, played_page

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)

PATIENCE_MS = 4 * TIMEOUT_MS
"""On a busy machine the robot's seconds are long."""
WHITE, BLACK = "a7 d7 g7 d2", "a1 g1 b2 f2 d3 a4 d6 g4"
"""The robot can only step out of the way, to d1; then the person shuts it in."""
LATE = fen_of(
    Position(mask_of(POINTS[name] for name in WHITE.split()), mask_of(POINTS[name] for name in BLACK.split()))
)
END = "Black wins: the opponent cannot move."


def served(folder: Path) -> AbstractContextManager[Page]:
    """The page of a game that is nearly over, without noise and as fast as it goes; recorded."""
    return played_page(
        folder,
        *("morris", "--black", "human", "--fen", LATE, "--no-calibrate", "--noise", "off"),
        *("--cameras", "3", "--seed", "908", "--speed", "8", "--record"),
        width=1280,
        height=800,
        patience_ms=PATIENCE_MS,
    )


def click(page: Page, point: str) -> None:
    click_square(page, square_of(POINTS[point]))


def expect_man(page: Page, side: str, point: str) -> None:
    man = page.locator(f'.board-base .piece.{side}[data-at="{square_of(POINTS[point])}"]')
    expect(man).to_have_count(1)


def test_a_person_ends_the_game_with_the_mouse(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        sentence, moves = (page.locator(f'[data-testid="board-{name}"]') for name in ("sentence", "moves"))
        expect(page.locator(".board-base .piece")).to_have_count(12)
        expect(sentence).to_have_text("Your turn: click one of your men, or drag it.")
        expect(page.locator(".bubble.robot").last).to_contain_text("It is your turn, black.")
        expect(moves).to_contain_text("d2-d1")
        expect_man(page, "light", "d1")
        click(page, "b2")
        expect(page.locator("svg.board .target")).to_have_count(2)  # b4 and d2
        click(page, "d2")
        expect(sentence).to_have_text("Waiting until the robot has seen your move.")
        expect(moves).to_contain_text("b2-d2")
        expect(sentence).to_have_text(END)
        expect_man(page, "dark", "d2")
        expect(page.locator(".bubble.robot").last).to_contain_text(END)
        expect(page.locator('[data-testid="result"]')).to_contain_text("You have won!")
    (path,) = (tmp_path / "recordings").glob("*.mcap")
    with Recording.open(path) as recording:
        assert END in said(recording)
        assert replayed_until(recording, "I play d2-d1.")


def said(recording: Recording) -> list[str]:
    return [
        message.text
        for outputs in recording.outputs()
        for _, message in outputs.outputs
        if isinstance(message, Announcement)
    ]


def replayed_until(recording: Recording, sentence: str) -> bool:
    """Run the robot's program again on what its sensors delivered, until it says something."""
    ear = Ear()
    launch = recorded_launch(recording.metadata)
    with launch.start(driver=ReplayDriver(recording), observers=[ear], on_fault="stop") as run:
        run.repeat_edits(recording.edits())
        while sentence not in ear.said and run.step() is not None:
            pass
    return sentence in ear.said


class Ear:
    """Hears what the robot says."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        self.said += [message.text for _, message in outputs if isinstance(message, Announcement)]

    def on_delivery(self, delivery: Delivery) -> None: ...

    def on_fault(self, fault: Fault) -> None: ...

    def close(self) -> None: ...
