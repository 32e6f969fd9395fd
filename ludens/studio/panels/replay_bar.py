"""The time bar of a recording that is played."""

from collections.abc import Callable, Sequence
from pathlib import Path

from nicegui import ui
from nicegui.events import GenericEventArguments

from ludens.core.errors import LudensError
from ludens.messages.highlight import Highlight
from ludens.studio.panels.panel import Panel
from ludens.studio.recorded_run import highlights_of
from ludens.studio.status import RunPhase

STATIC = Path(__file__).parents[1] / "web" / "static"
MOST_MARKS = 400


class TimeBar(ui.element, component=STATIC / "time_bar.js"):
    """All of a recording's time: pictures, marks, and where it is; told where a hand wants to be."""

    def __init__(self, seek: Callable[[float], None]) -> None:
        super().__init__()
        self._seek = seek
        self._props |= {"duration": 0.0, "now": 0.0, "marks": [], "recording": ""}
        self.on("seek", self._wanted)

    def load(self, recording: str, duration_s: float, highlights: Sequence[tuple[float, Highlight]]) -> None:
        """Show another recording."""
        self._props["recording"], self._props["duration"] = recording, round(duration_s, 2)
        self._props["marks"] = [
            {"time_s": round(time_s, 2), "kind": highlight.kind, "words": highlight.words}
            for time_s, highlight in highlights[:MOST_MARKS]
        ]
        self.update()

    def go_to(self, time_s: float) -> None:
        """Show where it is."""
        if self._props["now"] != round(time_s, 1):
            self._props["now"] = round(time_s, 1)
            self.update()

    def _wanted(self, event: GenericEventArguments) -> None:
        if isinstance(event.args, (int, float)):
            self._seek(float(event.args))


class ReplayBar(Panel):
    """Visible only while a recording is played."""

    title = "Replay"

    def build(self) -> None:
        """Name, time bar, way back."""
        with ui.element("div").classes("replay-bar").props("data-testid=replay-bar") as self._bar:
            ui.icon("replay")
            self._name = ui.label("").classes("recording-name")
            self._now = ui.label("").classes("clock")
            self._time_bar = TimeBar(self.session.seek).props("data-testid=time-bar")
            self._length = ui.label("").classes("clock")
            self._again = ui.switch("Run modules again", on_change=lambda event: self._choose(event.value))
            self._again.props("dense data-testid=runs-again")
            with self._again:
                ui.tooltip(
                    "Off: as it was recorded; any highlight is there at once. On: the modules work again on "
                    "what was delivered, with the parameters of now; a jump takes its time."
                )
            ui.button("Back to the game", icon="logout", on_click=self.session.leave_replay).props(
                "flat dense no-caps"
            ).props("data-testid=leave-replay")
        self._bar.visible = False
        self._loaded: Path | None = None

    def update(self) -> None:
        """Follow the replay."""
        status = self.session.status
        self._bar.visible = status.replay is not None
        if status.replay is None or status.duration_s is None:
            self._loaded = None
            return
        if status.replay != self._loaded:
            self._load(status.replay, status.duration_s)
        seeking = " …" if status.phase is RunPhase.SEEKING else ""
        self._now.set_text(f"{status.time_s:.1f} s{seeking}")
        self._time_bar.go_to(status.time_s)
        if self._again.value != status.runs_again:
            self._again.set_value(status.runs_again)

    def _load(self, path: Path, duration_s: float) -> None:
        recording = self.session.recording
        if recording is None:
            return
        self._loaded = path
        self._name.set_text(path.stem)
        length = f"{duration_s:.1f} s"
        self._length.set_text(length)
        # The bar stays where it is while the clock before it has more figures, or looks for a moment.
        self._now.style(f"min-width: {len(length) + 2}ch; text-align: right")
        try:
            highlights = highlights_of(recording)
        except LudensError:  # a damaged part is told when it is played
            highlights = []
        self._time_bar.load(path.name, duration_s, highlights)

    def _choose(self, again: bool) -> None:
        if again != self.session.status.runs_again:
            self.session.run_again(again)
