"""All joints of a robot: where each stands within its limits, what it draws, how warm it is, how stiff."""

from nicegui import ui

from ludens.studio.joint_picture import joints_html
from ludens.studio.panels.panel import Panel
from ludens.studio.taps import Tap


class JointsPanel(Panel):
    """A picture of the newest reading."""

    title = "Joints"
    icon = "precision_manufacturing"
    period_s = 0.2

    def build(self) -> None:
        """An empty frame."""
        self._picture = ui.html("", sanitize=False).classes("joints-frame").props("data-testid=joints")
        self._tap: Tap | None = None

    def watch(self) -> None:
        """Watch the readings."""
        assert self.page.joints is not None
        self._tap = self.session.taps.tap(self.page.joints.stream)
        self.until_hidden(self._tap.close)

    def update(self) -> None:
        """Draw anew."""
        sample = self._tap.newest() if self._tap is not None else None
        view = self.page.joints
        if sample is not None and view is not None:
            self._picture.set_content(joints_html(sample.value, view))
