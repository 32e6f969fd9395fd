"""Reads motion files. Whatever is wrong is said with file, frame and joint."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from ludens.core.errors import did_you_mean
from ludens.core.foreign import reading
from ludens.motion.files.check import check
from ludens.motion.files.motion import PARTS, Condition, Frame, Motion, MotionFileError, Wait
from ludens.motion.poses import PoseError, posture_of, symmetrical
from ludens.robots.nao.joints import INDEX, JOINTS

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
    at_once: bool = False
    symmetrical: bool = False


KEYS: dict[str, type[msgspec.Struct]] = {
    "": MotionTable,
    "frame": FrameTable,
    "wait": WaitTable,
    "require": ConditionTable,
}
"""Keys that each kind of table may hold, by the key under which it stands."""


ConditionT = TypeVar("ConditionT", bound=Condition)


def read_motion(path: Path) -> Motion:
    """Return the motion of a file, checked against the joints' limits and speeds."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MotionFileError(f"The motion file {path} cannot be read: {error}.") from None
    return parse_motion(text, name=path.stem, origin=str(path))


def parse_motion(text: str, *, name: str, origin: str) -> Motion:
    """Return the motion that a text describes; `origin` says in errors where it comes from."""
    remedy = "Compare it with one that comes with Ludens."
    with reading(f"The motion file {origin}", remedy=remedy, error=MotionFileError):
        return _parsed(text, name, origin)


def _parsed(text: str, name: str, origin: str) -> Motion:
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MotionFileError(f"{origin} is no TOML file: {error}.") from None
    _check_keys(tables, "", origin)
    try:
        table = msgspec.convert(tables, MotionTable)
    except msgspec.ValidationError as error:
        raise MotionFileError(f"{origin}: {_in_words(error)}") from None
    motion = Motion(
        name=name,
        summary=table.summary,
        begins=(table.begins,) if isinstance(table.begins, str) else table.begins,
        ends=table.ends,
        needs=table.needs,
        leans_rad=table.leans_rad,
        at_once=table.at_once,
        frames=tuple(_frame(frame, table, origin) for frame in table.frame),
    )
    check(motion, origin=origin)
    return motion


def _check_keys(tables: Mapping[str, Any], kind: str, where: str) -> None:
    """Refuse words that mean nothing, and name the nearest that does."""
    known = KEYS[kind].__struct_fields__
    for key, value in tables.items():
        if key not in known:
            raise MotionFileError(f"{where}: '{key}' means nothing here; {did_you_mean(key, known)}")
        if key in KEYS and isinstance(value, Mapping):
            _check_keys(value, key, where)
        elif key in KEYS and isinstance(value, list):
            for number, inner in enumerate(value, 1):
                if isinstance(inner, Mapping):
                    _check_keys(inner, key, f"{where}, frame '{inner.get('name', number)}'")


def _in_words(error: msgspec.ValidationError) -> str:
    """Return msgspec's error as a sentence; its paths count frames from zero."""
    return str(error).replace("`", "'").replace("$.", "").replace("Object missing", "There is no") + "."


def _frame(table: FrameTable, motion: MotionTable, origin: str) -> Frame:
    where = f"{origin}, frame '{table.name}'"
    mirror = motion.symmetrical if table.symmetrical is None else table.symmetrical

    def by_joint(values: Mapping[str, float]) -> dict[str, float]:
        for joint in values:
            if joint not in INDEX:
                raise MotionFileError(f"{where}: a NAO has no joint '{joint}'; {did_you_mean(joint, JOINTS)}")
        if not mirror:
            return dict(values)
        try:
            return symmetrical(values)
        except PoseError as error:
            raise MotionFileError(f"{where}: {error} Or say `symmetrical = false`.") from None

    joints_rad = by_joint(table.joints_rad)
    if table.pose is not None:
        try:
            joints_rad = dict(zip(JOINTS, posture_of(table.pose).tolist(), strict=True)) | joints_rad
        except PoseError as error:
            raise MotionFileError(f"{where}: {error}") from None
    return Frame(
        name=table.name,
        duration_s=table.duration_s,
        hold_s=table.hold_s,
        joints_rad=joints_rad,
        speeds_radps=by_joint(table.speeds_radps),
        stiffness=_stiffness(table.stiffness, mirror=mirror, where=where),
        balance_s=table.balance_s or 0.0,
        wait=_condition(Wait, table.wait),
        require=_condition(Condition, table.require),
        may_leave=table.may_leave,
    )


def _stiffness(written: float | Mapping[str, float] | None, *, mirror: bool, where: str) -> dict[str, float]:
    """Return the stiffness by joint; what is said of a joint wins over what is said of its part or of all."""
    given = {"all": written} if isinstance(written, float) else dict(written or {})
    groups = {"all": JOINTS, **PARTS}
    stiffness: dict[str, float] = {}
    for group, joints in groups.items():
        if group in given:
            stiffness |= dict.fromkeys(joints, given.pop(group))
    for joint, value in given.items():
        if joint not in INDEX:
            hint = did_you_mean(joint, (*JOINTS, *groups))
            raise MotionFileError(f"{where}: `stiffness` names '{joint}', which is no joint or part; {hint}")
        partner = "R" + joint[1:]
        stiffness[joint] = value
        if mirror and joint.startswith("L") and partner in INDEX:
            stiffness[partner] = value
    return stiffness


def _condition(kind: type[ConditionT], table: ConditionTable | None) -> ConditionT | None:
    return None if table is None else kind(**msgspec.structs.asdict(table))
