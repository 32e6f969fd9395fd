"""The journal of the session, in sentences: faults, actions of the person, words of the robots."""

from nicegui import ui

from ludens.studio.journal import JournalEntry
from ludens.studio.panels.panel import Panel

SHOWN = 200
ICONS = {"note": "info", "said": "chat_bubble", "highlight": "flag", "fault": "warning", "failure": "error"}


class JournalPanel(Panel):
    """The journal, the newest first."""

    title = "Log"
    icon = "receipt_long"
    period_s = 0.5

    def build(self) -> None:
        """An empty list."""
        self._list = ui.column().classes("journal").props("data-testid=journal")
        self._last = 0

    def update(self) -> None:
        """Put new sentences on top."""
        with self._list:
            for entry in self.session.journal.since(self._last)[-SHOWN:]:
                _line(entry).move(target_index=0)
                self._last = entry.number
        for old in list(self._list.default_slot.children)[SHOWN:]:
            old.delete()


def _line(entry: JournalEntry) -> ui.element:
    with ui.element("div").classes(f"journal-line {entry.kind}") as line:
        ui.label(f"{entry.time_s:.2f} s").classes("journal-time")
        ui.icon(ICONS[entry.kind]).classes("journal-icon")
        with ui.element("div").classes("journal-words"):
            if entry.where:
                ui.label(entry.where).classes("journal-where")
            ui.label(entry.sentence)
            if entry.detail:
                with ui.expansion("More").props("dense").classes("journal-more"):
                    ui.label(entry.detail).classes("journal-detail")
    return line
