"""The header: start and end, time and speed, seed, recording, the game's own figures and buttons."""

import math
from dataclasses import asdict
from typing import Any

from nicegui import ui
from nicegui.events import KeyEventArguments

from ludens.core.configuration import Configuration
from ludens.core.contract.setup import Section
from ludens.studio.panels.field_editor import FieldEditor
from ludens.studio.panels.panel import Panel
from ludens.studio.session import Session
from ludens.studio.status import RunPhase, Status
from ludens.studio.taps import FigureReader

SPEEDS: dict[float, str] = {
    0.25: "0.25×",
    0.5: "0.5×",
    1.0: "1×",
    2.0: "2×",
    4.0: "4×",
    math.inf: "max",
}
_FASTEST = 0.0  # the browser knows no infinity: the list says 0 for it


class ControlsPanel(Panel):
    """Everything that steers the run."""

    title = "Controls"

    def build(self) -> None:
        """One row."""
        with ui.row().classes("controls"):
            self._play = _button("play_arrow", "Start or pause (space)", self._start_or_pause, mark="start")
            self._play.props(remove="flat").props("unelevated color=primary")
            _button(
                "photo_camera",
                "Step to the next camera image (.)",
                lambda: self._step("camera"),
                mark="step-camera",
            )
            _button("skip_next", "Step one body cycle", lambda: self._step("body"), mark="step-body")
            _button("restart_alt", "Reset: the same run again (r)", self.session.reset, mark="reset")
            _button("casino", "Reset with the next seed", self._next_seed, mark="new-seed")
            _button(
                "power_settings_new",
                "End the run: robots at rest, recording closed",
                self.session.end,
                mark="end",
            )
            _button(
                "settings", "New run with other options …", lambda: open_new_run(self.session), mark="new-run"
            )
        ui.keyboard(on_key=self._press)
        with ui.element("div").classes("clock-box"):
            self._time = ui.label("0.0 s").classes("clock").props("data-testid=time")
            self._phase = ui.label("").classes("phase").props("data-testid=phase")
        self._shown_speed = 1.0
        self._speeds = {_FASTEST if math.isinf(speed) else speed: label for speed, label in SPEEDS.items()}
        self._speed = ui.select(
            self._speeds, value=self._shown_speed, on_change=lambda event: self._set_speed(event.value)
        )
        self._speed.props("dense borderless options-dense").classes("speed").props("data-testid=speed")
        with self._speed:
            self._achieved = ui.tooltip("")
        self._record = ui.button("Record", icon="fiber_manual_record", on_click=self._toggle_recording)
        self._record.props("flat dense no-caps").props("data-testid=record")
        with self._record:
            self._record_hint = ui.tooltip("")
        # A scoreboard says them larger.
        figures = () if self.page.scoreboard else self.page.figures
        self._figures = [(figure, ui.label("").classes("figure")) for figure in figures]
        for button in self.page.buttons:
            _game_button(button.label, button.icon, button.hint, lambda action=button.action: self.do(action))

    def watch(self) -> None:
        """Watch what the figures need."""
        self._reader = FigureReader(self.session.taps, [figure for figure, _ in self._figures])
        self.until_hidden(self._reader.close)

    def update(self) -> None:
        """Say where the run is."""
        status = self.session.status
        playing = status.moving
        self._play.props(f"icon={'pause' if playing else 'play_arrow'}")
        self._time.set_text(f"{status.time_s:.1f} s")
        self._phase.set_text(f"{status.phase.value} · seed {status.seed}")
        self._phase.classes(replace=f"phase {status.phase.value}")
        self._achieved.set_text(f"Speed; achieved {status.achieved_speed:.2f}×" if playing else "Speed")
        if status.speed != self._shown_speed:  # else the list may hold a choice that is on its way
            self._shown_speed = status.speed
            self._show_speed(_FASTEST if math.isinf(status.speed) else status.speed)
        self._show_recording(status)
        for (_, label), text in zip(self._figures, self._reader.texts(self.robots.concerns), strict=True):
            label.set_text(text)

    def _show_speed(self, speed: float) -> None:
        """The command line may have chosen a speed that is not in the list."""
        if speed not in self._speeds:
            self._speeds[speed] = f"{speed:g}×"
            self._speed.set_options(self._speeds)
        self._speed.set_value(speed)

    def _show_recording(self, status: Status) -> None:
        recording = status.recording is not None
        armed = status.record_next and not recording
        begun = status.phase in (RunPhase.RUNNING, RunPhase.PAUSED, RunPhase.SEEKING)
        if recording:
            words, hint = "Stop recording", f"Recording {status.recording.name if status.recording else ''}"
        elif armed:
            words, hint = "Will record", "The next run is recorded from its start"
        elif begun:
            words, hint = "Record (restarts)", "A recording begins with a run's start: this run begins again"
        else:
            words, hint = "Record", "Record the next run from its start"
        self._record.set_text(words)
        self._record_hint.set_text(hint)
        self._record.props(f"color={'negative' if recording or armed else 'grey-7'}")

    def _start_or_pause(self) -> None:
        if self.session.status.moving:
            self.session.pause()
        else:
            self.session.start()

    def _press(self, event: KeyEventArguments) -> None:
        """Keys work where nobody types: space starts and pauses, a full stop steps, r resets."""
        if not event.action.keydown or event.modifiers.ctrl or event.modifiers.meta or event.modifiers.alt:
            return
        if event.key == " " and not event.action.repeat:
            self._start_or_pause()
        elif event.key == ".":
            self._step("camera")
        elif event.key == "r" and not event.action.repeat:
            self.session.reset()

    def _step(self, source: str) -> None:
        self.session.step(source)

    def _next_seed(self) -> None:
        self.session.reset(seed=self.session.status.seed + 1)

    def _set_speed(self, value: float) -> None:
        speed = math.inf if value == _FASTEST else value
        if speed != self.session.status.speed:
            self.session.set_speed(speed)

    def _toggle_recording(self) -> None:
        status = self.session.status
        self.session.record(not (status.recording is not None or status.record_next))


def _button(icon: str, hint: str, on_click: Any, *, mark: str) -> ui.button:
    button = (
        ui.button(icon=icon, on_click=lambda: on_click())
        .props("flat round dense")
        .props(f"data-testid={mark}")
    )
    button.props(f'aria-label="{hint}"')
    with button:
        ui.tooltip(hint)
    return button


def _game_button(label: str, icon: str, hint: str, on_click: Any) -> None:
    with ui.button(label, icon=icon, on_click=lambda: on_click()).props("outline dense no-caps"):
        if hint:
            ui.tooltip(hint)


SECTION = "world"


def open_new_run(session: Session) -> None:
    """Ask for seed and options, with the present ones filled in; options are checked like parameters."""
    options = session.launch.options
    draft = Configuration([Section("", SECTION, type(options), asdict(options))])
    with ui.dialog() as dialog, ui.card().classes("new-run-card"):
        ui.label("New run").classes("dialog-title")
        seed = ui.number("Seed", value=session.status.seed, format="%d", min=0, precision=0)
        seed.props("dense outlined").props("data-testid=new-run-seed")
        with ui.element("div").classes("new-run-fields"):
            for field in draft.fields():
                FieldEditor(draft, field)

        def begin() -> None:
            wanted: Any = draft.parameters(SECTION)
            session.reset(seed=int(seed.value or 0), options=wanted)
            dialog.close()

        with ui.row().classes("dialog-buttons"):
            ui.button("Begin", icon="play_arrow", on_click=begin).props("unelevated no-caps").props(
                "data-testid=new-run-begin"
            )
            ui.button("Cancel", on_click=dialog.close).props("flat no-caps")
    dialog.on("hide", dialog.delete)
    dialog.open()
