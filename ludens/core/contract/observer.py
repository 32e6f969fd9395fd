"""Observers of a run: the recorder, the debug hub, a test."""

from collections.abc import Sequence
from typing import Protocol

from ludens.core.contract.driver import Delivery
from ludens.messages import Fault, Message

Keyed = tuple[str, Message]  # ("alpha/ball/Percept", the message)


class Observer(Protocol):
    """Told everything that happens, in order. May not change anything."""

    def on_delivery(self, delivery: Delivery) -> None:
        """A driver handed something over; keys are `robot/TypeName`."""
        ...

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """A cycler finished a cycle and produced these, in order of production."""
        ...

    def on_fault(self, fault: Fault) -> None:
        """Something went wrong."""
        ...

    def close(self) -> None:
        """The run is over."""
        ...
