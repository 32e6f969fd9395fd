"""The hand of a person: comes over a table, takes a thing, puts it down, gives it, receives it, leaves.

It moves like a hand, not like physics: along straight lines, and what it holds goes with it. It passes over
things without touching them; a robot may feel it.
"""

from collections.abc import Callable, Sequence

import mujoco
import numpy as np

from ludens.geometry import FloatArray, Transform3
from ludens.sim.led_hand import SPEED_MPS, HandGoal, LedHand

LIFT_M = 0.09
"""How high a thing is carried over the others."""
UP_M = np.array([0.0, 0.0, LIFT_M])


def _silent(_: bool) -> None:
    """Tell nobody."""


class PersonHand:
    """Carries out what a person wants to do with it, one thing after another.

    `things` are the free joints it can carry, by number; `clear_m` is how high those that stand on the table
    reach, and `over_m` how high it passes at least between its rest and somebody else's hand.
    """

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        *,
        things: Sequence[str],
        away_m: FloatArray,
        clear_m: float,
        speed_mps: float = SPEED_MPS,
        over_m: float = 0.0,
    ) -> None:
        self._hand = LedHand(model, data, things=things, speed_mps=speed_mps)
        self._away_m, self._clear_m, self._over_m = np.array(away_m), clear_m, over_m
        self.step = self._hand.step

    @property
    def is_idle(self) -> bool:
        """Whether nothing is left to do."""
        return not self._hand.todo

    @property
    def is_away(self) -> bool:
        """Whether it has left the table."""
        return self.is_idle and bool(np.allclose(self.tip_m, self._away_m, atol=1e-3))

    @property
    def tip_m(self) -> FloatArray:
        """Where its finger tips are."""
        return self._hand.tip_m

    @property
    def holds(self) -> int | None:
        """The number of the thing it holds, if any."""
        return self._hand.holds

    def addresses(self, thing: int) -> tuple[int, int]:
        """Return where a thing's position and speed stand in MuJoCo's arrays."""
        return self._hand.addresses[thing]

    def carry(self, thing: int, place_m: FloatArray, *, yaw_rad: float = 0.0, hurried: bool = False) -> None:
        """Take a thing by its sides, lift it over the others and put it down with its middle at a place.

        In a hurry it lets go a little early, and the thing drops the rest.
        """
        self._pick(thing)
        self._put(place_m, yaw_rad=yaw_rad, drop_m=0.004 if hurried else 0.0005)

    def give(
        self,
        thing: int,
        place: Callable[[], Transform3],
        *,
        until: Callable[[], bool],
        patience_s: float,
        otherwise_m: FloatArray,
        signal: Callable[[bool], None] = _silent,
    ) -> None:
        """Hold a thing at a place that may move, turned like it, until somebody has it; else put it back.

        `signal` hears when the thing is there, and when the hand leaves.
        """

        def there() -> None:
            self._hand.yields = True
            signal(True)

        def gone() -> None:
            self._let_go_if(until)
            self._hand.yields = False
            signal(False)

        self._pick(thing)
        self._hand.todo += [
            HandGoal(_once(lambda: self._high(self.tip_m))),
            HandGoal(lambda: self._high(place().translation)),
            HandGoal(lambda: place().translation + UP_M, lambda: self._hand.turn(place().quaternion())),
            HandGoal(lambda: place().translation, there, 0.2, until, patience_s),
            HandGoal(lambda: place().translation, gone, 0.1),
            HandGoal(_once(lambda: self._high(self.tip_m))),
        ]
        self._put(otherwise_m)

    def receive(
        self,
        thing: int,
        place_m: FloatArray,
        *,
        until: Callable[[], bool],
        patience_s: float,
        signal: Callable[[bool], None] = _silent,
    ) -> None:
        """Take hold of a thing that somebody holds, wait until it is free, and put it down at a place.

        Who does not let go keeps it. `signal` is as in `give`.
        """

        def hold() -> None:
            hand.take(thing)
            hand.yields = True
            signal(True)

        def leave() -> None:
            self._let_go_if(lambda: not until())
            hand.yields = False
            signal(False)

        hand = self._hand
        hand.todo += [
            HandGoal(lambda: self._high(hand.middle_m(thing))),
            HandGoal(lambda: hand.middle_m(thing), hold, 0.2, until, patience_s),
            HandGoal(_once(lambda: self.tip_m.copy()), leave),
            HandGoal(_once(lambda: self._high(self.tip_m))),
        ]
        self._put(place_m)

    def hover(self, place_m: FloatArray, *, seconds: float) -> None:
        """Hold the hand over a place, thinking."""
        self._hand.todo.append(HandGoal(self._above(place_m), None, seconds))

    def touch(
        self, place: Callable[[], FloatArray], press: Callable[[bool], None], *, seconds: float = 0.3
    ) -> None:
        """Press something for a moment with a finger; `press` hears when it begins and ends."""
        self._hand.todo += [
            HandGoal(lambda: self._high(place())),
            HandGoal(place, lambda: press(True), seconds),
            HandGoal(lambda: self._high(place()), lambda: press(False)),
        ]

    def leave(self) -> None:
        """Go away from the table."""
        self._hand.todo.append(HandGoal(self._away_m))

    def _above(self, point_m: FloatArray) -> FloatArray:
        return np.array([point_m[0], point_m[1], max(self._clear_m, float(point_m[2])) + LIFT_M])

    def _high(self, point_m: FloatArray) -> FloatArray:
        return np.array([point_m[0], point_m[1], max(self._over_m, float(point_m[2]) + LIFT_M)])

    def _pick(self, thing: int) -> None:
        hand = self._hand
        hand.todo += [
            HandGoal(lambda: self._above(hand.middle_m(thing))),
            HandGoal(lambda: hand.middle_m(thing), lambda: hand.take(thing), 0.15),
            HandGoal(_once(lambda: self._above(self.tip_m))),
        ]

    def _put(self, place_m: FloatArray, *, yaw_rad: float = 0.0, drop_m: float = 0.0005) -> None:
        """Put down what is held, if anything still is."""
        turned = Transform3.from_rpy(yaw_rad=yaw_rad).quaternion()
        self._hand.todo += [
            HandGoal(self._if_held(self._above(place_m)), lambda: self._hand.turn(turned)),
            HandGoal(self._if_held(place_m + np.array([0.0, 0.0, drop_m])), self._hand.let_go, 0.1),
            HandGoal(_once(lambda: self._above(self.tip_m))),
        ]

    def _if_held(self, place_m: FloatArray) -> Callable[[], FloatArray]:
        """A place to go to with something in the hand; with nothing the hand stays where it is."""
        return lambda: place_m if self.holds is not None else self.tip_m.copy()

    def _let_go_if(self, condition: Callable[[], bool]) -> None:
        if condition():
            self._hand.let_go()


def _once(place: Callable[[], FloatArray]) -> Callable[[], FloatArray]:
    """A place that is asked for when the hand sets out, and stays."""
    found: list[FloatArray] = []

    def first() -> FloatArray:
        if not found:
            found.append(place())
        return found[0]

    return first
