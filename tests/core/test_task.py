import pytest

from ludens.core.task import TaskClient, TaskEnd, TaskFailedError, TaskServer
from ludens.messages.task import TaskReport, TaskRequest, TaskState


class Fetch(TaskRequest):
    what: str


class Pair:
    """A client and a server that hear each other one cycle late, as two modules do."""

    def __init__(self, *, timeout_s: float = 10.0) -> None:
        self.client: TaskClient[Fetch, TaskReport] = TaskClient("fetch", timeout_s=timeout_s)
        self.server: TaskServer[Fetch] = TaskServer()
        self.began: list[str] = []
        self.fetching = self.client.run(self.request)

    def request(self, number: int) -> Fetch:
        return Fetch(time_s=self.client.time_s, number=number, what="ball")

    def step(self) -> None:
        self.client.time_s += 1.0
        request = self.client.request
        if self.server.hear(request) and request is not None:
            self.began.append(request.what)
        self.client.report = TaskReport(
            time_s=self.client.time_s,
            number=self.server.number,
            state=self.server.state,
            reason=self.server.reason,
        )
        next(self.fetching)

    def steps(self, count: int) -> None:
        for _ in range(count):
            self.step()


def test_a_task_begins_once_and_returns_its_last_report():
    pair = Pair()
    pair.steps(4)
    assert pair.began == ["ball"]
    pair.server.finish("here it is")
    with pytest.raises(StopIteration) as end:
        pair.step()
    assert end.value.value.reason == "here it is"
    assert not pair.client.is_busy


def test_a_request_is_repeated_until_it_was_heard():
    pair = Pair()
    next(pair.fetching)
    assert pair.client.request is not None
    pair.client.report = TaskReport(time_s=0.0, number=99, state=TaskState.DONE)
    assert pair.client.request is not None
    pair.client.report = TaskReport(time_s=0.0, number=1, state=TaskState.BUSY)
    assert pair.client.request is None


def test_a_failure_is_raised_with_the_servers_reason():
    pair = Pair()
    pair.steps(2)
    pair.server.fail("no ball")
    with pytest.raises(TaskFailedError) as failure:
        pair.step()
    assert failure.value.reason == "no ball"


def test_a_task_that_takes_too_long_is_cancelled_at_the_server():
    pair = Pair(timeout_s=3.0)
    with pytest.raises(TaskFailedError) as failure:
        pair.steps(10)
    assert failure.value.reason == TaskEnd.TIMED_OUT
    assert pair.client.request is not None
    pair.server.hear(pair.client.request)
    assert (pair.server.state, pair.server.reason) == (TaskState.FAILED, TaskEnd.CANCELLED)


def test_a_behaviour_that_is_broken_off_cancels_its_task():
    pair = Pair()
    pair.steps(3)
    pair.fetching.close()
    request = pair.client.request
    assert request is not None
    assert request.cancelled


def test_an_interruption_ends_the_wait():
    pair = Pair()
    pair.fetching = pair.client.run(pair.request, interrupted=lambda: pair.client.time_s > 2.0)
    with pytest.raises(TaskFailedError) as failure:
        pair.steps(5)
    assert failure.value.reason == TaskEnd.INTERRUPTED


def test_a_new_number_replaces_what_was_being_done():
    server: TaskServer[Fetch] = TaskServer()
    assert server.hear(Fetch(time_s=0.0, number=1, what="ball"))
    assert not server.hear(Fetch(time_s=0.1, number=1, what="ball"))
    assert server.hear(Fetch(time_s=0.2, number=2, what="cup"))
    assert server.request is not None
    assert server.request.what == "cup"


def test_a_task_cancelled_before_it_was_heard_never_begins():
    server: TaskServer[Fetch] = TaskServer()
    assert not server.hear(Fetch(time_s=0.0, number=1, what="ball", cancelled=True))
    assert server.state is TaskState.FAILED
