"""Lines across the page: why a run has ended, failed or was stopped, and the time bar of a replay."""

from nicegui import ui

from ludens.studio.panels.panel import Panel
from ludens.studio.status import RunPhase

ICONS = {RunPhase.OVER: "flag", RunPhase.FAILED: "error", RunPhase.PAUSED: "front_hand"}


STARTING = "Starting: the first time, code is compiled for this computer, which takes a minute or two."
STARTED_S = 0.1
STARTING_AFTER = 10  # looks at a clock that stands, before that is said


class Notice(Panel):
    """Visible only when a run has ended or failed, was stopped, or takes long to start."""

    title = "Notice"
    period_s = 0.2

    def build(self) -> None:
        """An icon and a sentence."""
        with ui.element("div").classes("notice") as self._bar:
            self._icon = ui.icon("flag")
            self._words = ui.label("").props("data-testid=notice")
        self._bar.visible = False
        self._stood = 0  # how often the clock of a run that should move was seen to stand at its start

    def update(self) -> None:
        """Say why the run stands still."""
        status = self.session.status
        self._stood = self._stood + 1 if status.moving and status.time_s < STARTED_S else 0
        starting = self._stood >= STARTING_AFTER
        self._bar.visible = starting or (status.phase in ICONS and bool(status.sentence))
        if self._bar.visible:
            self._bar.classes(replace=f"notice {status.phase.value}")
            self._icon.name = "hourglass_top" if starting else ICONS[status.phase]
            self._words.set_text(STARTING if starting else status.sentence)


class ReplayBar(Panel):
    """Visible only while a recording is played."""

    title = "Replay"

    def build(self) -> None:
        """Name, time bar, way back."""
        with ui.element("div").classes("replay-bar").props("data-testid=replay-bar") as self._bar:
            ui.icon("replay")
            self._name = ui.label("").classes("recording-name")
            self._now = ui.label("").classes("clock")
            self._slider = (
                ui.slider(min=0, max=1, step=0.1)
                .props("dense")
                .classes("time-bar")
                .props("data-testid=time-bar")
            )
            self._slider.on("update:model-value", lambda event: self._hold(event.args))
            self._slider.on("change", lambda event: self._let_go(event.args))
            self._length = ui.label("").classes("clock")
            ui.button("Back to the game", icon="logout", on_click=self.session.leave_replay).props(
                "flat dense no-caps"
            ).props("data-testid=leave-replay")
        self._bar.visible = False
        self._held_s: float | None = None  # where the hand is, from press to release

    def update(self) -> None:
        """Follow the replay, unless the person holds the bar."""
        status = self.session.status
        self._bar.visible = status.replay is not None
        if status.replay is None or status.duration_s is None:
            return
        self._name.set_text(status.replay.stem)
        self._slider.props(f"max={status.duration_s:.1f}")
        self._length.set_text(f"{status.duration_s:.1f} s")
        seeking = " …" if status.phase is RunPhase.SEEKING else ""
        self._now.set_text(f"{status.time_s:.1f} s{seeking}")
        if self._held_s is None:
            self._slider.set_value(round(status.time_s, 1))

    def _hold(self, time_s: float) -> None:
        self._held_s = time_s

    def _let_go(self, time_s: float) -> None:
        # A value that was on its way while the hand pressed has moved the bar in the browser, which then
        # sends that value at the release. What the hand itself chose came before.
        self.session.seek(time_s if self._held_s is None else self._held_s)
        self._held_s = None
