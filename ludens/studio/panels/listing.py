"""A list with columns that a game publishes: who plays, what was said."""

from html import escape

from nicegui import ui

from ludens.messages.listing import Listing, ListingRow
from ludens.studio.page import ListingView, StudioPage
from ludens.studio.panels.panel import Panel
from ludens.studio.robots import RobotChoice
from ludens.studio.session import Session
from ludens.studio.taps import Tap


class ListingPanel(Panel):
    """The first list of the page; the chosen robot's line is marked."""

    period_s = 0.3
    place = 0

    def __init__(self, session: Session, page: StudioPage, robots: RobotChoice) -> None:
        super().__init__(session, page, robots)
        self._view: ListingView = page.listings[self.place]
        self.title, self.icon = self._view.title, self._view.icon
        self._tap: Tap | None = None
        self._shown = ""

    def build(self) -> None:
        """Nothing but the list."""
        self._list = (
            ui.html("", sanitize=False).classes("listing").props(f'data-testid="listing-{self.place}"')
        )

    def watch(self) -> None:
        """Watch the stream."""
        self._tap = self.session.taps.tap(self._view.stream)
        self.until_hidden(self._tap.close)

    def update(self) -> None:
        """Show the newest list."""
        sample = None if self._tap is None else self._tap.newest(self.robots.concerns)
        if sample is not None and isinstance(sample.value, Listing):
            html = listing_html(sample.value, marked=self.robots.chosen if not self.place else "")
            if html != self._shown:
                self._shown = html
                self._list.set_content(html)


class SecondListingPanel(ListingPanel):
    """The second list of the page."""

    place = 1


def listing_html(listing: Listing, *, marked: str = "") -> str:
    """The list as a table; everything that a module wrote is escaped."""
    head = "".join(f"<th>{escape(title)}</th>" for title in listing.columns)
    rows = "".join(_row_html(row, is_marked=bool(marked) and row.robot == marked) for row in listing.rows)
    if not rows:
        return '<div class="empty-words">Nothing yet.</div>'
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _row_html(row: ListingRow, *, is_marked: bool) -> str:
    kinds = " ".join(word for word, on in (("faded", row.is_faded), ("marked", is_marked)) if on)
    mark = f'<span class="swatch" style="background: {escape(row.colour, quote=True)}"></span>'
    first, *others = (escape(cell) for cell in row.cells)
    cells = "".join(f'<td title="{cell}">{cell}</td>' for cell in others)
    return (
        f'<tr class="{kinds}" data-robot="{escape(row.robot, quote=True)}">'
        f"<td>{mark if row.colour else ''}{first}</td>{cells}</tr>"
    )
