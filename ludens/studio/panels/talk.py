"""A conversation with the robot: what both said, in bubbles, and a field to type in."""

from nicegui import ui

from ludens.messages.board_picture import Line, Lines
from ludens.studio.page import StudioPage
from ludens.studio.panels.panel import Panel
from ludens.studio.robots import RobotChoice
from ludens.studio.session import Session
from ludens.studio.taps import Tap

SHOWN = 60
"""Bubbles on the page; older ones go."""
LONGEST = 300
"""Characters that are taken."""


class TalkPanel(Panel):
    """New lines are added below; a question stands out until it is answered."""

    icon = "forum"
    period_s = 0.2

    def __init__(self, session: Session, page: StudioPage, robots: RobotChoice) -> None:
        super().__init__(session, page, robots)
        assert page.talk is not None
        self._view = page.talk
        self.title = page.talk.title
        self._tap: Tap | None = None
        self._last = 0  # number of the newest line that is shown
        self._run_number = -1
        self._bubbles: list[ui.element] = []
        self._question: ui.element | None = None

    def build(self) -> None:
        """Bubbles, suggestions, and the field."""
        with ui.element("div").classes("talk"):
            self._list = ui.element("div").classes("talk-lines").props("data-testid=talk")
            with ui.element("div").classes("talk-chips"):
                for words in self._view.suggestions:
                    chip = ui.element("button").classes("layer-chip").props('type="button"')
                    with chip:
                        ui.label(words)
                    chip.on("click", lambda words=words: self.say(words))
            with ui.element("div").classes("talk-field"):
                self._field = ui.input(placeholder=self._view.invitation).classes("talk-input")
                self._field.props(f"dense outlined maxlength={LONGEST} data-testid=talk-input")
                self._field.on("keydown.enter", self._send)
                ui.button(icon="send", on_click=self._send).props("flat round dense").tooltip("Say it")

    def watch(self) -> None:
        """Watch what is said, from the beginning."""
        self._run_number = -1
        self._tap = self.session.taps.tap(self._view.stream)
        self.until_hidden(self._tap.close)

    def update(self) -> None:
        """Add what is new; another run begins with nothing."""
        status = self.session.status
        if status.run_number != self._run_number:
            self._run_number, self._last = status.run_number, 0
            self._list.clear()
            self._bubbles, self._question = [], None
        sample = self._tap.newest(self.robots.concerns) if self._tap is not None else None
        if sample is None or not isinstance(sample.value, Lines):
            return
        new = [line for line in sample.value.lines if line.number > self._last]
        for line in new:
            self._add(line)
        if new:
            self._last = new[-1].number
            ui.run_javascript(f"ludens.scrollToEnd({self._list.id})")

    def _add(self, line: Line) -> None:
        if self._question is not None:
            self._question.classes(remove="open")
            self._question = None
        with self._list, ui.element("div").classes(f"bubble {line.speaker} {line.manner}") as bubble:
            ui.label(line.text).classes("bubble-words")
            minutes, seconds = divmod(int(line.time_s), 60)
            ui.label(f"{minutes}:{seconds:02d}").classes("bubble-time")
        if line.manner == "question":
            bubble.classes(add="open")
            self._question = bubble
        self._bubbles.append(bubble)
        if len(self._bubbles) > SHOWN:
            self._bubbles.pop(0).delete()

    def _send(self) -> None:
        words = str(self._field.value or "").strip()
        self._field.set_value("")
        if words:
            self.say(words)

    def say(self, words: str) -> None:
        """Say something to the robot; a stop that its game does not obey itself stops every robot."""
        if self._view.is_stop is not None and self._view.is_stop(words):
            self.session.halt()
            return
        self.do(lambda run, robot: self._view.say(run, robot, words[:LONGEST]))
