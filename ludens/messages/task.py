"""Requests and reports of tasks: what a behaviour wants done, and how that stands."""

from enum import StrEnum

from ludens.messages.message import Message


class TaskState(StrEnum):
    """How a task stands."""

    BUSY = "busy"
    DONE = "done"
    FAILED = "failed"


class TaskRequest(Message):
    """Base of requests: a new number is a new task."""

    number: int
    cancelled: bool = False  # the task with this number is no longer wanted


class TaskReport(Message):
    """Base of reports about the request with the same number."""

    number: int
    state: TaskState
    reason: str = ""  # why it failed, or what it waits for: a value of an enum of its server
