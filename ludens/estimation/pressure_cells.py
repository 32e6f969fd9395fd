"""The four pressure cells of a foot: which of them are dead, and what a dead one would read.

A cell that lives never reads exactly the same for long while its neighbours change, and never more than the
robot could press with. The load of a dead one follows from the others: a stiff sole shares its load like a
table, front against rear and left against right, so that  front left · rear right = front right · rear left.
"""

from dataclasses import dataclass
from operator import eq

Cells = tuple[float, float, float, float]

CELLS = ("front left", "front right", "rear left", "rear right")
OPPOSITE = (3, 2, 1, 0)
NEIGHBOURS = ((1, 2), (0, 3), (0, 3), (1, 2))


@dataclass(frozen=True, slots=True)
class CellTuning:
    """When a cell is believed to be dead."""

    same_for_s: float = 1.5
    loaded_n: float = 6.0  # least load of the other three, for their change to count
    most_n: float = 250.0  # more than four times the robot's weight is no reading
    least_opposite_n: float = 0.5
    weight_n: float = 52.6


class FootCells:
    """Watches the cells of one foot."""

    def __init__(self, tuning: CellTuning | None = None) -> None:
        self._tuning = CellTuning() if tuning is None else tuning
        self._last: Cells | None = None
        self._same_s = [0.0, 0.0, 0.0, 0.0]
        self.dead: tuple[int, ...] = ()

    def update(self, read_n: Cells, *, elapsed_s: float) -> Cells:
        """Take in one reading and return the loads, those of dead cells reckoned."""
        tuning = self._tuning
        absurd = () if min(read_n) >= 0.0 and max(read_n) <= tuning.most_n else self._absurd(read_n)
        last, self._last = self._last, read_n
        if last is not None and not any(map(eq, read_n, last)):
            self._same_s = [0.0, 0.0, 0.0, 0.0]
        elif last is not None:
            held = [cell for cell in range(4) if read_n[cell] == last[cell]]
            for cell in range(4):
                if cell not in held:
                    self._same_s[cell] = 0.0
                elif len(held) <= 2 and self._others_n(read_n, cell, absurd) > tuning.loaded_n:
                    self._same_s[cell] += elapsed_s
        self.dead = absurd
        if max(self._same_s) > tuning.same_for_s:
            stuck = (cell for cell in range(4) if self._same_s[cell] > tuning.same_for_s)
            self.dead = tuple(sorted({*absurd, *stuck}))
        return self._reckoned(read_n) if self.dead else read_n

    def _absurd(self, read_n: Cells) -> tuple[int, ...]:
        return tuple(cell for cell in range(4) if not 0.0 <= read_n[cell] <= self._tuning.most_n)

    @staticmethod
    def _others_n(read_n: Cells, cell: int, absurd: tuple[int, ...]) -> float:
        return sum(read_n[other] for other in range(4) if other != cell and other not in absurd)

    def _reckoned(self, read_n: Cells) -> Cells:
        if len(self.dead) > 1:  # two unknown cells of a foot do not follow from the others: count the living
            living = [0.0 if cell in self.dead else force for cell, force in enumerate(read_n)]
            return (living[0], living[1], living[2], living[3])
        (cell,) = self.dead
        one, other = NEIGHBOURS[cell]
        rest_n = read_n[one] + read_n[other] + read_n[OPPOSITE[cell]]
        opposite_n = max(read_n[OPPOSITE[cell]], self._tuning.least_opposite_n)
        most_n = max(self._tuning.weight_n - rest_n, 0.0)
        load_n = min(read_n[one] * read_n[other] / opposite_n, most_n)
        loads = [load_n if index == cell else force for index, force in enumerate(read_n)]
        return (loads[0], loads[1], loads[2], loads[3])


def center_of_pressure(
    loads_n: Cells, places_m: tuple[tuple[float, float, float], ...]
) -> tuple[float, float] | None:
    """Return where the load acts in the sole's frame; nothing where there is none."""
    total_n = sum(loads_n)
    if total_n <= 0.0:
        return None
    x_nm = y_nm = 0.0
    for load_n, (x_m, y_m, _) in zip(loads_n, places_m, strict=True):
        x_nm += load_n * x_m
        y_nm += load_n * y_m
    return x_nm / total_n, y_nm / total_n
