"""A motion file as it is written: TOML tables with their types, before their meaning is looked at."""

from typing import Literal

import msgspec

Range = tuple[float, float]


class ConditionTable(msgspec.Struct, frozen=True, kw_only=True):
    """`require` of a frame."""

    lean_rad: Range | None = None
    pitch_rad: Range | None = None
    roll_rad: Range | None = None
    turning_below_radps: float | None = None


class WaitTable(ConditionTable, frozen=True, kw_only=True):
    """`wait` of a frame."""

    for_s: float = 0.1
    at_most_s: float = 2.0
    otherwise: Literal["go on", "fail"] = "go on"


class FrameTable(msgspec.Struct, frozen=True, kw_only=True):
    """One `[[frame]]`."""

    name: str
    duration_s: float
    hold_s: float = 0.0
    pose: str | None = None
    symmetrical: bool | None = None
    joints_rad: dict[str, float] = {}
    speeds_radps: dict[str, float] = {}
    stiffness: float | dict[str, float] | None = None
    balance_s: float | None = None
    wait: WaitTable | None = None
    require: ConditionTable | None = None
    may_leave: bool = False


class MotionTable(msgspec.Struct, frozen=True, kw_only=True):
    """A whole file."""

    summary: str
    frame: tuple[FrameTable, ...]
    begins: str | tuple[str, ...] = "any"
    ends: str = "standing"
    needs: tuple[str, ...] = ("legs",)
    leans_rad: float = 0.0
    symmetrical: bool = False


KEYS: dict[str, type[msgspec.Struct]] = {
    "": MotionTable,
    "frame": FrameTable,
    "wait": WaitTable,
    "require": ConditionTable,
}
"""What each kind of table may hold, by the key under which it stands."""
