"""A game on a board: the position to look at and to play on, both sides with their clocks, the moves."""

from typing import Any

from msgspec import structs
from nicegui import ui

from ludens.messages.board_picture import BoardMove, BoardPicture, Line, Lines
from ludens.studio.board_picture import at_ply, square_name, symbols_svg
from ludens.studio.page import StudioPage
from ludens.studio.panels.board_element import BoardElement
from ludens.studio.panels.board_parts import (
    ActionButtons,
    BalanceBar,
    MoveList,
    ResultBanner,
    SideStrip,
)
from ludens.studio.panels.icon_button import icon_button
from ludens.studio.panels.panel import Panel
from ludens.studio.robots import RobotChoice
from ludens.studio.session import Session
from ludens.studio.status import RunPhase
from ludens.studio.taps import Tap

HINT_BEATS = 30
"""For so many looks at the session a hint stays."""


class BoardPanel(Panel):
    """Click a piece, then one of the marked squares, or drag it: its words are said to the robot.

    While the robot does not listen, a move that was chosen is kept and said as soon as it does: a premove.
    """

    icon = "grid_on"
    period_s = 0.1

    def __init__(self, session: Session, page: StudioPage, robots: RobotChoice) -> None:
        super().__init__(session, page, robots)
        assert page.board is not None
        self._view = page.board
        self.title = page.board.title
        self._tap: Tap | None = None
        self._picture: BoardPicture | None = None
        self._run_number = -1
        self._turned_by_hand = False
        self._ply: int | None = None  # after how many moves the board is looked at; None: as it stands now
        self._premove: BoardMove | None = None
        self._taking: BoardMove | None = None  # a premove of which it has to be said what it takes
        self._refused = 0  # moves that were chosen here and not said
        self._sound = (0, "")
        self._hint, self._hint_beats = "", 0
        self._talk_tap: Tap | None = None
        self._asked: tuple[int, int] | None = None  # for a good move: after how many lines and moves
        self._drawn: tuple[object, ...] = ()

    def build(self) -> None:
        """Tools, one side above and one below the board, then what is going on, and the moves."""
        with ui.row().classes("panel-tools"):
            icon_button("swap_vert", "Look from the other side", self._turn)
            sounds = icon_button("volume_up", "Sounds on or off", lambda: None, mark="sounds")
            sounds.on("click", js_handler="(event) => ludens.switchSounds(event.currentTarget)")
            ui.run_javascript(f"ludens.showSounds({sounds.id})")
            icon_button("download", "The game as a file", self._save)
        rematch = self._rematch if self._view.rematch is not None else None
        with ui.element("div").classes("game"):
            self._above = SideStrip("above")
            with ui.element("div").classes("board-row"):
                self._balance = BalanceBar()
                with ui.element("div").classes("board-stack"):
                    self._board = BoardElement()
                    self._board.on("move", lambda event: self._chosen(event.args))
                    self._board.on("wrong", lambda event: self._chosen(event.args))
                    self._board.on("drop", self._forget_premove)
                    self._banner = ResultBanner(rematch=rematch, save=self._save)
            self._below = SideStrip("below")
            with ui.element("div").classes("board-status"):
                self._sentence = ui.label("The board appears when the robot has looked at it.")
                self._sentence.classes("board-sentence").props('data-testid=board-sentence role="status"')
                with ui.element("div").classes("board-reply") as self._reply:
                    self._reply_words = ui.label("").classes("reply-words").props("data-testid=board-reply")
                    self._answers = ui.element("div").classes("reply-answers")
            self._actions = ActionButtons(self._act, rematch=rematch)
            self._moves = MoveList(self._go_to)
        ui.keyboard(on_key=self._press)

    def watch(self) -> None:
        """Watch the game."""
        self._tap = self.session.taps.tap(self._view.stream)
        self.until_hidden(self._tap.close)
        if self.page.talk is not None:
            self._talk_tap = self.session.taps.tap(self.page.talk.stream)
            self.until_hidden(self._talk_tap.close)

    def update(self) -> None:
        """Show what has changed; say a premove when its time has come."""
        status = self.session.status
        if status.run_number != self._run_number:
            self._run_number = status.run_number
            self._picture, self._ply, self._premove, self._asked = None, None, None, None
        sample = self._tap.newest(self.robots.concerns) if self._tap is not None else None
        if sample is None or not isinstance(sample.value, BoardPicture):
            return
        before, self._picture = self._picture, sample.value
        if before is not None:
            self._hear(before, self._picture)
        if self._premove is not None and self._picture.is_awaited:
            self._say_premove(self._picture, self._premove)
        self._hint_beats = max(0, self._hint_beats - 1)
        self._draw(self._picture)

    def _draw(self, picture: BoardPicture) -> None:
        turned = picture.turned != self._turned_by_hand
        below, above = (1, 0) if turned else (0, 1)
        for strip, side in ((self._above, above), (self._below, below)):
            taken = symbols_svg(picture.sides[side].taken, side=1 - side, symbols=self._view.symbols)
            strip.show(picture.sides[side], taken, self._view.symbols.get(picture.sides[side].places, ""))
        hint = self._hint if self._hint_beats else self._advice(picture)
        own = (self._ply, self._premove, self._taking, self._refused, self._sound)
        look = (turned, hint, self.session.status.phase, own, _without_clocks(picture))
        if look == self._drawn:
            return
        self._drawn = look
        shown = picture if self._ply is None else at_ply(picture, self._ply)
        self._board.show(
            shown,
            symbols=self._view.symbols,
            turned=turned,
            premove=self._premove,
            taking=self._taking,
            answered=picture.heard + self._refused,
            sound=self._sound,
        )
        self._balance.show(picture, turned=turned)
        self._sentence.set_text(self._headline(picture))
        self._show_reply(picture, hint)
        self._actions.show(picture)
        self._moves.show(picture, len(picture.moves) if self._ply is None else self._ply)
        self._banner.show(picture, self._run_number)

    def _headline(self, picture: BoardPicture) -> str:
        if self._ply is not None:
            return f"Looking back: after {self._ply} of {len(picture.moves)} moves. → leads on."
        if self.session.status.phase is RunPhase.PAUSED:
            return "Paused. Space or ▶ goes on."
        if self._premove is not None:
            name = square_name(picture, self._premove.target)
            return f"{picture.sentence} You play to {name} next; a right click takes that back."
        return picture.sentence

    def _show_reply(self, picture: BoardPicture, hint: str) -> None:
        """What the robot has answered or asked, at the board: whoever plays looks there."""
        reply = picture.reply
        kind = "hint" if hint else "empty" if reply is None else reply.manner
        self._reply.classes(replace=f"board-reply {kind}")
        self._reply_words.set_text(hint or ("" if reply is None else reply.text))
        self._answers.clear()
        if reply is not None and not hint:
            with self._answers:
                for answer in reply.answers:
                    button = ui.button(answer, on_click=lambda answer=answer: self._say(answer))
                    button.props("unelevated dense no-caps")

    # ------------------------------------------------------------------ moves

    def _chosen(self, way: Any) -> None:
        """A hand has chosen a move: say it, keep it for later, or have the robot say why it cannot be."""
        picture = self._picture
        if picture is None or not isinstance(way, dict):
            return
        origin, target, takes = (way.get(name) for name in ("origin", "target", "takes"))
        squares = range(len(picture.column_names) * len(picture.row_names))
        if not isinstance(target, int) or target not in squares or not {origin, takes} <= {None, *squares}:
            return
        self._taking, self._hint_beats = None, 0
        for moves in (picture.possible, picture.premoves):
            for move in moves:
                if (move.origin, move.target, move.takes) == (origin, target, takes):
                    self._play(picture, move)
                    return
        words = _words(picture, origin, target, takes)
        if words:
            self._say(words)
        else:
            self._tell_hint("Click one of your own pieces first.")
        self._draw(picture)

    def _play(self, picture: BoardPicture, move: BoardMove) -> None:
        if picture.is_awaited and move in picture.possible:
            self._say(move.words)
        else:
            self._premove = move
            self._refused += 1
        self._draw(picture)

    def _say_premove(self, picture: BoardPicture, wanted: BoardMove) -> None:
        """Say what was chosen before, if it can be made now."""
        self._premove = None
        fitting = [
            move
            for move in picture.possible
            if (move.origin, move.target) == (wanted.origin, wanted.target)
            and wanted.takes in (None, move.takes)
        ]
        if len(fitting) == 1:
            self._say(fitting[0].words)
        elif fitting:
            self._taking = wanted
            self._tell_hint("Click the piece that you take.")
        else:
            self._tell_hint("What you had chosen is not possible any more.")

    def _forget_premove(self) -> None:
        self._premove = None
        if self._picture is not None:
            self._draw(self._picture)

    def _say(self, words: str) -> None:
        status = self.session.status
        if status.why_unheard:
            self._tell_hint(status.why_unheard)
        if status.under_way and status.replay is None:
            self.do(lambda run, robot: self._view.say(run, robot, words))

    def _act(self, words: str) -> None:
        """Say what a button says; what is answered to a wish for a good move is shown at the board, too."""
        picture = self._picture
        if picture is not None and any(
            action.name == "hint" and action.words == words for action in picture.actions
        ):
            self._asked = (self._lines()[-1].number if self._lines() else 0, len(picture.moves))
        self._say(words)

    def _lines(self) -> tuple[Line, ...]:
        sample = self._talk_tap.newest(self.robots.concerns) if self._talk_tap is not None else None
        return sample.value.lines if sample is not None and isinstance(sample.value, Lines) else ()

    def _advice(self, picture: BoardPicture) -> str:
        """The newest answer to a wish for a good move, until something is moved."""
        if self._asked is None or len(picture.moves) != self._asked[1]:
            return ""
        answers = [
            line.text
            for line in self._lines()
            if line.number > self._asked[0] and line.speaker == "robot" and line.audience != "table"
        ]
        return answers[-1] if answers else ""

    def _tell_hint(self, words: str) -> None:
        self._hint, self._hint_beats = words, HINT_BEATS
        self._refused += 1

    # ------------------------------------------------------------------ looking

    def _hear(self, before: BoardPicture, now: BoardPicture) -> None:
        """Let the board sound when something has happened on it."""
        kind = ""
        if now.result and not before.result:
            kind = "end"
        elif len(now.moves) > len(before.moves):
            taken = sum(len(side.taken) for side in now.sides) > sum(len(side.taken) for side in before.sides)
            kind = "check" if now.warned else "capture" if taken else "move"
        elif now.reply is not None and now.reply != before.reply and now.reply.manner == "refusal":
            kind = "refusal"
        if kind:
            self._sound = (self._sound[0] + 1, kind)

    def _go_to(self, ply: int) -> None:
        picture = self._picture
        if picture is not None and len(picture.history) == len(picture.moves):
            self._ply = None if ply >= len(picture.moves) else ply
            self._draw(picture)

    def _press(self, event: Any) -> None:
        """The arrow keys step through the moves."""
        if not event.action.keydown or event.modifiers.ctrl or event.modifiers.meta or event.modifiers.alt:
            return
        steps = {"ArrowLeft": -1, "ArrowRight": 1, "Home": -10_000, "End": 10_000}
        step = steps.get(str(event.key))
        if step is not None:
            self._moves.step(step)

    def _turn(self) -> None:
        self._turned_by_hand = not self._turned_by_hand
        if self._picture is not None:
            self._draw(self._picture)

    def _save(self) -> None:
        if self._picture is not None:
            ui.download.content(self._picture.record, self._picture.file_name)

    def _rematch(self) -> None:
        """Begin another game with the colours changed."""
        picture, view = self._picture, self._view
        if picture is None or view.rematch is None:
            return
        yours = tuple(number for number, side in enumerate(picture.sides) if side.player == "you")
        options = view.rematch(self.session.launch.options, yours)
        self.session.reset(seed=self.session.status.seed + 1, options=options)
        self.session.start()


def _without_clocks(picture: BoardPicture) -> BoardPicture:
    """The picture but for what the strips of both sides show."""
    white, black = (structs.replace(side, used_s=0.0) for side in picture.sides)
    return structs.replace(picture, sides=(white, black))


def _words(picture: BoardPicture, origin: int | None, target: int, takes: int | None) -> str:
    """How a move is said that is not possible; "" where there is no such move at all."""
    places = bool(picture.words.place) and origin in (None, target)
    if origin is None and not any(move.origin == move.target for move in picture.possible):
        return ""
    form = {
        (True, False): picture.words.place,
        (True, True): picture.words.place_takes,
        (False, False): picture.words.step,
        (False, True): picture.words.step_takes,
    }[places, takes is not None]
    names = {"origin": origin, "target": target, "taken": takes}
    return form.format(
        **{name: "" if square is None else square_name(picture, square) for name, square in names.items()}
    )
