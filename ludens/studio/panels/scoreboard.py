"""The scoreboard over the scene: two sides, the clock, what the robot does and why."""

from nicegui import ui

from ludens.messages.scoreboard import Scoreboard
from ludens.studio.panels.panel import Panel
from ludens.studio.taps import Tap


class ScoreboardPanel(Panel):
    """The newest `Scoreboard`; hidden until there is one."""

    title = "Scoreboard"

    def build(self) -> None:
        """Score and clock in one row, a sentence below."""
        with ui.element("div").classes("scoreboard").props("data-testid=scoreboard") as self._board:
            with ui.element("div").classes("score-row"):
                self._left = ui.label("").classes("score-side")
                self._score = ui.label("").classes("score").props("data-testid=score")
                self._right = ui.label("").classes("score-side")
                self._clock = ui.label("").classes("score-clock")
                self._play = ui.label("").classes("score-play").props("data-testid=play-time")
            with ui.element("div").classes("score-doing"):
                self._doing = ui.label("").classes("score-words").props("data-testid=doing")
                self._reason = ui.label("").classes("score-reason").props("data-testid=reason")
            self._results = ui.label("").classes("score-results").props("data-testid=results")
        self._board.visible = False
        self._tap: Tap | None = None

    def watch(self) -> None:
        """Watch the stream."""
        self._tap = self.session.taps.tap(self.robots.pattern(self.page.scoreboard))
        self.until_hidden(self._tap.close)

    def update(self) -> None:
        """Show how it stands."""
        sample = self._tap.newest() if self._tap is not None else None
        self._board.visible = sample is not None
        if sample is None or not isinstance(sample.value, Scoreboard):
            return
        board = sample.value
        self._left.set_text(board.sides[0])
        self._right.set_text(board.sides[1])
        self._score.set_text(f"{board.scores[0]} : {board.scores[1]}")
        self._clock.visible = board.clock_s is not None
        if board.clock_s is not None:
            self._clock.set_text(clock_words(board.clock_s))
        self._play.set_text(board.second_clock)
        self._play.visible = bool(board.second_clock)
        for label, colour in zip((self._left, self._right), board.colours, strict=True):
            label.style(f"background: {colour}" if colour else "")
        self._doing.set_text(board.doing)
        self._reason.set_text(board.reason)
        self._results.set_text(" · ".join(board.results))
        self._results.visible = bool(board.results)


def clock_words(left_s: float) -> str:
    """Minutes and seconds, as on a stadium's clock."""
    whole_s = max(0, round(left_s))
    return f"{whole_s // 60}:{whole_s % 60:02d}"
