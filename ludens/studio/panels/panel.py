"""The base of all panels: a part of the page that watches a session while it is visible."""

from collections.abc import Callable

from ludens.core.runtime.run import Run
from ludens.studio.page import StudioPage
from ludens.studio.robots import RobotChoice
from ludens.studio.session import Session


class Panel:
    """One panel on one browser's page.

    `build` makes its elements, once. Between `show` and `hide` it is on the screen: only then may it watch
    streams, and only then `update` is called, every `period_s`.
    """

    title: str = ""
    icon: str = ""
    period_s: float = 0.1

    def __init__(self, session: Session, page: StudioPage, robots: RobotChoice) -> None:
        self.session = session
        self.page = page
        self.robots = robots
        self._closers: list[Callable[[], None]] = []
        self.visible = False

    def build(self) -> None:
        """Make the elements in the place where the layout stands."""

    def show(self) -> None:
        """The panel comes into sight."""
        if not self.visible:
            self.visible = True
            self.watch()

    def hide(self) -> None:
        """The panel goes out of sight: everything it watched is let go."""
        self.visible = False
        while self._closers:
            self._closers.pop()()

    def watch(self) -> None:
        """Open taps; each is given to `until_hidden`."""

    def until_hidden(self, close: Callable[[], None]) -> None:
        """Call this when the panel goes out of sight."""
        self._closers.append(close)

    def do(self, action: Callable[[Run, str], str | None]) -> None:
        """Do something to the run, for the robot that is chosen now."""
        robot = self.robots.chosen
        self.session.do(lambda run: action(run, robot))

    def update(self) -> None:
        """Show what is new."""
