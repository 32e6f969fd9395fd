"""A line across the page: why a run has ended, failed or was stopped, or what its start is doing."""

from nicegui import ui

from ludens.studio.panels.panel import Panel
from ludens.studio.status import RunPhase

ICONS = {RunPhase.OVER: "flag", RunPhase.FAILED: "error", RunPhase.PAUSED: "front_hand"}


STARTING_AFTER = 2  # looks at a run that starts, before that is said: most are quicker
LOOK_S = 0.2


class Notice(Panel):
    """Visible only when a run has ended or failed, was stopped, or takes long to start."""

    title = "Notice"
    period_s = LOOK_S

    def build(self) -> None:
        """An icon and a sentence."""
        with ui.element("div").classes("notice") as self._bar:
            self._icon = ui.icon("flag")
            self._words = ui.label("").props("data-testid=notice")
        self._bar.visible = False
        self._looks = 0  # at a run that starts

    def update(self) -> None:
        """Say why the run stands still, or what it is doing before it moves, and for how long already."""
        status = self.session.status
        is_busy = bool(status.doing) and (status.moving or not status.under_way)
        self._looks = self._looks + 1 if is_busy else 0
        starting = self._looks >= STARTING_AFTER
        self._bar.visible = starting or (status.phase in ICONS and bool(status.sentence))
        if self._bar.visible:
            self._bar.classes(replace=f"notice {status.phase.value}")
            self._icon.name = "hourglass_top" if starting else ICONS[status.phase]
            waited_s = self._looks * LOOK_S
            words = f"Starting. {status.doing} {waited_s:.0f} s" if starting else status.sentence
            self._words.set_text(words)
