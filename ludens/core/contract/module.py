"""What a module is: parameters, inputs and outputs declared once, and one step from inputs to outputs.

The declaration is the signature of `cycle`. Sorting, checking, recording, studio and docs read it there.

    class BallTracker(Module[BallTrackerParameters]):
        def cycle(self, now: CycleTime, seen: Since[Percept], odometry: History[Odometry],
                  walls: Annotated[Walls | None, under("map")]) -> Belief | None: ...
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar, get_args, get_origin

import numpy as np

from ludens.core.contract.debug import UNWATCHED, Debug
from ludens.messages import Message


@dataclass(frozen=True, slots=True)
class NoParameters:
    """For modules that have nothing to set."""


ParametersT = TypeVar("ParametersT")


class CycleTime(Message):
    """The moment of this cycle on the run's clock. Every module may ask for it."""


class Module(Generic[ParametersT]):
    """A pure step. Clock, randomness and debug streams are handed in; files and sockets stay outside.

    `budget_s` is how long one step may take; profiling compares against it.
    """

    budget_s: ClassVar[float | None] = None

    def __init__(
        self,
        parameters: ParametersT | None = None,
        *,
        debug: Debug = UNWATCHED,
        random: np.random.Generator | None = None,
    ) -> None:
        self.parameters: ParametersT = self.parameters_type()() if parameters is None else parameters
        self.debug = debug
        self.random = np.random.default_rng(0) if random is None else random
        self.start()

    def start(self) -> None:
        """Set up the state that lives from cycle to cycle."""

    def parameters_changed(self) -> None:
        """Recompute what follows from the parameters, after a live edit."""

    @classmethod
    def parameters_type(cls) -> type[Any]:
        """The class of parameters, from `Module[Parameters]`."""
        for base in getattr(cls, "__orig_bases__", ()):
            if isinstance(get_origin(base), type) and issubclass(get_origin(base), Module):
                (parameters,) = get_args(base)
                if isinstance(parameters, type):
                    return parameters
        parent = cls.__mro__[1]
        return (
            parent.parameters_type() if issubclass(parent, Module) and parent is not Module else NoParameters
        )
