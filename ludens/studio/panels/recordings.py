"""Recordings: make one, and play one again."""

from datetime import UTC, datetime

from nicegui import ui

from ludens.studio.panels.icon_button import icon_button
from ludens.studio.panels.panel import Panel
from ludens.studio.recordings import RecordingFile


class RecordingsPanel(Panel):
    """All recordings of the folder, the newest first."""

    title = "Recordings"
    icon = "video_library"
    period_s = 1.0

    def build(self) -> None:
        """A line about the folder, and the list."""
        with ui.row().classes("panel-tools"):
            ui.label(f"in {self.session.recordings.folder}").classes("quiet")
        self._list = ui.element("div").classes("recordings").props("data-testid=recordings")
        self._shown: list[RecordingFile] | None = None
        self._sizes: dict[str, tuple[ui.label, ui.label]] = {}  # of each line, and when it was changed

    def update(self) -> None:
        """Look into the folder."""
        files = self.session.recordings.files()
        if files == self._shown:
            return
        listed = self._shown is not None and [file.name for file in self._shown] == [f.name for f in files]
        self._shown = files
        if listed:  # a line whose recording grows stays where it is, so that a click on it is not lost
            for file in files:
                for label, words in zip(self._sizes[file.name], _size_and_time(file), strict=True):
                    label.set_text(words)
            return
        self._list.clear()
        with self._list:
            for file in files:
                self._line(file)
            if not files:
                ui.label(
                    "Nothing recorded yet. Press Record: a recording begins with the run's start."
                ).classes("empty-words")

    def _line(self, file: RecordingFile) -> None:
        with ui.element("div").classes("recording-line").props(f'data-recording="{file.name}"'):
            icon_button("replay", f"Watch {file.name}", lambda: self.session.replay(file.path))
            ui.label(file.name).classes("recording-name")
            size, changed = _size_and_time(file)
            self._sizes[file.name] = ui.label(size).classes("quiet"), ui.label(changed).classes("quiet")


def _size_and_time(file: RecordingFile) -> tuple[str, str]:
    changed = datetime.fromtimestamp(file.changed_s, UTC)
    return f"{file.size_bytes / 1e6:.1f} MB", f"{changed:%Y-%m-%d %H:%M} UTC"
