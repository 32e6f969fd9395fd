"""A game on a board: the position to look at and to click on, both sides with their clocks, the moves."""

from html import escape
from typing import Any

from nicegui import ui

from ludens.messages.board_picture import BoardPicture, BoardSide
from ludens.studio.board_picture import board_svg, clock_words, numbered, symbols_svg
from ludens.studio.page import StudioPage
from ludens.studio.panels.panel import Panel
from ludens.studio.robots import RobotChoice
from ludens.studio.session import Session
from ludens.studio.taps import Tap

TELL_SQUARE = """(event) => {
  const square = event.target.closest('[data-square]');
  if (square) emit(Number(square.dataset.square));
}"""


class BoardPanel(Panel):
    """Click a piece, then one of the marked squares: the words of that move are said to the robot."""

    icon = "grid_on"
    period_s = 0.2

    def __init__(self, session: Session, page: StudioPage, robots: RobotChoice) -> None:
        super().__init__(session, page, robots)
        assert page.board is not None
        self._view = page.board
        self.title = page.board.title
        self._tap: Tap | None = None
        self._picture: BoardPicture | None = None
        self._picked: int | None = None
        self._put: int | None = None  # where the picked piece goes, while it is open which one it takes
        self._turned_by_hand = False
        self._drawn: tuple[object, ...] = ()

    def build(self) -> None:
        """Tools, one side above and one below the board, then how it stands and the moves."""
        with ui.row().classes("panel-tools"):
            turn = ui.button(icon="swap_vert", on_click=self._turn).props("flat round dense")
            turn.tooltip("Look from the other side")
            save = ui.button(icon="download", on_click=self._save).props("flat round dense")
            save.tooltip("The game as a file")
        with ui.element("div").classes("game"):
            self._above = _Strip("above")
            with ui.element("div").classes("board-row"):
                with ui.element("div").classes("balance").props("data-testid=balance"):
                    self._bar = ui.element("div").classes("balance-light")
                    self._bar_words = ui.label("").classes("balance-words")
                self._board = ui.html("", sanitize=False).classes("board-frame")
                self._board.on("click", self._click, js_handler=TELL_SQUARE)
            self._below = _Strip("below")
            self._sentence = ui.label("The board appears when the game begins.").classes("board-sentence")
            self._sentence.props("data-testid=board-sentence")
            self._moves = ui.html("", sanitize=False).classes("board-moves").props("data-testid=board-moves")

    def watch(self) -> None:
        """Watch the game."""
        self._tap = self.session.taps.tap(self._view.stream)
        self.until_hidden(self._tap.close)

    def update(self) -> None:
        """Show what has changed."""
        sample = self._tap.newest(self.robots.concerns) if self._tap is not None else None
        if sample is None or not isinstance(sample.value, BoardPicture):
            return
        before, self._picture = self._picture, sample.value
        if before is None or before.pieces != self._picture.pieces:
            self._picked = self._put = None
        self._draw(self._picture)

    def _draw(self, picture: BoardPicture) -> None:
        turned = picture.turned != self._turned_by_hand
        below, above = (1, 0) if turned else (0, 1)
        for strip, side in ((self._above, above), (self._below, below)):
            strip.show(
                picture.sides[side],
                symbols_svg(picture.sides[side].taken, side=1 - side, symbols=self._view.symbols),
            )
        marks = (picture.last, picture.warned, picture.asked)
        look = (
            picture.pieces,
            picture.possible,
            marks,
            self._picked,
            self._put,
            turned,
            picture.moves,
            picture.sentence,
        )
        if look == self._drawn:
            return
        self._drawn = look
        self._board.set_content(
            board_svg(picture, symbols=self._view.symbols, picked=self._picked, turned=turned, put=self._put)
        )
        share = 1.0 - picture.balance if turned else picture.balance
        self._bar.style(f"height: {100 * picture.balance:.1f}%; {'top' if turned else 'bottom'}: 0")
        self._bar.style(f"{'bottom' if turned else 'top'}: auto")
        self._bar_words.set_text(picture.balance_words)
        place, ground = "low" if share >= 0.5 else "high", "light" if picture.balance >= 0.5 else "dark"
        self._bar_words.classes(replace=f"balance-words {place} on-{ground}")
        self._sentence.set_text(picture.sentence if self._put is None else "Which one do you take?")
        self._moves.set_content(_moves_html(picture))
        ui.run_javascript(f"ludens.scrollToEnd({self._moves.id})")

    def _click(self, event: Any) -> None:
        picture = self._picture
        if picture is None or not isinstance(event.args, int):
            return
        self._choose(picture, event.args)
        self._draw(picture)

    def _choose(self, picture: BoardPicture, square: int) -> None:
        """Pick a piece up, put it down, or say which one is taken; a move that is clear is said."""
        if self._put is not None:
            chosen = [
                move
                for move in picture.possible
                if (move.origin, move.target, move.takes) == (self._picked, self._put, square)
            ]
        else:
            if any(move.origin == move.target == square for move in picture.possible):
                self._picked = square
            steps = (self._picked, square)
            chosen = [move for move in picture.possible if (move.origin, move.target) == steps]
        if len(chosen) > 1 and self._put is None and chosen[0].takes is not None:
            self._put = square
            return
        picked, self._picked, self._put = self._picked, None, None
        if chosen:
            words = chosen[0].words
            self.do(lambda run, robot: self._view.say(run, robot, words))
        elif square != picked and any(move.origin == square for move in picture.possible):
            self._picked = square

    def _turn(self) -> None:
        self._turned_by_hand = not self._turned_by_hand
        if self._picture is not None:
            self._draw(self._picture)

    def _save(self) -> None:
        if self._picture is not None:
            ui.download.content(self._picture.record, self._picture.file_name)


class _Strip:
    """One side: who it is, what it has taken, its clock."""

    def __init__(self, name: str) -> None:
        with ui.element("div").classes("board-side").props(f"data-testid=side-{name}"):
            self._dot = ui.element("span").classes("side-dot")
            self._name = ui.label("").classes("side-name")
            self._who = ui.label("").classes("side-who")
            self._taken = ui.html("", sanitize=False).classes("side-taken")
            self._clock = ui.label("").classes("side-clock")
        self._shown: tuple[str, ...] = ()

    def show(self, side: BoardSide, taken: str) -> None:
        """Show what is new."""
        clock = clock_words(side.used_s)
        running = " running" if side.clock_runs else ""
        look = (side.name, side.who, taken, clock, running)
        if look == self._shown:
            return
        self._shown = look
        self._dot.classes(replace=f"side-dot {side.name.lower()}")
        self._name.set_text(side.name)
        self._who.set_text(side.who)
        self._taken.set_content(taken)
        self._clock.set_text(clock)
        self._clock.classes(replace=f"side-clock{running}")


def _moves_html(picture: BoardPicture) -> str:
    last = len(picture.moves) - 1
    parts = []
    ply = -1 if picture.second_began else 0
    for number, first, second in numbered(picture) if picture.moves else ():
        parts.append(f'<span class="move-number">{number}.</span>')
        for text in (first, second):
            if text:
                kind = "move now" if ply == last else "move"
                parts.append(f'<span class="{kind}">{escape(text)}</span>')
            ply += 1
    if picture.result:
        parts.append(f'<span class="move result">{escape(picture.result)}</span>')
    return "".join(parts)
