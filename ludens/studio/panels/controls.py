"""The header: start and end, time and speed, seed, recording, the game's own figures and buttons."""

import math
from functools import partial
from typing import Any

from nicegui import ui
from nicegui.events import KeyEventArguments

from ludens.studio.page import StudioPage
from ludens.studio.panels.icon_button import icon_button
from ludens.studio.panels.new_run import Begin, ask_and_begin
from ludens.studio.panels.panel import Panel
from ludens.studio.robots import RobotChoice
from ludens.studio.session import Session
from ludens.studio.status import Status
from ludens.studio.taps import FigureReader

SPEEDS: dict[float, str] = {
    0.25: "0.25×",
    0.5: "0.5×",
    1.0: "1×",
    2.0: "2×",
    4.0: "4×",
    math.inf: "max",
}
END = "End the run: robots at rest, recording closed"
KEEPS_UP = 0.9  # of the wanted speed
_FASTEST = 0.0  # the browser knows no infinity: the list says 0 for it


class ControlsPanel(Panel):
    """Everything that steers the run."""

    title = "Controls"

    def __init__(self, session: Session, page: StudioPage, robots: RobotChoice, begin: Begin) -> None:
        super().__init__(session, page, robots)
        self._begin = begin  # a run with other options

    def build(self) -> None:
        """One row."""
        with ui.row().classes("controls"):
            self._play = icon_button(
                "play_arrow", "Start or pause (space)", self._start_or_pause, mark="start"
            )
            self._play.props(remove="flat").props("unelevated color=primary")
            icon_button("restart_alt", "Reset: the same run again (r)", self.session.reset, mark="reset")
            icon_button("settings", "New run with other options …", self._ask, mark="new-run")
            with ui.element("div").classes("rare-controls"):
                step = partial(self._step, "camera")
                icon_button("skip_next", "Step to the next camera image (.)", step, mark="step-camera")
                step = partial(self._step, "body")
                icon_button("navigate_next", "Step one body cycle", step, mark="step-body")
                icon_button("casino", "Reset with the next seed", self._next_seed, mark="new-seed")
                icon_button("power_settings_new", END, self._ask_to_end, mark="end")
            more = icon_button("more_vert", "More controls", lambda: None, mark="more").classes("more-button")
            more.on("click", js_handler="(event) => ludens.openHeader(event.currentTarget)")
        ui.keyboard(on_key=self._press)
        with ui.element("div").classes("clock-box"):
            self._time = ui.label("0.0 s").classes("clock").props("data-testid=time")
            self._phase = ui.label("").classes("phase").props("data-testid=phase")
        self._shown_speed = 1.0
        self._speeds = {_FASTEST if math.isinf(speed) else speed: label for speed, label in SPEEDS.items()}
        with ui.element("div").classes("speed-box"):
            self._speed = ui.select(
                self._speeds, value=self._shown_speed, on_change=lambda event: self._set_speed(event.value)
            )
            self._speed.props("dense borderless options-dense").classes("speed").props("data-testid=speed")
            with self._speed:
                self._achieved = ui.tooltip("")
            self._reached = ui.label("").classes("speed-reached").props("data-testid=speed-reached")
        self._record = ui.button("Record", icon="fiber_manual_record", on_click=self._toggle_recording)
        self._record.props("flat dense no-caps").props("data-testid=record").classes("record-button")
        with self._record:
            self._record_hint = ui.tooltip("")
        # A scoreboard says them larger.
        figures = () if self.page.scoreboard else self.page.figures
        with ui.element("div").classes("figures"):
            self._figures = [(figure, ui.label("").classes("figure")) for figure in figures]
        with ui.element("div").classes("game-buttons"):
            for button in self.page.buttons:
                _game_button(button.label, button.icon, button.hint, partial(self.do, button.action))

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
        # Said where the computer cannot keep up, or nobody can know: at full speed.
        falls_behind = playing and 0.0 < status.achieved_speed < KEEPS_UP * status.speed
        self._reached.set_text(f"reaches {_times(status.achieved_speed)}" if falls_behind else "")
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
        self._record.visible = recording or status.replay is None  # of a recording none is made
        armed = status.record_next and not recording
        if recording:
            words, hint = "Stop recording", f"Recording {status.recording.name if status.recording else ''}"
        elif armed:
            words, hint = "Will record", "The next run is recorded from its start"
        elif status.under_way:
            words, hint = "Record (restarts)", "A recording begins with a run's start: this run begins again"
        else:
            words, hint = "Record", "Record the next run from its start"
        self._record.set_text(words)
        self._record_hint.set_text(hint)
        self._record.props(f"color={'negative' if recording or armed else 'grey-7'}")

    def _ask_to_end(self) -> None:
        """End the run, if it is meant so: whatever is going on cannot be taken up again."""
        if not self.session.status.under_way:
            return
        with ui.dialog() as dialog, ui.card():

            def end_it() -> None:
                dialog.close()
                self.session.end()

            ui.label("End this run?").classes("dialog-title")
            ui.label("Robots come to rest, and the recording is closed. It cannot go on from here.")
            with ui.row().classes("dialog-buttons"):
                ui.button("Go on", on_click=dialog.close).props("flat no-caps")
                end = ui.button("End it", on_click=end_it)
                end.props("unelevated no-caps color=negative data-testid=end-surely")
        dialog.on("hide", dialog.delete)
        dialog.open()

    def _ask(self) -> None:
        launch = self.session.launch
        ask_and_begin(
            "New run",
            options=launch.options,
            questions=self.page.questions,
            seed=self.session.status.seed,
            check=launch.game.setup_for,
            begin=self._begin,
        )

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


def _times(speed: float) -> str:
    """A speed as people write it: 0.28×, 3.1×, 120×."""
    return f"{speed:.2g}×" if speed < 10 else f"{speed:.0f}×"


def _game_button(label: str, icon: str, hint: str, on_click: Any) -> None:
    with ui.button(label, icon=icon, on_click=lambda: on_click()).props("outline dense no-caps"):
        ui.tooltip(hint or label)
