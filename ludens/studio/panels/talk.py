"""A conversation with the robot: what both said, in bubbles, and ways to answer: typed, clicked, spoken."""

import base64
import binascii
import json
import re
from collections import deque
from threading import Thread
from typing import Any

from nicegui import run as background
from nicegui import ui

from ludens.core.errors import LudensError
from ludens.core.runtime.run import Run
from ludens.messages.board_picture import Line, Lines
from ludens.messages.speech import Hypothesis, Utterance
from ludens.studio.page import StudioPage
from ludens.studio.panels.icon_button import icon_button
from ludens.studio.panels.panel import Panel
from ludens.studio.robots import RobotChoice
from ludens.studio.session import Session
from ludens.studio.taps import Tap

SHOWN = 60
"""Bubbles on the page; older ones go."""
LONGEST = 300
"""Characters that are taken."""
LONGEST_SOUND = 400_000
"""Bytes of speech that are taken: twelve seconds."""
FOR_TABLE = "for the person at the table"
VOICES = {"off": "silent", "browser": "this browser speaks", "machine": "this computer speaks"}


def as_written(words: str) -> str:
    """What can be said, as a sentence begins: hearing knows small letters only."""
    words = re.sub(r"\bi\b", "I", words)
    return words[:1].upper() + words[1:]


class TalkPanel(Panel):
    """New lines are added below; a question stands out until it is answered.

    What is said to whoever is at the simulated table looks different from what is said to whoever looks at
    the page.
    """

    icon = "forum"
    period_s = 0.1

    def __init__(self, session: Session, page: StudioPage, robots: RobotChoice) -> None:
        super().__init__(session, page, robots)
        assert page.talk is not None
        self._view = page.talk
        self.title = page.talk.title
        self._tap: Tap | None = None
        self._last = 0  # number of the newest line that is shown
        self._run_number = -1
        self._bubbles: list[ui.element] = []
        self._open: ui.element | None = None  # that waits for an answer
        self._suggestions: tuple[str, ...] = ()
        self._language = self._voice = "en"
        self._speaks = "off"
        self._notes: deque[str] = deque()  # what the studio itself has to say

    def build(self) -> None:
        """Bubbles, suggestions, the robot's buttons, and the field."""
        with ui.element("div").classes("talk"):
            self._list = ui.element("div").classes("talk-lines").props('data-testid=talk role="log"')
            self._chips = ui.element("div").classes("talk-chips")
            if self._view.buttons:
                with ui.element("div").classes("robot-buttons"):
                    for name in self._view.buttons:
                        self._robot_button(name)
            if self._view.speech is not None:
                self._note = ui.label("").classes("voice-note").props("data-testid=voice-note")
                with ui.element("div").classes("voice-level") as self._level:
                    ui.element("i")
            with ui.element("div").classes("talk-field"):
                self._field = ui.input(placeholder=self._view.invitation).classes("talk-input")
                self._field.props(f"dense outlined maxlength={LONGEST} data-testid=talk-input")
                self._field.props('aria-label="Say something to the robot"')
                self._field.on("keydown.enter", self._send)
                icon_button("send", "Say it", self._send)
                if self._view.speech is not None:
                    self._build_speech()

    def _build_speech(self) -> None:
        microphone = icon_button("mic", "Hold to speak (or hold V)", lambda: None, mark="microphone")
        microphone.on("spoken", self._hear, js_handler="(event) => emit(event.detail)")
        ui.run_javascript(f"ludens.makeMicrophone({microphone.id}, {self._level.id}, {self._note.id})")
        speaker = icon_button("record_voice_over", "Who speaks the robot's words", lambda: None, mark="voice")
        with speaker, ui.menu():
            for kind, words in VOICES.items():
                ui.menu_item(words.capitalize(), lambda kind=kind: self._choose_voice(kind))

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
            self._bubbles, self._open = [], None
        while self._notes:
            self._tell(self._notes.popleft())
        sample = self._tap.newest(self.robots.concerns) if self._tap is not None else None
        if sample is None or not isinstance(sample.value, Lines):
            return
        self._language, self._voice = sample.value.language, sample.value.voice
        self._suggest(sample.value.suggestions)
        is_fresh = self._last > 0  # else all of it was said before anybody looked
        new = [line for line in sample.value.lines if line.number > self._last]
        for line in new:
            self._add(line)
            if is_fresh and line.speaker == "robot" and line.audience != "table":
                self._speak(line.text)
        if new:
            self._last = new[-1].number
            ui.run_javascript(f"ludens.scrollToEnd({self._list.id})")

    def _suggest(self, words: tuple[str, ...]) -> None:
        if words == self._suggestions:
            return
        self._suggestions = words
        self._chips.clear()
        with self._chips:
            for text in words:
                self._chip(text)

    def _chip(self, words: str) -> None:
        chip = ui.element("button").classes("layer-chip").props('type="button"')
        with chip:
            ui.label(as_written(words))
        chip.on("click", lambda: self.say(words))

    def _robot_button(self, name: str) -> None:
        button = self._view.buttons[name]
        made = ui.button(button.label, icon=button.icon, on_click=lambda: self.do(button.action))
        made.props(f'outline dense no-caps size=sm data-robot-button="{name}"').classes("remote-button")
        if button.hint:
            made.tooltip(button.hint)

    def _add(self, line: Line) -> None:
        if self._open is not None:
            self._open.classes(remove="open")
            self._open = None
        is_for_table = line.speaker == "robot" and line.audience == "table"
        kind = f"bubble {line.speaker} {line.manner}{' to-table' if is_for_table else ''}"
        with self._list, ui.element("div").classes(kind) as bubble:
            if is_for_table and line.manner in ("plea", "refusal"):
                with ui.element("div").classes("bubble-for"):
                    ui.icon("person")
                    ui.label(FOR_TABLE)
            ui.label(line.text).classes("bubble-words")
            self._answers(line, is_for_table=is_for_table)
            minutes, seconds = divmod(int(line.time_s), 60)
            ui.label(f"{minutes}:{seconds:02d}").classes("bubble-time")
        if line.manner == "question" or (line.manner == "plea" and not is_for_table):
            bubble.classes(add="open")
            self._open = bubble
        self._keep(bubble)

    def _answers(self, line: Line, *, is_for_table: bool) -> None:
        """Buttons below a line: what one can say to it, or the robot's own that answers it."""
        has_button = line.button in self._view.buttons and not is_for_table
        if not line.answers and not has_button:
            return
        with ui.element("div").classes("bubble-answers"):
            for answer in line.answers:
                self._chip(answer)
            if has_button:
                self._robot_button(line.button)

    def _keep(self, bubble: ui.element) -> None:
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
        if self._stops((Hypothesis(words),)):
            return
        why_not = self.session.status.why_unheard
        if why_not:
            self._notes.append(why_not)
        self.do(lambda run, robot: self._note_result(self._view.say(run, robot, words[:LONGEST])))

    def _stops(self, hypotheses: tuple[Hypothesis, ...]) -> bool:
        """Stop every robot if that was said and the game does not obey it itself."""
        is_stop = self._view.is_stop is not None and self._view.is_stop(hypotheses)
        if is_stop:
            self.session.halt()
        return is_stop

    def _note_result(self, sentence: str | None) -> None:
        """Show what the game itself answers; the robot's own words come by its stream."""
        if sentence:
            self._notes.append(sentence)

    def _tell(self, words: str) -> None:
        with self._list, ui.element("div").classes("bubble studio") as bubble:
            ui.label(words).classes("bubble-words")
        self._keep(bubble)
        ui.run_javascript(f"ludens.scrollToEnd({self._list.id})")

    # ------------------------------------------------------------------ speech

    async def _hear(self, event: Any) -> None:
        """Recognise what was said into the browser's microphone, and let the robot hear it."""
        speech = self._view.speech
        sound = event.args if isinstance(event.args, dict) else {}
        if speech is None:
            return
        try:
            samples = base64.b64decode(str(sound.get("samples", ""))[: 2 * LONGEST_SOUND], validate=True)
            rate_hz = int(sound.get("rate", 0))
            if not 8000 <= rate_hz <= 96000:
                raise LudensError("The browser's sound cannot be understood.")
        except (binascii.Error, TypeError, ValueError, LudensError) as error:
            self._note.set_text(str(error))
            return
        self._note.set_text("Listening to what you said …")
        try:
            said = await background.io_bound(speech.hear, samples[:LONGEST_SOUND], rate_hz, self._language)
        except LudensError as error:
            self._note.set_text(str(error))
            return
        self._note.set_text("")
        if said is not None:  # the studio is not being closed
            self.say_heard(said)

    def say_heard(self, said: Utterance) -> None:
        """Let the robot hear what was spoken; a stop is one as if it were typed."""
        if self._view.speech is None or self._stops(said.hypotheses):
            return
        hand_over = self._view.speech.hand
        why_not = self.session.status.why_unheard
        if why_not:
            self._notes.append(why_not)

        def hand(run: Run, robot: str) -> None:
            self._note_result(hand_over(run, robot, said))

        self.do(hand)

    def _choose_voice(self, kind: str) -> None:
        self._speaks = kind
        ui.run_javascript(
            f"ludens.chooseVoice({json.dumps(kind)}, {json.dumps(self._voice)}, {self._note.id})"
        )

    def _speak(self, text: str) -> None:
        if self._speaks == "browser":
            ui.run_javascript(f"ludens.speak({json.dumps(text)}, {json.dumps(self._voice)})")
        elif self._speaks == "machine":
            Thread(target=self._machine_speaks, args=(text,), daemon=True).start()

    def _machine_speaks(self, text: str) -> None:
        assert self._view.speech is not None
        try:
            self._view.speech.speak(text, self._voice)
        except LudensError as error:
            self._speaks = "off"
            self._notes.append(str(error))
