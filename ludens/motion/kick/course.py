"""A course through knots: between two of them a quintic, with given places and speeds and no acceleration.

What rests at both ends of a stretch is eased; what passes a knot at speed, passes it evenly.
"""

from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Knot:
    """Where something shall be at a time, and how fast; `phase` names the stretch that ends here."""

    time_s: float
    value: FloatArray
    speed: FloatArray
    phase: str = ""


def resting(time_s: float, value: FloatArray, phase: str) -> Knot:
    """Return a knot at which everything rests."""
    return Knot(time_s, value, np.zeros_like(value), phase)


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """Knots in the order of their times."""

    knots: tuple[Knot, ...]

    @property
    def end_s(self) -> float:
        """When it ends."""
        return self.knots[-1].time_s

    def stretch(self, time_s: float) -> int:
        """Return the number of the knot at which the present stretch ends."""
        for number in range(1, len(self.knots) - 1):
            if time_s < self.knots[number].time_s:
                return number
        return len(self.knots) - 1

    def phase(self, time_s: float) -> tuple[str, float]:
        """Return the name of the present stretch, and the share of it that is over."""
        number = self.stretch(time_s)
        first, last = self.knots[number - 1], self.knots[number]
        return last.phase, _share(first, last, time_s)

    def at(self, time_s: float) -> tuple[FloatArray, FloatArray]:
        """Return value and speed; before the first and after the last knot those of the knot, at rest."""
        number = self.stretch(time_s)
        first, last = self.knots[number - 1], self.knots[number]
        duration_s = last.time_s - first.time_s
        x = _share(first, last, time_s)
        # With p(0) = a, p'(0) = u, p(1) = b, p'(1) = w and no acceleration at both ends.
        start, end = first.value, last.value
        u, w = duration_s * first.speed, duration_s * last.speed
        way = end - start
        cubic = 10.0 * way - 6.0 * u - 4.0 * w
        quartic = -15.0 * way + 8.0 * u + 7.0 * w
        quintic = 6.0 * way - 3.0 * (u + w)
        value: FloatArray = start + x * (u + x * x * (cubic + x * (quartic + x * quintic)))
        if not first.time_s <= time_s <= last.time_s:
            return value, np.zeros_like(value)
        slope = u + x * x * (3.0 * cubic + x * (4.0 * quartic + x * 5.0 * quintic))
        return value, slope / duration_s


def _share(first: Knot, last: Knot, time_s: float) -> float:
    return min(max((time_s - first.time_s) / (last.time_s - first.time_s), 0.0), 1.0)
