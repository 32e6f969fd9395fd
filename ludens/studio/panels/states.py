"""What the robot thinks it is doing: its state machine, with the current state, since when and why."""

from nicegui import ui

from ludens.messages import StateReport
from ludens.studio.panels.panel import Panel
from ludens.studio.state_picture import state_svg
from ludens.studio.taps import Tap

SILENT_AFTER_S = 1.0


class StatesPanel(Panel):
    """The newest state report; where there are several machines, one of them is chosen."""

    title = "State"
    icon = "account_tree"

    def build(self) -> None:
        """Choice of machine, its picture, and a sentence."""
        with ui.row().classes("panel-tools"):
            self._choice = ui.select([]).props("dense borderless options-dense").classes("compact-select")
            self._choice.visible = False
        self._picture = ui.html("", sanitize=False).classes("state-frame")
        with ui.row().classes("state-line"):
            self._state = ui.label("").classes("state-name").props("data-testid=state-name")
            self._reason = ui.label("No module reports a state yet.").classes("state-reason")
        self._tap: Tap | None = None
        self._drawn: tuple[object, ...] = ()

    def watch(self) -> None:
        """Watch every state report."""
        self._tap = self.session.taps.tap(f"*{StateReport.__name__}")
        self.until_hidden(self._tap.close)

    def update(self) -> None:
        """Show where the machine is."""
        reports = {
            path: sample.value
            for path, sample in (dict(self._tap.latest) if self._tap is not None else {}).items()
            if isinstance(sample.value, StateReport)
        }
        paths = sorted(reports)
        if paths and paths != self._choice.options:
            value = self._choice.value if self._choice.value in paths else paths[0]
            self._choice.set_options(paths, value=value)
            self._choice.visible = len(paths) > 1
        report = reports.get(self._choice.value)
        if report is None:
            return
        machine = (report.state, report.states, report.transitions)
        if machine != self._drawn:
            self._drawn = machine
            self._picture.set_content(state_svg(report))
        self._state.set_text(report.state)
        self._reason.set_text(self._story(report))

    def _story(self, report: StateReport) -> str:
        now_s = self.session.status.time_s
        silent_s = now_s - report.time_s
        if silent_s > SILENT_AFTER_S:
            return f"was the state {silent_s:.1f} s ago; nothing was heard of it since"
        since = f"for {max(0.0, now_s - report.since_s):.1f} s"
        return f"{since}, because {report.reason}" if report.reason else since
