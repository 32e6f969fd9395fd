"""Turns that a person types, in any of the usual spellings."""

import re

from ludens.games.morris.rules import Turn
from ludens.games.morris.rules.notation import point_from_text

SPELLING = re.compile(r"([a-g]\d)(?:[-–> ]*([a-g]\d))?(?:[ ,]*x?[ ]*([a-g]\d))?")
CAPTURE = re.compile(r"x?\s*([a-g]\d)")


def read_turn(line: str, *, placing: bool) -> Turn | None:
    """A turn such as `d6`, `d6-d5`, `d6 d5`, `d6d5xb4`; None when nothing of that kind was typed.

    While men are placed, a second point without an x is what the mill takes: `d6 b4` is `d6xb4`.
    """
    text = line.strip().lower()
    match = SPELLING.fullmatch(text)
    if match is None:
        return None
    points = [point_from_text(name) for name in match.groups() if name is not None]
    is_step = any(sign in text for sign in "-–>")
    takes = "x" in text or len(points) == 3 or (placing and len(points) == 2 and not is_step)
    captured = points.pop() if takes and len(points) > 1 else None
    target = points.pop()
    return Turn(target, points.pop() if points else None, captured)


def read_capture(line: str) -> int | None:
    """The man to take, `b4` or `xb4`; None when nothing of that kind was typed."""
    match = CAPTURE.fullmatch(line.strip().lower())
    return None if match is None else point_from_text(match[1])
