"""Which feet carry a NAO and where, and whether it stands on anything at all."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.module import Module
from ludens.estimation.pressure_cells import CELLS, FootCells, center_of_pressure
from ludens.messages import CalibratedJoints, FootPressure, FootSupport, TorsoOrientation
from ludens.messages.support import Place2, SupportingFeet
from ludens.robots.nao.kinematics import Posture, up_in_torso
from ludens.robots.nao.links import ANKLE_HEIGHT_M
from ludens.robots.nao.places import LEFT_PRESSURE_IN_SOLE_M, RIGHT_PRESSURE_IN_SOLE_M

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
