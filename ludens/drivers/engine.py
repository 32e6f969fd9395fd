"""A slow thinker as a source of the robot: it is asked, and its answer arrives a while later.

Thinking is slow, and may be another program's; modules are pure. So a question leaves as a command and the
answer comes as a delivery, which is recorded: a replay needs no thinker.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from ludens.core.contract.capabilities import Capability
from ludens.core.contract.driver import Delivery, Driver, RobotDescription, Source
from ludens.core.runtime.clock import nanoseconds, seconds
from ludens.drivers.inbox import SELDOM_S
from ludens.messages import Message

THINKS_S = 0.5


@dataclass(slots=True)
class _Question:
    robot: str
    due_ns: int
    answer: Future[Message]


class EngineDriver:
    """Adds the source `mind` to every robot of another driver.

    The answer is worked out in a thread and delivered at a moment that is fixed when it is asked for, however
    long the work takes: with a thinker that counts positions, not seconds, every run goes the same way.
    """

    def __init__(
        self,
        driver: Driver,
        *,
        question: type[Message],
        answer: type[Message],
        think: Callable[[Any], Message],
        thinks_s: float = THINKS_S,
        close: Callable[[], None] = lambda: None,
    ) -> None:
        self.driver = driver
        capability = Capability("mind", delivers=(answer,), accepts=(question,))
        self._source = Source("mind", SELDOM_S, (capability,))
        self.robots: tuple[RobotDescription, ...] = tuple(
            replace(robot, sources=(*robot.sources, self._source)) for robot in driver.robots
        )
        self._question, self._think, self._close = question, think, close
        self._thinks_ns = nanoseconds(thinks_s)
        self._questions: deque[_Question] = deque()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mind")
        self._held: Delivery | None = None
        self._now_ns = 0

    def next_delivery(self) -> Delivery | None:
        """What the driver delivers next; before it, an answer that is due."""
        delivery = self._held if self._held is not None else self.driver.next_delivery()
        self._held = None
        if delivery is None:
            return None
        self._now_ns = delivery.time_ns
        if self._questions and self._questions[0].due_ns <= delivery.time_ns:
            question = self._questions.popleft()
            self._held = delivery
            thought = replace(question.answer.result(), time_s=seconds(delivery.time_ns))
            return Delivery(delivery.time_ns, question.robot, self._source.name, (thought,))
        return delivery

    def command(self, robot: str, command: Message) -> None:
        """Begin to think, or pass a command on."""
        if isinstance(command, self._question):
            answer = self._thread.submit(self._think, command)
            self._questions.append(_Question(robot, self._now_ns + self._thinks_ns, answer))
        else:
            self.driver.command(robot, command)

    def make_safe(self, robot: str) -> None:
        """Bring the robot to rest."""
        self.driver.make_safe(robot)

    def close(self) -> None:
        """Close the driver and end what was started."""
        self.driver.close()
        self._thread.shutdown(cancel_futures=True)
        self._close()
