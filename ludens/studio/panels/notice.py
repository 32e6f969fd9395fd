"""A line across the page when the run has ended or failed: why, for those who come later too."""

from nicegui import ui

from ludens.studio.panels.panel import Panel
from ludens.studio.status import RunPhase

ICONS = {RunPhase.OVER: "flag", RunPhase.FAILED: "error"}


class Notice(Panel):
    """In sight only when there is something to say."""

    title = "Notice"
    period_s = 0.2

    def build(self) -> None:
        """An icon and a sentence."""
        with ui.element("div").classes("notice") as self._bar:
            self._icon = ui.icon("flag")
            self._words = ui.label("").props("data-testid=notice")
        self._bar.visible = False

    def update(self) -> None:
        """Say why the run stands still."""
        status = self.session.status
        self._bar.visible = status.phase in ICONS and bool(status.sentence)
        if self._bar.visible:
            self._bar.classes(replace=f"notice {status.phase.value}")
            self._icon.name = ICONS[status.phase]
            self._words.set_text(status.sentence)
