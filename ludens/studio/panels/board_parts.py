"""Parts of the panel of a board: both sides with their clocks, who is ahead, the moves, the end."""

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

from nicegui import ui

from ludens.messages.board_picture import ActionName, BoardPicture, BoardSide
from ludens.studio.board_picture import clock_words, numbered
from ludens.studio.panels.icon_button import icon_button

ACTIONS: dict[ActionName, tuple[str, str, str]] = {
    "hint": ("Hint", "lightbulb", "Ask the robot for a good move"),
    "take_back": ("Undo", "undo", "Take your last move back, and the answer to it"),
    "draw": ("Draw", "handshake", "Offer a draw"),
    "resign": ("Resign", "flag", "Give up; you are asked first"),
}
"""What a button for each is called, its icon, and a hint."""
REMATCH_HINT = "Another game, with the colours changed"
STEPS = (
    ("first_page", "To the beginning (Home)", -10_000),
    ("chevron_left", "One move back (←)", -1),
    ("chevron_right", "One move on (→)", 1),
    ("last_page", "To how it stands now (End)", 10_000),
)
TELL_PLY = """(event) => {
  const move = event.target.closest('[data-ply]');
  if (move) emit(Number(move.dataset.ply));
}"""


class SideStrip:
    """One side: who it is, what it has taken, its clock."""

    def __init__(self, name: str) -> None:
        with ui.element("div").classes("board-side").props(f"data-testid=side-{name}"):
            self._dot = ui.html("", sanitize=False, tag="span").classes("side-dot")
            self._name = ui.label("").classes("side-name")
            self._who = ui.label("").classes("side-who")
            self._taken = ui.html("", sanitize=False).classes("side-taken")
            self._clock = ui.label("").classes("side-clock")
        self._shown: tuple[str, ...] = ()

    def show(self, side: BoardSide, taken: str, piece: str) -> None:
        """Show what is new; `piece` is a drawing of its pieces, "" where their colour is that of its name."""
        clock = clock_words(side.used_s)
        running = " running" if side.clock_runs else ""
        look = (side.name, side.who, taken, clock, running)
        if look == self._shown:
            return
        self._shown = look
        self._dot.classes(replace=f"side-dot {'drawn' if piece else side.name.lower()}")
        self._dot.set_content(f'<svg viewBox="20 20 60 60">{piece}</svg>' if piece else "")
        self._name.set_text(side.name)
        self._who.set_text(side.who)
        self._taken.set_content(taken)
        self._clock.set_text(clock)
        self._clock.classes(replace=f"side-clock{running}")


class BalanceBar:
    """Who is ahead, as a bar and in a few characters."""

    def __init__(self) -> None:
        with ui.element("div").classes("balance").props("data-testid=balance"):
            self._bar = ui.element("div").classes("balance-light")
            self._words = ui.label("").classes("balance-words")

    def show(self, picture: BoardPicture, *, turned: bool) -> None:
        """Show the first side's share from where it sits."""
        share = 1.0 - picture.balance if turned else picture.balance
        self._bar.style(f"height: {100 * picture.balance:.1f}%; {'top' if turned else 'bottom'}: 0")
        self._bar.style(f"{'bottom' if turned else 'top'}: auto")
        self._words.set_text(picture.balance_words)
        place, ground = "low" if share >= 0.5 else "high", "light" if picture.balance >= 0.5 else "dark"
        self._words.classes(replace=f"balance-words {place} on-{ground}")


class MoveList:
    """The moves so far, to step through: by buttons, by clicks, or by the arrow keys."""

    def __init__(self, go_to: Callable[[int], None]) -> None:
        self._go_to = go_to
        self._picture: BoardPicture | None = None
        self._ply = 0
        with ui.element("div").classes("move-row"):
            self._moves = ui.html("", sanitize=False).classes("board-moves").props("data-testid=board-moves")
            self._moves.on("click", self._click, js_handler=TELL_PLY)
            with ui.element("div").classes("move-buttons"):
                for icon, hint, step in STEPS:
                    icon_button(icon, hint, partial(self.step, step), mark=f"move-{icon}")

    def show(self, picture: BoardPicture, ply: int) -> None:
        """Show all moves, the one that is looked at marked."""
        self._picture, self._ply = picture, ply
        self._moves.set_content(_moves_html(picture, ply))
        ui.run_javascript(f"ludens.showMove({self._moves.id})")

    def step(self, by: int) -> None:
        """Look so many moves farther, or back."""
        if self._picture is not None:
            self._go_to(min(max(self._ply + by, 0), len(self._picture.moves)))

    def _click(self, event: Any) -> None:
        if isinstance(event.args, int) and self._picture is not None:
            self._go_to(min(max(event.args, 0), len(self._picture.moves)))


class ActionButtons:
    """What a player may want beside a move, as buttons that say it; after the end, another game."""

    def __init__(self, say: Callable[[str], None], *, rematch: Callable[[], None] | None) -> None:
        self._words: dict[str, str] = {}
        with ui.element("div").classes("board-actions") as self._row:
            self._buttons = {
                name: _action_button(label, icon, hint, partial(self._say, say, name), name)
                for name, (label, icon, hint) in ACTIONS.items()
            }
            self._again = None
            if rematch is not None:
                self._again = _action_button("Rematch", "replay", REMATCH_HINT, rematch, "rematch")
        self._row.visible = False

    def _say(self, say: Callable[[str], None], name: ActionName) -> None:
        if name in self._words:
            say(self._words[name])

    def show(self, picture: BoardPicture) -> None:
        """Offer what is possible now, where somebody at the page plays."""
        self._words = {action.name: action.words for action in picture.actions}
        self._row.visible = any(side.player == "you" for side in picture.sides)
        for name, button in self._buttons.items():
            button.visible = not picture.result
            button.set_enabled(name in self._words)
        if self._again is not None:
            self._again.visible = bool(picture.result)


def _action_button(label: str, icon: str, hint: str, act: Callable[[], None], mark: str) -> ui.button:
    button = ui.button(label, icon=icon, on_click=lambda: act())
    button.props(f"outline dense no-caps data-testid=action-{mark}").classes("action-button")
    with button:
        ui.tooltip(hint)
    return button


class ResultBanner:
    """How the game has ended, over the board, with what one may want next."""

    def __init__(self, *, rematch: Callable[[], None] | None, save: Callable[[], None]) -> None:
        with (
            ui.element("div").classes("result-banner").props('role="status" data-testid=result') as self._box
        ):
            self._title = ui.label("").classes("result-title")
            self._words = ui.label("").classes("result-words")
            with ui.element("div").classes("result-buttons"):
                if rematch is not None:
                    again = ui.button("Rematch", icon="replay", on_click=lambda: rematch())
                    again.props("unelevated no-caps data-testid=rematch").tooltip(REMATCH_HINT)
                ui.button("Save", icon="download", on_click=lambda: save()).props("flat no-caps dense")
                ui.button("Look", icon="visibility", on_click=self._leave).props(
                    "flat no-caps dense data-testid=result-close"
                )
        self._box.visible = False
        self._shown: object = None

    def show(self, picture: BoardPicture, run_number: int) -> None:
        """Come up once for an end."""
        ended = (run_number, len(picture.moves), picture.result) if picture.result else None
        if ended == self._shown:
            return
        self._shown = ended
        self._box.visible = ended is not None
        if ended is not None:
            self._title.set_text(_who_won(picture))
            self._words.set_text(picture.sentence)

    def _leave(self) -> None:
        self._box.visible = False


def _who_won(picture: BoardPicture) -> str:
    """The end as whoever sits at the page takes it."""
    winner = {"1-0": 0, "0-1": 1}.get(picture.result)
    if winner is None:
        return "Draw"
    yours = [number for number, side in enumerate(picture.sides) if side.player == "you"]
    if len(yours) == 1:
        return "You have won!" if yours == [winner] else "You have lost"
    return f"{picture.sides[winner].name} has won"


def _moves_html(picture: BoardPicture, ply: int) -> str:
    parts = []
    number_of_move = -1 if picture.second_began else 0
    for number, first, second in numbered(picture) if picture.moves else ():
        parts.append(f'<span class="move-number">{number}.</span>')
        for text in (first, second):
            if text:
                after = number_of_move + 1
                kind = "move now" if after == ply else "move"
                parts.append(
                    f'<button type="button" class="{kind}" data-ply="{after}">{escape(text)}</button>'
                )
            number_of_move += 1
    if picture.result:
        parts.append(f'<span class="move result">{escape(picture.result)}</span>')
    return "".join(parts)
