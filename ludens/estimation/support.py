"""Which feet carry a NAO and where, and whether it stands on anything at all."""

from dataclasses import dataclass
from operator import eq
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.module import Module
from ludens.messages import CalibratedJoints, FootPressure, FootSupport, TorsoOrientation
from ludens.messages.support import Place2, SupportingFeet
from ludens.robots.nao.kinematics import Posture, up_in_torso
from ludens.robots.nao.links import ANKLE_HEIGHT_M
from ludens.robots.nao.places import LEFT_PRESSURE_IN_SOLE_M, RIGHT_PRESSURE_IN_SOLE_M

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
    """The four pressure cells of a foot: which of them are dead, and what a dead one would read.

    A cell that lives never reads exactly the same for long while its neighbours change, and never more than
    the robot could press with. The load of a dead one follows from the others: a stiff sole shares its load
    like a table:  front left · rear right = front right · rear left.
    """

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


LONGEST_CYCLE_S = 0.1

_FEET: dict[tuple[bool, bool], SupportingFeet] = {
    (False, False): "none",
    (True, False): "left",
    (False, True): "right",
    (True, True): "both",
}


@dataclass(frozen=True, slots=True)
class SupportWatchParameters:
    """Loads and times at which feet begin and cease to carry. Unloaded feet still read some newtons."""

    foot_on_n: Annotated[float, Meta(gt=0, le=60, description="From here on a foot carries.")] = 8.0
    foot_off_n: Annotated[float, Meta(gt=0, le=60, description="Below this it does no more.")] = 5.0
    contact_on_n: Annotated[float, Meta(gt=0, le=60, description="Both feet: standing on the floor.")] = 20.0
    contact_off_n: Annotated[float, Meta(gt=0, le=60, description="Both feet: lifted or lying.")] = 10.0
    contact_after_s: Annotated[
        float, Meta(ge=0, le=2, description="Either must last so long: a step's swing is no flight.")
    ] = 0.1


class SupportWatch(Module[SupportWatchParameters]):
    """Looks at the eight pressure cells."""

    budget_s = 0.0003

    def start(self) -> None:
        """Begin in the air: what stands will soon be felt."""
        self._left, self._right = FootCells(), FootCells()
        self._left_carries = self._right_carries = self._contact = False
        self._otherwise_s = 0.0
        self._time_s: float | None = None

    def cycle(
        self, pressure: FootPressure, joints: CalibratedJoints | None, orientation: TorsoOrientation | None
    ) -> FootSupport:
        """Take in one reading."""
        last_s, self._time_s = self._time_s, pressure.time_s
        elapsed_s = 0.0 if last_s is None else min(max(pressure.time_s - last_s, 0.0), LONGEST_CYCLE_S)
        left = self._left.update(pressure.left_n, elapsed_s=elapsed_s)
        right = self._right.update(pressure.right_n, elapsed_s=elapsed_s)
        left_n, right_n = sum(left), sum(right)
        self._left_carries = self._carries(self._left_carries, left_n)
        self._right_carries = self._carries(self._right_carries, right_n)
        self._feel_contact(left_n + right_n, elapsed_s)
        left_center = center_of_pressure(left, LEFT_PRESSURE_IN_SOLE_M) if self._left_carries else None
        right_center = center_of_pressure(right, RIGHT_PRESSURE_IN_SOLE_M) if self._right_carries else None
        self.debug.plot("left_n", left_n)
        self.debug.plot("right_n", right_n)
        return FootSupport(
            time_s=pressure.time_s,
            feet=_FEET[self._left_carries, self._right_carries],
            has_contact=self._contact,
            left_n=left_n,
            right_n=right_n,
            center_in_left_sole_m=left_center,
            center_in_right_sole_m=right_center,
            center_m=_both(joints, orientation, (left_n, left_center), (right_n, right_center)),
            dead_cells=_names("left", self._left) + _names("right", self._right),
        )

    def _carries(self, carried: bool, load_n: float) -> bool:
        return load_n > (self.parameters.foot_off_n if carried else self.parameters.foot_on_n)

    def _feel_contact(self, load_n: float, elapsed_s: float) -> None:
        p = self.parameters
        otherwise = load_n < p.contact_off_n if self._contact else load_n > p.contact_on_n
        self._otherwise_s = self._otherwise_s + elapsed_s if otherwise else 0.0
        if self._otherwise_s > p.contact_after_s:
            self._contact, self._otherwise_s = not self._contact, 0.0


def _names(side: str, cells: FootCells) -> tuple[str, ...]:
    return tuple(f"{side} foot, {CELLS[cell]}" for cell in cells.dead) if cells.dead else ()


def _both(
    joints: CalibratedJoints | None,
    orientation: TorsoOrientation | None,
    left: tuple[float, Place2 | None],
    right: tuple[float, Place2 | None],
) -> Place2 | None:
    """Return the centre of pressure of all that carries, seen from the torso's shadow."""
    if joints is None or (left[1] is None and right[1] is None):
        return None
    posture = Posture.of(joints.position_rad)
    up = up_in_torso(posture) if orientation is None else orientation.up_in_torso
    x_m = y_m = total_n = 0.0
    for foot, (load_n, center) in (("LFoot", left), ("RFoot", right)):
        if center is not None:
            ahead_m, aside_m = posture.point_over_floor(foot, (*center, -ANKLE_HEIGHT_M), up)
            x_m += load_n * ahead_m
            y_m += load_n * aside_m
            total_n += load_n
    return x_m / total_n, y_m / total_n
