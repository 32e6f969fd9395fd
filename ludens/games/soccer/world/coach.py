"""The coach beside the field: what it calls is heard by every robot of its team, a moment later."""

from collections import deque
from collections.abc import Sequence

from msgspec import structs

from ludens.core.contract.capabilities import Capability
from ludens.core.contract.driver import Source
from ludens.drivers.inbox import SELDOM_S
from ludens.messages import Message
from ludens.messages.team import CoachOrder

PERIOD_NS = 100_000_000
LATENCY_NS = 200_000_000
COACHED = Capability("coach", delivers=(CoachOrder,))


class CoachVoice:
    """The coach as one robot hears it."""

    description = Source("coach", SELDOM_S, (COACHED,))
    period_ns = PERIOD_NS

    def __init__(self) -> None:
        self.coming: deque[CoachOrder] = deque()

    def capture(self, time_ns: int) -> tuple[Message, ...]:
        """Hear what was called, one order at a time."""
        if not self.coming:
            return ()
        return (structs.replace(self.coming.popleft(), time_s=time_ns * 1e-9),)

    def latency_ns(self) -> int:
        """A call's way, and what it takes to understand it."""
        return LATENCY_NS


class Coach:
    """The coaches of both teams; `teams` are 0 or 1 for every robot."""

    def __init__(self, teams: Sequence[int]) -> None:
        self._teams = tuple(teams)
        self.voices = tuple(CoachVoice() for _ in teams)

    def call(self, team: int, order: CoachOrder) -> None:
        """Let all robots of a team hear an order."""
        for voice, own in zip(self.voices, self._teams, strict=True):
            if own == team:
                voice.coming.append(order)
