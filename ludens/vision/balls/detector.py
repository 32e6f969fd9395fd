"""The ball detector: candidates by colour and size, judged by the net, and measured on the ground.

A ball's place follows from the ray to its middle, one radius above the ground, and from how large it looks;
the surer of both counts more.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.contract.module import Module
from ludens.messages import Circle, Drawing, Shape, Text
from ludens.messages.field import BallsSeen, ScannedImage, SeenBall
from ludens.vision.balls.candidates import BallCandidate, find_candidates
from ludens.vision.balls.net import BallNet
from ludens.vision.balls.sample import cut_samples
from ludens.vision.field.ground_outline import ground_outline
from ludens.vision.field.projection import GroundView
from ludens.vision.field.scanner import colour_of, view_of

SURE_M = 3.0
"""Nearer than this a ball that is there is found in almost every picture."""
SEEN, DOUBTED = "#ff8f4c", "#9a9a9a"


@dataclass(frozen=True, slots=True)
class BallDetectorParameters:
    """What counts as a ball."""

    radius_m: Annotated[float, Meta(gt=0, le=0.5, description="Of the ball.")] = 0.05
    least_score: Annotated[float, Meta(ge=0, le=1, description="Of the net, to be a ball.")] = 0.8
    farthest_m: Annotated[float, Meta(gt=0, le=12, description="Balls beyond are left out.")] = 7.0
    pitch_sigma_rad: Annotated[float, Meta(ge=0, le=0.1, description="Of the camera's pose.")] = 0.012
    yaw_sigma_rad: Annotated[float, Meta(ge=0, le=0.1, description="Likewise.")] = 0.012
    weights: Annotated[str, Meta(description="File of a net of one's own; empty: the one we trained.")] = ""


class BallDetector(Module[BallDetectorParameters]):
    """Finds balls in scanned pictures."""

    budget_s = 0.003

    def start(self) -> None:
        """Read the net."""
        weights = self.parameters.weights
        self._net = BallNet.from_file(Path(weights)) if weights else BallNet()
        self.judged: tuple[tuple[BallCandidate, float], ...] = ()

    def cycle(self, scanned: ScannedImage) -> BallsSeen:
        """Return the balls of one picture, the surest first."""
        judged = self.judged = tuple(self.judge(scanned))
        view = view_of(scanned)
        balls = [
            self._measured(candidate, score, view)
            for candidate, score in judged
            if score >= self.parameters.least_score
        ]
        self.debug.drawing("candidates", lambda: _drawing(judged, self.parameters.least_score))
        found = sorted((ball for ball in balls if ball is not None), key=lambda ball: -ball.score)
        return BallsSeen(
            time_s=scanned.time_s, balls=tuple(found), looked_at_m=ground_outline(scanned, farthest_m=SURE_M)
        )

    def judge(self, scanned: ScannedImage) -> list[tuple[BallCandidate, float]]:
        """Return every candidate of a picture with the net's score."""
        colour = colour_of(scanned)
        if colour is None:
            return []
        candidates = find_candidates(
            scanned.ycbcr,
            view_of(scanned),
            colour,
            radius_m=self.parameters.radius_m,
            first_rows=scanned.border_rows,
            last_rows=scanned.last_rows,
        )
        scores = self._net.scores(cut_samples(scanned.ycbcr, candidates))
        return list(zip(candidates, scores.tolist(), strict=True))

    def _measured(self, candidate: BallCandidate, score: float, view: GroundView) -> SeenBall | None:
        p = self.parameters
        return measured_ball(
            (candidate.column_px, candidate.row_px),
            candidate.radius_px,
            score,
            view,
            radius_m=p.radius_m,
            farthest_m=p.farthest_m,
            sigmas_rad=(p.pitch_sigma_rad, p.yaw_sigma_rad),
        )


def measured_ball(
    center_px: tuple[float, float],
    radius_px: float,
    score: float,
    view: GroundView,
    *,
    radius_m: float,
    farthest_m: float,
    sigmas_rad: tuple[float, float],
) -> SeenBall | None:
    """Return a ball with its place on the ground; None beyond the farthest. Sigmas: of pitch and yaw."""
    x_m, y_m = view.ground_m(np.array([center_px]), height_m=radius_m)[0].tolist()
    away_m = math.hypot(x_m, y_m)
    if not away_m <= farthest_m:
        return None
    height_m = max(view.height_m - radius_m, 0.05)
    along_m = (away_m**2 + height_m**2) / height_m * math.hypot(sigmas_rad[0], 1.0 / view.camera.focal_y_px)
    across_m = away_m * math.hypot(sigmas_rad[1], 1.0 / view.camera.focal_x_px)
    return SeenBall(
        center_px=center_px,
        radius_px=radius_px,
        score=score,
        place_m=(x_m, y_m),
        along_sigma_m=along_m + 0.005,
        across_sigma_m=across_m + 0.005,
    )


def _drawing(judged: Sequence[tuple[BallCandidate, float]], least_score: float) -> Drawing:
    shapes: list[Shape] = []
    for candidate, score in judged:
        colour = SEEN if score >= least_score else DOUBTED
        center = (candidate.column_px, candidate.row_px)
        shapes.append(Circle(center=center, radius=candidate.radius_px, colour=colour))
        above = (candidate.column_px, candidate.row_px - candidate.radius_px - 4.0)
        shapes.append(Text(at=above, words=f"{score:.2f}", colour=colour))
    return Drawing(frame="image", shapes=tuple(shapes))
