"""What was seen in a picture, as JSON: pixels of the picture as it is, metres in the robot's frame."""

import math
from typing import Any

import numpy as np

from ludens.games.soccer.see.picture_eyes import Percepts
from ludens.messages.team import RobotTeam
from ludens.vision.field.scanner import view_of

BORDER_POINTS = 33
LEAST_COLOUR = 2.0
"""Deviation of chroma in a picture that has any."""
Point = tuple[float, float]


def report(percepts: Percepts, *, scale: float = 1.0) -> dict[str, Any]:
    """Return the percepts of a picture that was scaled by this before it was looked at."""
    scanned, landmarks = percepts.scanned, percepts.landmarks
    view = view_of(scanned)

    def pixel(at: Point) -> list[float]:
        return [round((value + 0.5) / scale - 0.5, 1) for value in at]

    def shown(at_m: Point) -> list[float] | None:
        column, row = view.pixels(np.array([(*at_m, 0.0)]))[0].tolist()
        return pixel((column, row)) if math.isfinite(column + row) else None

    def point(at_m: Point) -> dict[str, Any]:
        return {"at_m": _rounded(at_m), "at_px": shown(at_m)}

    crossings = [{"kind": "L", **point(at), "yaw_rad": round(yaw, 4)} for at, yaw in landmarks.corners]
    crossings += [{"kind": "T", **point(at), "yaw_rad": round(yaw, 4)} for at, yaw in landmarks.junctions]
    crossings += [{"kind": "X", **point(at), "yaw_rad": None} for at in landmarks.crossings]
    circle, middle_rad = landmarks.circle, landmarks.middle_line_rad
    line_points = () if percepts.line_pixels is None else percepts.line_pixels.pixels.tolist()
    return {
        "note": _note(percepts),
        "field_colour": _field_colour(percepts),
        "border_px": [] if scanned.field_colour is None else [pixel(at) for at in _border(percepts)],
        "line_points_px": [pixel((column, row)) for column, row in line_points],
        "lines": [
            {
                "start_m": _rounded((x1, y1)),
                "end_m": _rounded((x2, y2)),
                "start_px": shown((x1, y1)),
                "end_px": shown((x2, y2)),
            }
            for x1, y1, x2, y2 in landmarks.lines_m.tolist()
        ],
        "crossings": crossings,
        "circle": None
        if circle is None
        else {**point(circle), "middle_line_rad": None if middle_rad is None else round(middle_rad, 4)},
        "marks": [point(at) for at in landmarks.marks],
        "balls": [
            {
                "center_px": pixel(ball.center_px),
                "radius_px": round(ball.radius_px / scale, 1),
                "score": round(ball.score, 4),
                "at_m": _rounded(ball.place_m),
                "distance_m": round(math.hypot(*ball.place_m), 4),
            }
            for ball in percepts.balls.balls
        ],
        "robots": [
            {
                "box_px": [*pixel(robot.box_px[:2]), *pixel(robot.box_px[2:])],
                "team": robot.team,
                "fallen": robot.fallen,
                "at_m": _rounded(robot.place_m),
                "distance_m": round(math.hypot(*robot.place_m), 4),
            }
            for robot in percepts.robots.robots
        ],
        "candidates": [
            {
                "center_px": pixel((candidate.column_px, candidate.row_px)),
                "radius_px": round(candidate.radius_px / scale, 1),
                "score": round(score, 4),
            }
            for candidate, score in percepts.candidates
        ],
    }


def in_words(seen: dict[str, Any]) -> str:
    """Return a report as a line to read."""
    if seen["field_colour"] is None:
        return f"no field. {seen['note']}"
    words = [_counted(len(seen["lines"]), "line")]
    kinds = [crossing["kind"] for crossing in seen["crossings"]]
    words += [f"{kinds.count(kind)} {kind}" for kind in "LTX" if kind in kinds]
    if seen["circle"] is not None:
        words.append(f"centre circle at {_place(seen['circle']['at_m'])}")
    words += [f"penalty mark at {_place(mark['at_m'])}" for mark in seen["marks"]]
    words += [f"ball at {_place(ball['at_m'])} ({ball['score']:.2f})" for ball in seen["balls"]]
    words += [] if seen["balls"] else ["no ball"]
    words += [f"{_robot(robot)} at {_place(robot['at_m'])}" for robot in seen["robots"]]
    return ", ".join(words) + "."


def _robot(seen: dict[str, Any]) -> str:
    lying = "lying " if seen["fallen"] else ""
    return (
        f"{lying}robot" if seen["team"] == RobotTeam.UNKNOWN else f"{lying}robot of the {seen['team']} team"
    )


def _note(percepts: Percepts) -> str | None:
    """Return why no field was found, where none was."""
    scanned = percepts.scanned
    if scanned.field_colour is not None:
        return None
    if float(scanned.ycbcr[..., 1:].std()) < LEAST_COLOUR:
        return "The picture has no colours, and the field is known by its green."
    if not _ground_is_in_view(percepts):
        return "By the camera's pose the whole picture is above the horizon."
    return "Nothing green lies below the horizon that the camera's pose gives."


def _ground_is_in_view(percepts: Percepts) -> bool:
    height, width, _ = percepts.scanned.ycbcr.shape
    corners = np.array([(x, y) for x in (0.0, width - 1.0) for y in (0.0, height - 1.0)])
    return bool(np.isfinite(view_of(percepts.scanned).ground_m(corners)).any())


def _field_colour(percepts: Percepts) -> dict[str, float] | None:
    colour = percepts.scanned.field_colour
    if colour is None:
        return None
    return {name: round(value, 1) for name, value in zip(("y", "cb", "cr", "radius"), colour, strict=True)}


def _border(percepts: Percepts) -> list[Point]:
    rows = percepts.scanned.border_rows
    columns = np.linspace(0, len(rows) - 1, min(BORDER_POINTS, len(rows))).astype(np.int64)
    return [(float(column), float(rows[column])) for column in columns.tolist()]


def _rounded(at_m: Point) -> list[float]:
    return [round(value, 4) for value in at_m]


def _place(at_m: list[float]) -> str:
    return f"{at_m[0]:.2f}, {at_m[1]:.2f} m"


def _counted(count: int, word: str) -> str:
    return f"{count or 'no'} {word}{'' if count == 1 else 's'}"
