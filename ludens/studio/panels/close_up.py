"""One drawing of a module, seen from near: how a robot stands on its feet."""

from nicegui import ui

from ludens.messages import Drawing
from ludens.studio.map_picture import close_up_svg
from ludens.studio.page import StudioPage
from ludens.studio.panels.panel import Panel
from ludens.studio.session import Session
from ludens.studio.taps import Tap


class CloseUpPanel(Panel):
    """The newest drawing of one stream."""

    icon = "center_focus_weak"

    def __init__(self, session: Session, page: StudioPage) -> None:
        super().__init__(session, page)
        assert page.close_up is not None
        self._view = page.close_up
        self.title = page.close_up.title

    def build(self) -> None:
        """Picture and legend."""
        self._picture = (
            ui.html("", sanitize=False).classes("map-frame close-up").props("data-testid=close-up")
        )
        with ui.row().classes("layer-chips"):
            for colour, words in self._view.legend:
                with ui.element("span").classes("layer-chip still"):
                    ui.element("span").classes("swatch").style(f"background: {colour}")
                    ui.label(words)
        self._tap: Tap | None = None

    def watch(self) -> None:
        """Watch the drawing."""
        self._tap = self.session.taps.tap(self._view.stream)
        self.until_hidden(self._tap.close)

    def update(self) -> None:
        """Draw anew."""
        sample = self._tap.newest() if self._tap is not None else None
        if sample is not None and isinstance(sample.value, Drawing):
            self._picture.set_content(close_up_svg(sample.value, radius_m=self._view.radius_m))
