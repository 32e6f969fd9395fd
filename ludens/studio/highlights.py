"""Finds the moments of a run that people want to see again, by the rules of the game's page."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ludens.core.contract.debug import DebugHub
from ludens.messages.highlight import HIGHLIGHTS, Highlight
from ludens.studio.page import HighlightRule

GAME = "game"  # what belongs to no robot is published under it
Tell = Callable[[float, Highlight], None]


class HighlightFinder:
    """Watches the streams of some rules for one run, and publishes what it finds on a stream of its own."""

    def __init__(self, hub: DebugHub, rules: Sequence[HighlightRule], tell: Tell) -> None:
        self._hub, self._tell = hub, tell
        self._before: dict[tuple[HighlightRule, str], Any] = {}
        self._watches = [hub.watch(rule.stream, partial(self._look, rule)) for rule in rules]

    def close(self) -> None:
        """Stop looking. May be called twice."""
        for watch in self._watches:
            watch.close()
        self._watches = []

    def _look(self, rule: HighlightRule, path: str, time_s: float, value: Any) -> None:
        before = self._before.get((rule, path))
        self._before[rule, path] = value
        words = None if before is None or before is value else rule.find(value, before)
        if words:
            robot = path.rpartition("/")[0]  # where there are several
            highlight = Highlight(
                kind=rule.kind, words=f"{robot}: {words}" if robot not in ("", GAME) else words
            )
            self._hub.tell(self._hub.stream(HIGHLIGHTS, "value"), time_s, highlight)
            self._tell(time_s, highlight)
