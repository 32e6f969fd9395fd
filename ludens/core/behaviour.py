"""The one form of behaviour: a generator that reads like the story of what the robot does.

Every `yield` is one cycle. A behaviour calls another with `yield from`, gets its result, and may be broken
off at any `yield`; its `finally` clauses then run. It needs neither threads nor physics: a test calls
`next` and looks at what was requested.

    class Fetch(StateMachine):
        @state
        def search(self) -> Behaviour[Literal["approach"]]:
            while self.world.ball is None:
                yield
            return self.to("approach", "the ball is seen")

        @state
        def approach(self) -> Behaviour[Literal["search"]]: ...

States and the transitions between them are read from this code: a state is a method marked `state`, and
its return annotation names the states that may follow.
"""

from collections.abc import Callable, Generator, Sequence
from types import UnionType
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from ludens.core.errors import LudensError
from ludens.messages import StateReport

ResultT = TypeVar("ResultT")
StateT = TypeVar("StateT", bound=str)
MethodT = TypeVar("MethodT", bound=Callable[..., Any])

Behaviour = Generator[None, None, ResultT]
"""What a robot does from cycle to cycle, and what comes of it in the end."""

MOST_TRANSITIONS = 20
"""State changes within one cycle beyond which a machine is taken to run in a circle."""
REPEAT_S = 1.0
"""Period in which an unchanged state is published again."""


class BehaviourState(Generic[StateT]):
    """Current state of a behaviour, with since when and why, published for observers."""

    def __init__(
        self,
        states: Sequence[StateT],
        transitions: Sequence[tuple[StateT, StateT]],
        *,
        first: StateT,
        reason: str,
    ) -> None:
        self._states, self._transitions = tuple(states), tuple(transitions)
        self.state: StateT = first
        self.since_s = 0.0
        self.reason = reason
        self._published_s: float | None = None

    def enter(self, state: StateT, time_s: float, reason: str) -> None:
        """Go to a state; the same one again begins anew."""
        self.state, self.since_s, self.reason = state, time_s, reason
        self._published_s = None

    def report(self, time_s: float) -> StateReport | None:
        """Return what observers are told: at once after a change, then once a second; None in between."""
        if self._published_s is not None and time_s - self._published_s < REPEAT_S:
            return None
        self._published_s = time_s
        return self.described(time_s)

    def described(self, time_s: float) -> StateReport:
        """Return the present state as a message, whether or not it has just been published."""
        return StateReport(
            time_s=time_s,
            state=self.state,
            since_s=self.since_s,
            reason=self.reason,
            states=self._states,
            transitions=self._transitions,
        )


def state(method: MethodT) -> MethodT:
    """Mark a generator method as a state; its return annotation names the states that may follow."""
    method.__dict__["is_state"] = True
    return method


class StateMachine:
    """Runs one state after the other. Subclasses write a method for each; `time_s` is set by their owner.

    `step` advances by one cycle. `interrupt` breaks the present state off and enters another one.
    """

    first: str
    interrupts: Sequence[str] = ()
    """States that may be entered from any other by `interrupt`."""

    def __init__(self, *, reason: str = "") -> None:
        self.time_s = 0.0
        self.current = BehaviourState(*transitions_of(type(self)), first=self.first, reason=reason)
        self.finished = False
        self._reason = ""
        self._running: Behaviour[str | None] | None = None

    @property
    def state(self) -> str:
        """Name of the present state."""
        return self.current.state

    @property
    def elapsed_s(self) -> float:
        """Time since the present state was entered."""
        return self.time_s - self.current.since_s

    def to(self, state: StateT, reason: str) -> StateT:
        """Return the state that follows, and note why: `return self.to("search", "the ball is lost")`."""
        self._reason = reason
        return state

    def interrupt(self, state: str, reason: str) -> None:
        """Break off what is going on and enter a state from its beginning in the next step."""
        if state not in self.interrupts:
            raise LudensError(f"{type(self).__name__} has no interrupt '{state}'; it has {self.interrupts}.")
        if self._running is not None:
            self._running.close()
        self._enter(state, reason)

    def step(self) -> None:
        """Advance by one cycle; a state that ends hands over to the next one within the same cycle."""
        if self._running is None and not self.finished:
            self._enter(self.current.state, self.current.reason)
        for _ in range(MOST_TRANSITIONS):
            if self._running is None:
                return
            try:
                next(self._running)
            except StopIteration as end:
                self._follow(end.value)
            except Exception:
                self._running = None  # a fault ends the generator: its state begins anew in the next step
                raise
            else:
                return
        raise LudensError(
            f"{type(self).__name__} changed its state {MOST_TRANSITIONS} times in one cycle, last to "
            f"'{self.state}'. Let a state `yield` before it hands over."
        )

    def _follow(self, state: str | None) -> None:
        if state is None:
            self._running, self.finished = None, True
        else:
            self._enter(state, self._reason)

    def _enter(self, state: str, reason: str) -> None:
        self.current.enter(state, self.time_s, reason)
        self._running, self.finished = getattr(self, state)(), False


def transitions_of(machine: type[StateMachine]) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Return the states of a machine and the transitions between them, in the order of its code."""
    followers = {
        name: _followers(method)
        for parent in reversed(machine.__mro__)
        for name, method in vars(parent).items()
        if getattr(method, "is_state", False)
    }
    states = tuple(followers)
    drawn = [(name, following) for name in states for following in followers[name]]
    drawn += [(name, urgent) for urgent in machine.interrupts for name in states if name != urgent]
    unknown = sorted(({machine.first} | {following for _, following in drawn}) - set(states))
    if unknown:
        raise LudensError(
            f"{machine.__name__} goes to {', '.join(map(repr, unknown))}, but has no such state; "
            f"it has {', '.join(states) or 'none'}. A state is a method marked `@state`."
        )
    return states, tuple(dict.fromkeys(drawn))


def _followers(method: Callable[..., Any]) -> tuple[str, ...]:
    """Return what stands in the return annotation: Behaviour[Literal["a", "b"]], or Behaviour[None]."""
    returned = get_type_hints(method).get("return")
    result = get_args(returned)[2] if get_origin(returned) is Generator else Any
    parts = get_args(result) if get_origin(result) in (Union, UnionType) else (result,)
    literals = [part for part in parts if part is not type(None)]
    if all(get_origin(part) is Literal for part in literals):
        return tuple(name for part in literals for name in get_args(part))
    raise LudensError(
        f"The state '{method.__name__}' does not say what may follow; "
        'annotate it as `-> Behaviour[Literal["next", …]]`, or `-> Behaviour[None]` where it ends.'
    )
