"""The one handshake between a behaviour that wants something done and the module that does it.

The client numbers its requests and repeats each until a report carries its number. The server reports
busy, then done or failed, always with the number of the request it speaks of; a request with another number,
or one marked cancelled, breaks off what it was doing.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Generic, TypeVar

from msgspec import structs

from ludens.core.behaviour import Behaviour
from ludens.core.errors import LudensError
from ludens.messages.task import TaskReport, TaskRequest, TaskState

RequestT = TypeVar("RequestT", bound=TaskRequest)
ReportT = TypeVar("ReportT", bound=TaskReport)


class TaskEnd(StrEnum):
    """Why a task ended without being done, beside the reasons that its own server knows."""

    TIMED_OUT = "timed out"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"


class TaskFailedError(LudensError):
    """A task that was not done. `reason` is what programs compare, `report` what its server said last."""

    def __init__(self, task: str, reason: str, report: TaskReport | None = None) -> None:
        super().__init__(f"The task '{task}' was not done: {reason}.")
        self.task, self.reason, self.report = task, reason, report


class TaskClient(Generic[RequestT, ReportT]):
    """Requests tasks of one kind. Its owner sets `report` and `time_s`, and publishes `request`."""

    def __init__(self, name: str, *, timeout_s: float) -> None:
        self.name = name
        self.timeout_s = timeout_s
        self.time_s = 0.0
        self.report: ReportT | None = None
        self._wanted: RequestT | None = None
        self._number = 0

    @property
    def is_busy(self) -> bool:
        """Whether a task was requested whose end has not been reported."""
        return self._wanted is not None and (self._current is None or self._current.state is TaskState.BUSY)

    @property
    def request(self) -> RequestT | None:
        """What to publish: a request until it has been heard, a cancelled one until that has an effect."""
        wanted, report = self._wanted, self._current
        if wanted is None or (
            report is not None and (report.state is not TaskState.BUSY or not wanted.cancelled)
        ):
            return None
        return wanted

    def begin(self, make_request: Callable[[int], RequestT]) -> None:
        """Request a task; `make_request` is given the number that it carries."""
        self._number += 1
        self._wanted = make_request(self._number)

    def cancel(self) -> None:
        """Have the present task broken off."""
        if self.is_busy and self._wanted is not None:
            self._wanted = structs.replace(self._wanted, cancelled=True)

    def run(
        self,
        make_request: Callable[[int], RequestT],
        *,
        interrupted: Callable[[], bool] | None = None,
        progress: Callable[[ReportT], None] | None = None,
    ) -> Behaviour[ReportT]:
        """Request a task and return its last report once it is done; raise `TaskFailedError` otherwise.

        A behaviour that is broken off cancels its task. `progress` sees every report before the last.
        """
        self.begin(make_request)
        since_s = self.time_s
        try:
            while True:
                yield
                report = self._current
                if report is not None and report.state is TaskState.DONE:
                    return report
                if report is not None and report.state is TaskState.FAILED:
                    raise TaskFailedError(self.name, report.reason, report)
                if report is not None and progress is not None:
                    progress(report)
                if interrupted is not None and interrupted():
                    raise TaskFailedError(self.name, TaskEnd.INTERRUPTED, report)
                if self.time_s - since_s > self.timeout_s:
                    raise TaskFailedError(self.name, TaskEnd.TIMED_OUT, report)
        finally:
            self.cancel()

    @property
    def _current(self) -> ReportT | None:
        """The newest report about the present task."""
        return self.report if self.report is not None and self.report.number == self._number else None


class TaskServer(Generic[RequestT]):
    """The side that does the work: which request is being served, and how it stands."""

    def __init__(self) -> None:
        self.request: RequestT | None = None
        self.state = TaskState.DONE
        self.reason = ""

    @property
    def number(self) -> int:
        """Of the request that reports speak of; 0 before the first."""
        return 0 if self.request is None else self.request.number

    @property
    def is_busy(self) -> bool:
        """Whether there is something to do."""
        return self.state is TaskState.BUSY

    def hear(self, request: RequestT | None) -> bool:
        """Take in what is requested in this cycle; return whether a new task begins with it."""
        if request is None:
            return False
        if request.number == self.number:
            if request.cancelled and self.is_busy:
                self.fail(TaskEnd.CANCELLED)
            return False
        self.request, self.state, self.reason = request, TaskState.BUSY, ""
        if request.cancelled:
            self.fail(TaskEnd.CANCELLED)
        return self.is_busy

    def finish(self, reason: str = "") -> None:
        """Report the task as done from now on."""
        self.state, self.reason = TaskState.DONE, reason

    def fail(self, reason: str) -> None:
        """Report the task as failed from now on."""
        self.state, self.reason = TaskState.FAILED, reason
