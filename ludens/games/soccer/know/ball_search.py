"""Where to look for a lost ball: a map of where it may be, and which robot looks where.

Every robot keeps the map for itself: from what it looks at, what its mates say that they looked at, where the
ball was last, and what the rules tell. It would send every mate into its own area of the field. All follow
the player whose map has been kept for longest without a break, as far as it can be heard.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.contract.declaration import Since, under
from ludens.core.contract.module import CycleTime, Module
from ludens.games.soccer.know.free_kick_places import SIDE_M, laid_m
from ludens.games.soccer.know.search_grid import (
    AREAS_M,
    CELL_M,
    COLUMNS,
    ROWS,
    SearchGrid,
    areas,
    bits_of,
    cell_number,
    cell_of,
    middle_of,
)
from ludens.games.soccer.know.team_ball import rolled_m
from ludens.games.soccer.move.planner import PACE
from ludens.geometry import Pose2
from ludens.messages import Arrow, Drawing, Polyline, Shape, Text
from ludens.messages.field import BallsSeen
from ludens.messages.league import SetPlay
from ludens.messages.soccer import MatchStatus
from ludens.messages.team import BallSearch, Role, TeamBall, Teammate, Teammates

Point = tuple[float, float]

CENTRE = tuple((x_m, y_m) for x_m in (-0.25, 0.25) for y_m in (-0.25, 0.25))
SIDE_LINES = tuple((middle_of(column)[0], side * SIDE_M) for column in range(COLUMNS) for side in (-1, 1))
CONE = np.array(
    [
        (far_m * math.cos(angle), far_m * math.sin(angle))
        for far_m, angles in ((0.2, (-0.44, 0.44)), (2.0, (0.44, 0.2, 0.0, -0.2, -0.44)))
        for angle in angles
    ]
)
"""What a mate sees that says only where it looks: 50°, from 0.2 to 2 m."""
FEET = np.array([(0.5 * math.cos(k * math.pi / 4), 0.5 * math.sin(k * math.pi / 4)) for k in range(8)])
"""Where a robot stands no ball lies, though it does not look there."""
GUARDS = (Role.KEEPER, Role.REPLACEMENT_KEEPER)
ROLLS_S = 10.0
RED, WHITE = "#ff5f4c", "#e8efe8"


@dataclass(frozen=True, slots=True)
class BallSearchMapParameters:
    """How the map is kept, and what a look is worth."""

    period_s: Annotated[float, Meta(gt=0, le=2, description="Between two updates of the map.")] = 0.2
    slow_period_s: Annotated[
        float, Meta(gt=0, le=5, description="The same while the ball is known, and for mates' targets.")
    ] = 1.0
    kept: Annotated[
        float, Meta(ge=0, le=1, description="Of a cell's probability when it was looked at: robots hide.")
    ] = 0.4
    middle: Annotated[float, Meta(ge=1, description="Of the kernel by which the ball moves on.")] = 400.0
    laid: Annotated[float, Meta(ge=0, le=1, description="How sure it lies where the rules say.")] = 0.8
    probability_weight: Annotated[float, Meta(gt=0)] = 3000.0
    most_age_s: Annotated[float, Meta(ge=0, description="Waiting for longer counts no more.")] = 30.0
    looks_from_m: Annotated[float, Meta(gt=0, le=5, description="How far away a cell is looked at.")] = 2.0
    loyalty: Annotated[float, Meta(gt=0, le=1, description="Of the cost at which a target is kept.")] = 0.7
    recent_s: Annotated[float, Meta(gt=0, le=10, description="What was seen so lately is told mates.")] = 2.2
    as_wise_s: Annotated[
        float, Meta(ge=0, le=60, description="Maps kept about as long are equal: the lowest number counts.")
    ] = 3.0
    tries_s: Annotated[
        float, Meta(gt=0, le=60, description="A target near by that is not seen for so long is given up.")
    ] = 6.0
    patience_s: Annotated[float, Meta(gt=0, le=10, description="Older suggestions are not followed.")] = 3.5


class BallSearchMap(Module[BallSearchMapParameters]):
    """Divides the field among the team's explorers and says where the robot itself shall look."""

    def start(self) -> None:
        """Begin with a ball that may be anywhere."""
        self._grid = SearchGrid(0.0)
        self._own_seen_s = np.full((ROWS, COLUMNS), -math.inf)
        self._heard_s: dict[int, float] = {}  # the newest message of each mate that was taken in
        self._explorers: tuple[int, ...] = ()
        self._area_of: dict[int, int] = {}
        self._cells: dict[int, int] = {}  # targets of all explorers
        self._updated_s, self._divided_s, self._since_s = -math.inf, -math.inf, math.inf
        self._target, self._target_s = -1, -math.inf  # the own one, and since when it stands near it
        self._knew = False  # the ball, at the last update
        self._told = ("initial", SetPlay.NONE)
        self._seen: dict[str, BallsSeen] = {}  # the newest picture of each camera since the last update
        self._output: tuple[Point, Pose2, tuple[Point | None, ...], bytes] | None = None
        self.parameters_changed()

    def parameters_changed(self) -> None:
        """Put the weights of the search's cost together."""
        p = self.parameters
        self._weights = np.array(
            (
                p.probability_weight,
                p.most_age_s,
                p.looks_from_m,
                PACE.forward_mps,
                PACE.turn_radps,
                p.loyalty,
            )
        )

    def cycle(
        self,
        now: CycleTime,
        team: Teammates,
        ball: TeamBall | None,
        status: MatchStatus | None,
        top: Annotated[Since[BallsSeen], under("top")],
        bottom: Annotated[Since[BallsSeen], under("bottom")],
    ) -> BallSearch | None:
        """Keep the map, and now and then divide the field anew."""
        if top:
            self._seen["top"] = top[-1]
        if bottom:
            self._seen["bottom"] = bottom[-1]
        p, late_s = self.parameters, now.time_s - self._updated_s
        knows = ball is not None and ball.is_known
        period_s = p.slow_period_s if knows else p.period_s
        if self._output is None or knows != self._knew or not 0.0 <= late_s < period_s - 1e-6:
            self._knew = knows
            self._update(now.time_s, team, ball, status)
            self._output = self._divided(now.time_s, team, ball)
            self.debug.drawing("map", lambda: self._drawing(team))
        look_at_m, stand_at, suggested_m, looked_at = self._output
        return BallSearch(
            time_s=now.time_s,
            look_at_m=look_at_m,
            stand_at=stand_at,
            suggested_m=suggested_m,
            since_s=max(now.time_s - self._since_s, 0.0),
            looked_at=looked_at,
        )

    def _update(
        self, time_s: float, team: Teammates, ball: TeamBall | None, status: MatchStatus | None
    ) -> None:
        p, me = self.parameters, team.me
        elapsed_s = time_s - self._updated_s
        if not 0.0 <= elapsed_s < 10.0:  # the first time, or a clock has jumped
            self._grid.forget(time_s)
            self._own_seen_s[:] = -math.inf
            self._since_s, self._heard_s = math.inf, {}
            elapsed_s = p.period_s
        self._updated_s = time_s
        if me.penalised or not me.is_sure:
            self._since_s = math.inf
        else:
            self._since_s = min(self._since_s, time_s)
        if me.is_sure:
            outlines_m = [picture.looked_at_m for picture in self._seen.values()]
            for outline_m in (FEET, *outlines_m):
                if len(outline_m) > 2:
                    cells = self._grid.look(outline_m, me.field_from_robot, time_s, p.kept)
                    self._own_seen_s[cells] = time_s
            self._give_up(time_s, me)
        self._seen.clear()
        for mate in team.players:
            if mate is not me and mate.is_sure and not mate.penalised and not mate.fallen:
                self._hear(mate)
        if ball is not None and ball.is_known:
            rests_m = rolled_m(ball.place_m, ball.velocity_mps, ROLLS_S, 0.35)
            self._grid.believe((ball.place_m, rests_m), 0.5)
        else:
            self._grid.spread(p.middle * p.period_s / max(elapsed_s, 1e-3))
        if status is not None:
            self._obey(time_s, status)

    def _give_up(self, time_s: float, me: Teammate) -> None:
        """Count the target as looked at that the robot stands before for long without ever seeing it."""
        cell = -1 if self._output is None else cell_number(self._output[0])
        at = me.field_from_robot
        away_m = math.dist((at.x_m, at.y_m), middle_of(cell))
        if cell != self._target or away_m > self.parameters.looks_from_m:
            self._target, self._target_s = cell, time_s
        elif time_s - max(self._target_s, float(self._own_seen_s.flat[cell])) > self.parameters.tries_s:
            self._grid.give_up(cell, time_s, self.parameters.kept)
            self._own_seen_s.flat[cell] = time_s

    def _hear(self, mate: Teammate) -> None:
        """Take in what a mate has looked at, once for each message."""
        if mate.told_s <= self._heard_s.get(mate.player, -math.inf):
            return
        self._heard_s[mate.player] = mate.told_s
        if mate.looked_at:
            self._grid.look_at_cells(mate.looked_at, mate.told_s, self.parameters.kept)
        else:
            at = mate.field_from_robot
            gaze = Pose2(at.x_m, at.y_m, at.yaw_rad + mate.head_yaw_rad)
            self._grid.look(CONE, gaze, mate.told_s, self.parameters.kept)

    def _obey(self, time_s: float, status: MatchStatus) -> None:
        """Take in where the rules lay the ball, when they do."""
        told, before = (status.state, status.set_play), self._told
        self._told = told
        if status.state in ("ready", "set"):
            self._grid.forget(time_s)
            self._grid.believe(CENTRE, self.parameters.laid)
        elif told != before and (places_m := _searched_m(status)):
            self._grid.forget(time_s)
            self._grid.believe(places_m, self.parameters.laid)

    def _divided(
        self, time_s: float, team: Teammates, ball: TeamBall | None
    ) -> tuple[Point, Pose2, tuple[Point | None, ...], bytes]:
        """Return where to look, from where, where all should look, and which cells the robot saw lately."""
        p, me = self.parameters, team.me
        looked_at = bits_of(time_s - self._own_seen_s < p.recent_s)
        if ball is not None and ball.is_known:
            self._cells.clear()
            return ball.place_m, self._stand(me, ball.place_m), (), looked_at
        explorers = {mate.player: mate for mate in team.players if _explores(mate)}
        if tuple(explorers) != self._explorers:
            self._explorers, self._cells = tuple(explorers), {}
            self._area_of = assigned_areas(explorers) if explorers else {}
        tells_soon = not 0.0 <= time_s - self._divided_s < p.slow_period_s - 1e-6
        self._divided_s = time_s if tells_soon else self._divided_s
        for number, area in self._area_of.items():
            if not tells_soon and number != team.own and number in self._cells:
                continue  # mates hear of their targets once a second only
            self._cells[number] = self._grid.best_cell(
                explorers[number].field_from_robot,
                areas(len(explorers))[area],
                time_s,
                self._weights,
                self._cells.get(number, -1),
            )
        highest = max(self._cells, default=0)
        suggested_m = tuple(
            middle_of(self._cells[number]) if number in self._cells else None
            for number in range(1, highest + 1)
        )
        look_at_m = self._followed(time_s, team)
        if look_at_m is None:
            known = 0 < team.own <= len(suggested_m)
            look_at_m = (suggested_m[team.own - 1] if known else None) or self._likeliest_m()
        return look_at_m, self._stand(me, look_at_m), suggested_m, looked_at

    def _followed(self, time_s: float, team: Teammates) -> Point | None:
        """Return what the wisest player suggests; None if that is the robot itself, or says nothing new.

        It says nothing new where the robot has looked meanwhile.
        """
        p = self.parameters
        kept_s = {
            mate.player: mate.search_since_s + time_s - mate.told_s
            for mate in team.players
            if mate.search_m and mate.player != team.own and time_s - mate.told_s < p.patience_s
        }
        kept_s[team.own] = max(time_s - self._since_s, 0.0)
        wisest = min(number for number in kept_s if kept_s[number] > max(kept_s.values()) - p.as_wise_s)
        if wisest == team.own:
            return None
        mate = next(mate for mate in team.players if mate.player == wisest)
        place_m = mate.search_m[team.own - 1] if team.own <= len(mate.search_m) else None
        if place_m is None or self._own_seen_s[cell_of(place_m)] > mate.told_s:
            return None
        return place_m

    def _likeliest_m(self) -> Point:
        return middle_of(int(np.argmax(self._grid.probability)))

    def _stand(self, me: Teammate, place_m: Point) -> Pose2:
        """Return from where the robot best looks at a place: on the way there, where it is near enough."""
        at = me.field_from_robot
        x_m, y_m = place_m[0] - at.x_m, place_m[1] - at.y_m
        way_m, yaw_rad = math.hypot(x_m, y_m), math.atan2(y_m, x_m)
        left_m = max(way_m - 0.9 * self.parameters.looks_from_m, 0.0)
        return Pose2(at.x_m + left_m * math.cos(yaw_rad), at.y_m + left_m * math.sin(yaw_rad), yaw_rad)

    def _drawing(self, team: Teammates) -> Drawing:
        return Drawing(frame="ground", shapes=tuple(self._shapes(team)))

    def _shapes(self, team: Teammates) -> Iterator[Shape]:
        likeliest = max(float(self._grid.probability.max()), 1e-9)
        half_m = 0.5 * CELL_M
        for cell, probability in enumerate(self._grid.probability.ravel().tolist()):
            share = probability / likeliest
            if share > 0.05:
                x_m, y_m = middle_of(cell)
                corners = tuple(
                    (x_m + a * half_m, y_m + b * half_m) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
                )
                yield Polyline(points=corners, colour=_heat(share), closed=True, filled=True, width=0.5)
        for mate in team.players:
            if mate.player in self._cells:
                at, place_m = mate.field_from_robot, middle_of(self._cells[mate.player])
                yield Arrow(tail=(at.x_m, at.y_m), tip=place_m, colour=WHITE)
                yield Text(at=place_m, words=str(mate.player), colour=RED)


def _explores(mate: Teammate) -> bool:
    """Whether a player can be sent about; whoever guards the goal looks from there."""
    return mate.is_sure and not mate.penalised and mate.role not in GUARDS


def _searched_m(status: MatchStatus) -> tuple[Point, ...]:
    """Return the places where a ball lies for a free kick: of a kick-in both side lines."""
    return SIDE_LINES if status.set_play is SetPlay.KICK_IN else laid_m(status)


def assigned_areas(explorers: dict[int, Teammate]) -> dict[int, int]:
    """Return an area for every explorer, so that all together have the shortest way to their middles."""
    middles = AREAS_M[min(len(explorers), len(AREAS_M)) - 1]
    numbers = sorted(explorers)[: len(middles)]
    ways_m = [
        [math.dist((mate.field_from_robot.x_m, mate.field_from_robot.y_m), middle) for middle in middles]
        for mate in (explorers[number] for number in numbers)
    ]
    best = min(
        permutations(range(len(middles))),
        key=lambda order: sum(ways_m[row][area] for row, area in enumerate(order)),
    )
    return dict(zip(numbers, best, strict=True))


def _heat(share: float) -> str:
    """Return a colour between turf and red."""
    cold, hot = (29, 91, 53), (255, 95, 76)
    return "#" + "".join(f"{round(a + share * (b - a)):02x}" for a, b in zip(cold, hot, strict=True))
