"""The robot detector: windows with much body and many edges, measured by feet, told apart by jerseys."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.contract.module import Module
from ludens.messages import Drawing, Polyline, Shape, Text
from ludens.messages.field import NOWHERE, ScannedImage
from ludens.messages.team import RobotsSeen, RobotTeam, SeenRobot
from ludens.vision.field.ground_outline import ground_outline
from ludens.vision.field.projection import GroundView
from ludens.vision.field.scan import COLUMN_STEP_PX
from ludens.vision.field.scanner import view_of
from ludens.vision.robots.chains import find_chains, sums_along_columns
from ludens.vision.robots.jersey import LEAST_SHARE, NONE, colour_shares, hue_of, team_of
from ludens.vision.robots.windows import (
    COLUMN,
    LEFT,
    LYING,
    RIGHT,
    ROW,
    UPPER,
    find_lying,
    find_standing,
    take_chains,
)

HALF_FOOT_M = 0.06
"""From the near edge of the feet to the middle of a robot, on average of all directions."""
HALF_LYING_M = 0.0
TORSO_M = (0.24, 0.48)
TORSO_HALF_M = 0.09
HEIGHT_M = 0.58
LEAST_LYING_SHARE = 0.06
"""Of the box of one that lies, which is more than its torso. What shows less is none: in matches hardly
anything that is low and wide without a jersey is a robot."""
BARE = 0.015
"""A torso that has less of either team's colour is none: everybody on the field wears a jersey."""
COLOURS = {RobotTeam.OWN: "#7dc8ff", RobotTeam.OTHER: "#ff5f5f", RobotTeam.UNKNOWN: "#c0c0c0"}


@dataclass(frozen=True, slots=True)
class RobotDetectorParameters:
    """What the teams wear, and how far robots are looked for."""

    own_colour: Annotated[int, Meta(ge=0, le=9, description="Of the own jerseys, as the league counts.")] = 0
    other_colour: Annotated[int, Meta(ge=0, le=9, description="Of the other team's jerseys.")] = 1
    farthest_m: Annotated[float, Meta(gt=0, le=9, description="Robots beyond are left out.")] = 4.5
    pitch_sigma_rad: Annotated[float, Meta(ge=0, le=0.1, description="Of the camera's pose.")] = 0.012
    yaw_sigma_rad: Annotated[float, Meta(ge=0, le=0.1, description="Likewise.")] = 0.012
    place_sigma_m: Annotated[float, Meta(ge=0, le=1, description="Of a robot's middle by its feet.")] = 0.04
    sharp_radps: Annotated[
        float, Meta(gt=0, description="A camera that turns faster may overlook what is there.")
    ] = 1.8


class RobotDetector(Module[RobotDetectorParameters]):
    """Finds robots in scanned pictures."""

    budget_s = 0.002

    def start(self) -> None:
        """Know what the teams wear."""
        p = self.parameters
        self._own_hue, self._other_hue = hue_of(p.own_colour), hue_of(p.other_colour)
        self._knows_colours = NONE not in (self._own_hue, self._other_hue)

    def parameters_changed(self) -> None:
        """Know what they wear now."""
        self.start()

    def cycle(self, scanned: ScannedImage) -> RobotsSeen:
        """Return the robots of one picture, those that stand first, the nearest of them first."""
        robots = self._found(scanned) if scanned.field_colour is not None else ()
        self.debug.drawing("robots", lambda: _drawing(robots))
        sharp = scanned.turning_radps < self.parameters.sharp_radps
        outline = ground_outline(scanned, farthest_m=self.parameters.farthest_m) if sharp else NOWHERE
        return RobotsSeen(time_s=scanned.time_s, robots=robots, looked_at_m=outline)

    def _found(self, scanned: ScannedImage) -> tuple[SeenRobot, ...]:
        height, width, _ = scanned.ycbcr.shape
        chains = find_chains(
            scanned.vertical,
            scanned.border_rows,
            scanned.last_rows,
            scanned.projection,
            self.parameters.farthest_m,
        )
        if not len(chains):
            return ()
        lines = (width + COLUMN_STEP_PX - 1) // COLUMN_STEP_PX
        bodies, edges = sums_along_columns(scanned.vertical, lines, height)
        view, robots = view_of(scanned), []
        used, theirs = np.zeros(len(chains), np.bool_), np.zeros(len(chains), np.bool_)
        for row in find_standing(chains, bodies, edges, scanned.projection, scanned.border_rows, used):
            robot = self._measured(row.tolist(), scanned, view)
            if robot is not None:
                robots.append(robot)
                take_chains(chains, row, theirs)
        lying = (self._measured(row, scanned, view) for row in find_lying(chains, edges, theirs).tolist())
        return (*robots, *(robot for robot in lying if robot is not None))

    def _measured(self, row: Sequence[float], scanned: ScannedImage, view: GroundView) -> SeenRobot | None:
        p, lies = self.parameters, row[LYING] > 0.0
        feet_m = view.ground_m(np.array([(row[COLUMN], row[ROW])]))[0]
        feet_away_m = float(np.hypot(*feet_m))
        if not 0.0 < feet_away_m <= p.farthest_m:
            return None
        farther = 1.0 + (HALF_LYING_M if lies else HALF_FOOT_M) / feet_away_m
        x_m, y_m = (farther * feet_m).tolist()
        shares = self._shares(row, scanned, view, (x_m, y_m))
        if shares is not None and max(shares) < (LEAST_LYING_SHARE if lies else BARE) and self._knows_colours:
            return None
        away_m, height_m = math.hypot(x_m, y_m), max(view.height_m, 0.05)
        along_rad = math.hypot(p.pitch_sigma_rad, 2.0 / view.camera.focal_y_px)
        return SeenRobot(
            place_m=(x_m, y_m),
            team=team_of(shares, LEAST_LYING_SHARE if lies else LEAST_SHARE),
            fallen=lies,
            along_sigma_m=(away_m**2 + height_m**2) / height_m * along_rad + p.place_sigma_m,
            across_sigma_m=away_m * p.yaw_sigma_rad + p.place_sigma_m,
            box_px=_box(row, view, (x_m, y_m)),
        )

    def _shares(
        self, row: Sequence[float], scanned: ScannedImage, view: GroundView, place_m: tuple[float, float]
    ) -> tuple[float, float] | None:
        """Return how much of a robot's torso has each team's colour; None where the torso is not in view."""
        if row[LYING] > 0.0:
            box = (row[LEFT], row[UPPER], row[RIGHT], row[ROW])
        else:
            low, high = view.pixels(np.array([(*place_m, z_m) for z_m in TORSO_M]))
            half_px = TORSO_HALF_M * view.camera.focal_x_px / max(math.hypot(*place_m), 0.2)
            box = (row[COLUMN] - half_px, float(high[1]), row[COLUMN] + half_px, float(low[1]))
        if not all(math.isfinite(side) for side in box):
            return None
        return colour_shares(scanned.ycbcr, box, self._own_hue, self._other_hue)


def _box(
    row: Sequence[float], view: GroundView, place_m: tuple[float, float]
) -> tuple[float, float, float, float]:
    upper = row[UPPER]
    if row[LYING] == 0.0:
        head_row = float(view.pixels(np.array([(*place_m, HEIGHT_M)]))[0][1])
        upper = max(head_row, 0.0) if math.isfinite(head_row) else upper
    return row[LEFT], upper, row[RIGHT], row[ROW]


def _drawing(robots: Sequence[SeenRobot]) -> Drawing:
    shapes: list[Shape] = []
    for robot in robots:
        left, upper, right, lower = robot.box_px
        corners = ((left, upper), (right, upper), (right, lower), (left, lower), (left, upper))
        colour = COLOURS[robot.team]
        shapes.append(Polyline(points=corners, colour=colour))
        words = f"{robot.team} {math.hypot(*robot.place_m):.1f} m{', lies' if robot.fallen else ''}"
        shapes.append(Text(at=(left, lower + 12.0), words=words, colour=colour))
    return Drawing(frame="image", shapes=tuple(shapes))
