"""An engine that chooses moves as a source of the robot: it is asked, and its reply arrives a while later.

A search is slow, and may be another program's; modules are pure. So a query leaves as a command and the reply
comes as a delivery, which is recorded: a replay needs no engine.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from msgspec import structs

from ludens.core.contract.capabilities import Capability
from ludens.core.contract.driver import Delivery, Driver, InterposingDriver, Source
from ludens.core.runtime.clock import nanoseconds, seconds
from ludens.drivers.inbox import SELDOM_S
from ludens.messages import Message
from ludens.messages.engine import EngineQuery, EngineReply

THINKS_S = 0.5
ENGINE = Capability("engine", delivers=(EngineReply,), accepts=(EngineQuery,))


@dataclass(slots=True)
class _Pending:
    robot: str
    due_ns: int
    reply: Future[EngineReply]


class EngineDriver(InterposingDriver):
    """Adds the source `engine` to every robot of another driver.

    The reply is worked out in a thread and delivered at a moment that is fixed when it is asked for, however
    long the work takes: with an engine that counts positions, not seconds, every run goes the same way. A
    live robot is not kept waiting: there a reply that is not ready comes later.
    """

    def __init__(
        self,
        driver: Driver,
        *,
        reply: Callable[[EngineQuery], EngineReply],
        thinks_s: float = THINKS_S,
        close: Callable[[], None] = lambda: None,
    ) -> None:
        self._source = Source(ENGINE.name, SELDOM_S, (ENGINE,))
        super().__init__(driver, sources=(self._source,))
        self._reply, self._close = reply, close
        self._thinks_ns = nanoseconds(thinks_s)
        self._pending: deque[_Pending] = deque()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="engine")
        self._now_ns = 0

    def _due_before(self, delivery: Delivery) -> Delivery | None:
        self._now_ns = delivery.time_ns
        if not self._pending or not self._is_due(self._pending[0]):
            return None
        pending = self._pending.popleft()
        reply = structs.replace(pending.reply.result(), time_s=seconds(delivery.time_ns))
        return Delivery(delivery.time_ns, pending.robot, self._source.name, (reply,))

    def command(self, robot: str, command: Message) -> None:
        """Begin to search, or pass a command on."""
        if isinstance(command, EngineQuery):
            reply = self._thread.submit(self._reply, command)
            self._pending.append(_Pending(robot, self._now_ns + self._thinks_ns, reply))
        else:
            self.driver.command(robot, command)

    def _is_due(self, pending: _Pending) -> bool:
        return pending.due_ns <= self._now_ns and (pending.reply.done() or not self.is_live)

    def close(self) -> None:
        """Close the driver and end what was started."""
        self.driver.close()
        self._thread.shutdown(cancel_futures=True)
        self._close()
