"""Writes a motion as the text of a motion file; read again, it is the same motion."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from ludens.core.configuration.toml_text import key_text, value_text
from ludens.motion.files.motion import Condition, Frame, Motion
from ludens.robots.nao.joints import INDEX, JOINTS, changes_sign


def motion_text(motion: Motion) -> str:
    """Return the text of a file; right sides that mirror the left are left out."""
    lines = [f"summary = {value_text(motion.summary)}"]
    lines += [f"{key} = {value_text(getattr(motion, key))}" for key in ("ends", "needs")]
    begins = motion.begins[0] if len(motion.begins) == 1 else motion.begins
    lines.insert(1, f"begins = {value_text(begins)}")
    if motion.at_once:
        lines.append("at_once = true")
    if motion.leans_rad > 0.0:
        lines.append(f"leans_rad = {value_text(motion.leans_rad)}")
    mirrored = all(map(_is_symmetrical, motion.frames))
    if mirrored:
        lines.append("symmetrical = true")
    for frame in motion.frames:
        lines += ["", "[[frame]]", *_frame_lines(frame, all_mirrored=mirrored)]
    return "\n".join(lines) + "\n"


def _frame_lines(frame: Frame, *, all_mirrored: bool) -> list[str]:
    symmetrical = _is_symmetrical(frame)
    lines = [f"{key} = {value_text(getattr(frame, key))}" for key in ("name", "duration_s")]
    if frame.hold_s > 0.0:
        lines.append(f"hold_s = {value_text(frame.hold_s)}")
    if symmetrical and not all_mirrored:
        lines.append("symmetrical = true")
    if frame.stiffness:
        lines.append(f"stiffness = {_stiffness_text(frame.stiffness)}")
    if frame.balance_s > 0.0:
        lines.append(f"balance_s = {value_text(frame.balance_s)}")
    if frame.may_leave:
        lines.append("may_leave = true")
    for key in ("wait", "require"):
        condition: Condition | None = getattr(frame, key)
        if condition is not None:
            lines.append(f"{key} = {value_text(_differences(condition))}")
    for key in ("joints_rad", "speeds_radps"):
        values: Mapping[str, float] = getattr(frame, key)
        kept = [joint for joint in JOINTS if joint in values and not (symmetrical and _is_right(joint))]
        if kept:
            lines.append(f"[frame.{key}]")
            lines += [f"{key_text([joint])} = {value_text(values[joint])}" for joint in kept]
    return lines


def _stiffness_text(stiffness: Mapping[str, float]) -> str:
    if len(stiffness) == len(JOINTS) and len(set(stiffness.values())) == 1:
        return value_text(next(iter(stiffness.values())))
    return value_text({joint: stiffness[joint] for joint in JOINTS if joint in stiffness})


def _differences(condition: Condition) -> dict[str, Any]:
    """Return what a condition says that is not said by itself."""
    given = {field.name: (getattr(condition, field.name), field.default) for field in fields(condition)}
    return {name: value for name, (value, default) in given.items() if value != default}


def _is_right(joint: str) -> bool:
    return joint.startswith("R")


def _is_symmetrical(frame: Frame) -> bool:
    """Tell whether the right side of a frame follows from its left."""
    return _mirrors(frame.joints_rad) and _mirrors(frame.speeds_radps) and _same_on_both(frame.stiffness)


def _mirrors(values: Mapping[str, float]) -> bool:
    return all(
        values.get(partner) == (-value if changes_sign(joint) else value)
        for joint, value in values.items()
        if (partner := _partner(joint))
    )


def _same_on_both(values: Mapping[str, float]) -> bool:
    return all(values.get(_partner(joint) or joint) == value for joint, value in values.items())


def _partner(joint: str) -> str:
    """Return the same joint of the other side; nothing where there is none."""
    partner = ("L" if _is_right(joint) else "R") + joint[1:]
    return partner if joint[0] in "LR" and partner in INDEX else ""
