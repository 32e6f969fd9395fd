"""The experiment `soccer-lines`: border, lines, crossings, circle and penalty mark of single pictures.

A trial is one hall without robots; in half of the pictures a ball lies about. Pictures are judged on the
ground, up to 3 m away, against what the field really looks like from there:

- a stretch of a line that is in the picture for at least 0.5 m is found where lines that were seen cover half
  of it; a line that was seen is right where both its ends lie on one line of the field;
- a crossing is right where one of its kind really is;
- the border is compared in pixels with the row at which the turf ends.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from ludens.experiments.experiment import AtLeast, AtMost, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import numbers, quantile, share
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.see.picture_eyes import Percepts, PictureEyes
from ludens.games.soccer.world.field_pictures import FieldPicture, FieldPictures
from ludens.geometry import FloatArray
from ludens.geometry.soccer_field import SoccerField
from ludens.messages.field import Landmarks
from ludens.robots.nao.noise import load_noise
from ludens.vision.field.projection import GroundView

FARTHEST_M = 3.0
STEP_M = 0.05
LEAST_STRETCH_M = 0.5
RIM_PX = 12
"""So near to the edge of a picture nothing need be seen."""
RIGHT_SHARE, RIGHT_M = 0.10, 0.04
"""A line that is off by more, of its distance and besides, is another one."""
FIRST_SEED = 600_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LinesOptions:
    """Conditions of the experiment."""

    pictures: Annotated[int, Meta(ge=1, le=1000, description="Of one hall.")] = 20


def lines_trial(request: TrialRequest[LinesOptions]) -> Row:
    """Pictures of one hall: counts, and the errors of what was found."""
    counts: dict[str, int] = {}
    errors: dict[str, list[float]] = {"offset_share": [], "circle_error_m": [], "border_error_px": []}
    eyes = PictureEyes(seed=request.seed)
    with FieldPictures(FIRST_SEED + request.seed, noise=request.noise, robots=0) as hall:
        for number in range(request.options.pictures):
            picture = hall.random_picture(with_ball=number % 2 == 0)
            judge = PictureJudge(picture, eyes.look(picture.image, picture.pose), hall.pitch)
            for one in (judge.lines(), judge.crossings(), judge.circle(), judge.marks()):
                for name, count in one.items():
                    counts[name] = counts.get(name, 0) + count
            errors["offset_share"] += judge.offset_shares
            errors["circle_error_m"] += judge.circle_errors_m
            border = judge.border_error_px()
            errors["border_error_px"] += [] if border is None else [border]
    figures: dict[str, Json] = {
        name: [round(value, 4) for value in values] for name, values in errors.items()
    }
    return {"pictures": request.options.pictures, **counts, **figures}


class PictureJudge:
    """Compares what was seen in a picture with what is there."""

    def __init__(self, picture: FieldPicture, percepts: Percepts, pitch: SoccerField) -> None:
        self._picture, self._percepts, self._pitch = picture, percepts, pitch
        self._seen: Landmarks = percepts.landmarks
        self._view = GroundView.of(picture.pose.camera, picture.pose.robot_from_camera)
        self._robot_from_field = picture.field_from_robot.inverse()
        self.offset_shares: list[float] = []
        self.circle_errors_m: list[float] = []

    def lines(self) -> dict[str, int]:
        """Count stretches that could be seen and were, and lines that were seen and are right."""
        seen_m = self._seen.lines_m
        there = found = right = 0
        for stretch_m in self._stretches():
            there += 1
            found += _covered(stretch_m, seen_m) >= 0.5
        near_m = [line for line in seen_m.tolist() if _nearer_end_m(line) <= FARTHEST_M]
        for line in near_m:
            offset = self._offset_share(line)
            right += offset is not None
            self.offset_shares += [] if offset is None else [offset]
        return {"lines": there, "lines_found": found, "lines_seen": len(near_m), "lines_right": right}

    def crossings(self) -> dict[str, int]:
        """Count crossings that were seen, and those of the right kind."""
        kinds: Mapping[str, Sequence[tuple[float, float]]] = {
            "L": [at for at, _ in self._seen.corners],
            "T": [at for at, _ in self._seen.junctions],
            "X": self._seen.crossings,
        }
        seen = right = 0
        for kind, places in kinds.items():
            true_m = self._robot_from_field.apply_points(self._pitch.crossings[kind])  # type: ignore[index]
            for at_m in places:
                if math.hypot(*at_m) > FARTHEST_M:
                    continue
                seen += 1
                right += bool(np.hypot(*(true_m - at_m).T).min() < 0.1 + 0.05 * math.hypot(*at_m))
        return {"crossings_seen": seen, "crossings_right": right}

    def circle(self) -> dict[str, int]:
        """Count circles in view and found; one that is 0.5 m off is none."""
        angles = np.linspace(0.0, 2.0 * math.pi, 72, endpoint=False)
        rim_m = self._pitch.circle_radius_m * np.column_stack((np.cos(angles), np.sin(angles)))
        shown = self._in_view(self._robot_from_field.apply_points(rim_m))
        center_m = self._robot_from_field.apply(0.0, 0.0)
        found_m = self._seen.circle
        wrong = 0
        if found_m is not None:
            error_m = math.dist(found_m, center_m)
            wrong = int(error_m > 0.5)
            self.circle_errors_m += [] if wrong else [error_m]
        there = int(shown.mean() >= 0.4)
        return {
            "circles": there,
            "circles_found": int(bool(there) and found_m is not None and not wrong),
            "circles_wrong": wrong,
        }

    def marks(self) -> dict[str, int]:
        """Count penalty marks in view, found, and seen where none is."""
        true_m = self._robot_from_field.apply_points(self._pitch.marks_m)
        in_view = self._in_view(true_m, rim_px=25)
        there = found = right = 0
        for number, mark_m in enumerate(true_m):
            hits = [at for at in self._seen.marks if math.dist(at, mark_m) < 0.1 + 0.05 * math.hypot(*at)]
            right += len(hits)
            if in_view[number] and not self._ball_hides(mark_m):
                there += 1
                found += bool(hits)
        return {
            "marks": there,
            "marks_found": found,
            "marks_seen": len(self._seen.marks),
            "marks_right": right,
        }

    def border_error_px(self) -> float | None:
        """Return how far the border is off in the median column; None where no border is in the picture."""
        camera, pitch = self._picture.pose.camera, self._pitch
        rows = np.arange(0, camera.height_px, dtype=np.float64)
        errors = []
        for column in range(8, camera.width_px, 32):
            ground_m = self._view.ground_m(np.column_stack((np.full(len(rows), float(column)), rows)))
            on_field = self._picture.field_from_robot.apply_points(ground_m)
            on_turf = (np.abs(on_field[:, 0]) <= pitch.half_length_m + pitch.border_m) & (
                np.abs(on_field[:, 1]) <= pitch.half_width_m + pitch.border_m
            )
            if on_turf.any() and not on_turf[0]:
                errors.append(
                    abs(float(np.argmax(on_turf)) - float(self._percepts.scanned.border_rows[column]))
                )
        return float(np.median(errors)) if len(errors) >= 5 else None

    def _stretches(self) -> list[FloatArray]:
        """Return the points, (points, 2), of every stretch of a line that is in view."""
        stretches = []
        for x1, y1, x2, y2 in self._pitch.lines_m.tolist():
            count = max(int(math.hypot(x2 - x1, y2 - y1) / STEP_M), 2)
            along = np.linspace((x1, y1), (x2, y2), count)
            points_m = self._robot_from_field.apply_points(along)
            points_m = points_m[self._in_view(points_m)]
            if len(points_m) * STEP_M >= LEAST_STRETCH_M:
                stretches.append(points_m)
        return stretches

    def _in_view(self, points_m: FloatArray, *, rim_px: float = RIM_PX) -> NDArray[np.bool_]:
        pixels = self._view.pixels(np.column_stack((points_m, np.zeros(len(points_m)))))
        camera = self._picture.pose.camera
        with np.errstate(invalid="ignore"):
            inside = (pixels > rim_px).all(axis=1) & (
                pixels < (camera.width_px - rim_px, camera.height_px - rim_px)
            ).all(axis=1)
        near = np.hypot(points_m[:, 0], points_m[:, 1]) <= FARTHEST_M
        seen: NDArray[np.bool_] = inside & near
        return seen

    def _offset_share(self, line: Sequence[float]) -> float | None:
        """Return how far a seen line is off the nearest real one, per distance; None: it is wrong."""
        ends = np.array(line).reshape(2, 2)
        on_field = self._picture.field_from_robot.apply_points(ends)
        away_m = np.hypot(ends[:, 0], ends[:, 1])
        best = None
        for x1, y1, x2, y2 in self._pitch.lines_m.tolist():
            off_m = _off_segment_m(on_field, (x1, y1), (x2, y2))
            if (off_m < RIGHT_M + RIGHT_SHARE * away_m).all():
                share = float((off_m / np.maximum(away_m, 0.3)).max())
                best = share if best is None else min(best, share)
        return best

    def _ball_hides(self, mark_m: FloatArray) -> bool:
        ball_m = self._picture.ball_m
        if ball_m is None:
            return False
        bearing = abs(math.atan2(mark_m[1], mark_m[0]) - math.atan2(ball_m[1], ball_m[0]))
        return bearing < 0.2 and math.dist(mark_m, ball_m) < 0.6


def _off_segment_m(points: FloatArray, start: tuple[float, float], end: tuple[float, float]) -> FloatArray:
    """Return how far points, (points, 2), are from a stretch of a line."""
    way = np.array(end) - start
    length = float(np.hypot(*way))
    along = np.clip((points - start) @ way / length**2, 0.0, 1.0)
    off_m: FloatArray = np.hypot(*(points - (np.array(start) + along[:, np.newaxis] * way)).T)
    return off_m


def _covered(points_m: FloatArray, lines_m: FloatArray) -> float:
    """Return the share of points that lie on any of the lines."""
    away_m = np.hypot(points_m[:, 0], points_m[:, 1])
    on_any = np.zeros(len(points_m), bool)
    for x1, y1, x2, y2 in lines_m.tolist():
        on_any |= _off_segment_m(points_m, (x1, y1), (x2, y2)) < RIGHT_M + RIGHT_SHARE * away_m
    return float(on_any.mean())


def _nearer_end_m(line: Sequence[float]) -> float:
    return min(math.hypot(line[0], line[1]), math.hypot(line[2], line[3]))


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """Shares over all pictures, and quantiles of errors."""

    def share_of(part: str, whole: str) -> float | None:
        return share(sum(numbers(rows, part)), sum(numbers(rows, whole)))

    def values(name: str) -> list[float]:
        lists = (row.get(name) for row in rows)
        return [float(value) for one in lists if isinstance(one, list) for value in one]  # type: ignore[arg-type]

    return {
        "line_recall": share_of("lines_found", "lines"),
        "line_precision": share_of("lines_right", "lines_seen"),
        "line_offset_median_share": quantile(values("offset_share"), 0.5),
        "line_offset_worst_tenth_share": quantile(values("offset_share"), 0.9),
        "crossing_right_kind": share_of("crossings_right", "crossings_seen"),
        "circle_recall": share_of("circles_found", "circles"),
        "circle_error_median_m": quantile(values("circle_error_m"), 0.5),
        "circle_error_worst_tenth_m": quantile(values("circle_error_m"), 0.9),
        "circles_wrong": sum(numbers(rows, "circles_wrong")),
        "mark_recall": share_of("marks_found", "marks"),
        "mark_precision": share_of("marks_right", "marks_seen"),
        "border_error_median_px": quantile(values("border_error_px"), 0.5),
        "border_error_worst_tenth_px": quantile(values("border_error_px"), 0.9),
        "lines": sum(numbers(rows, "lines")),
        "crossings": sum(numbers(rows, "crossings_seen")),
        "circles": sum(numbers(rows, "circles")),
        "marks": sum(numbers(rows, "marks")),
    }


def check(_: LinesOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


LINES = Experiment(
    name="soccer-lines",
    summary="Border, lines, crossings, centre circle and penalty mark in single pictures, up to 3 m.",
    trial="ludens.games.soccer.experiments.lines:lines_trial",
    options=LinesOptions,
    summarise=summarise,
    goal={
        "line_recall": AtLeast(0.90),
        "line_precision": AtLeast(0.95),
        "line_offset_worst_tenth_share": AtMost(0.05),
        "crossing_right_kind": AtLeast(0.90),
        "circle_error_median_m": AtMost(0.10),
        "mark_recall": AtLeast(0.80),
        "mark_precision": AtLeast(0.95),
        "border_error_median_px": AtMost(8.0),
    },
    check=check,
    default_trials=40,
)
