"""Two teams in the flat world, without referee, eyes and modules: for environments that learn."""

import math

from ludens.games.soccer.world.referee import brought_back
from ludens.games.soccer.world.soccer_world import goal_at
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import HALF_TURN, SoccerField
from ludens.messages import WalkRequest
from ludens.sim.flat.world import FlatWorld, FlatWorldOptions

Point = tuple[float, float]

MOST_A_SIDE = 5
STARTS = ((-0.8, 0.0), (-4.2, 0.0), (-2.0, 1.4), (-2.0, -1.4), (-3.2, 0.6))
"""Of the team that attacks positive x; the other one's are turned by half a turn."""


class FlatTeams:
    """Robots of two teams, the first team's first, each with its own view of the field; or one team alone."""

    def __init__(self, a_side: int, *, noise: str, seed: int, opponents: bool = True) -> None:
        own = [Pose2(x_m, y_m, 0.0) for x_m, y_m in STARTS[:a_side]]
        starts = (*own, *(HALF_TURN @ pose for pose in own if opponents))
        names = tuple(f"nao{number}" for number in range(len(starts)))
        self._a_side = a_side
        self._world = FlatWorld(FlatWorldOptions(names=names, starts=starts, noise=noise), seed=seed)

    @property
    def time_s(self) -> float:
        """Since the beginning."""
        return self._world.physics.time_ns * 1e-9

    @property
    def ball_m(self) -> Point:
        """Where the ball is, as the first team sees the field."""
        return self._world.ball.place_m

    def poses(self) -> tuple[Pose2, ...]:
        """Where all robots are, as the first team sees the field."""
        return tuple(body.pose for body in self._world.bodies)

    @property
    def pitch(self) -> SoccerField:
        """The field."""
        return self._world.pitch

    def lay_ball(self, place_m: Point) -> None:
        """Lay the ball somewhere, at rest."""
        self._world.ball.place(place_m)

    def ask(self, number: int, request: WalkRequest) -> None:
        """Let a robot walk so from now on."""
        self._world.robots[number].command(request, time_ns=self._world.physics.time_ns)

    def advance(self, seconds: float) -> None:
        """Let time pass; a ball that has left the field is brought back."""
        world = self._world
        world.advance_to(world.physics.time_ns + round(seconds * 1e9))
        inside_m = brought_back(world.pitch, world.ball.place_m)
        if inside_m is not None and not self.goal():
            world.ball.place(inside_m)

    def goal(self) -> int:
        """Return 1 if the ball is in the goal that the first team attacks, -1 in the other one, else 0."""
        return goal_at(self._world.pitch, self._world.ball.place_m)

    def ball_seen_from(self, number: int) -> Point:
        """Return the ball before and left of a robot."""
        return self._world.bodies[number].seen_from(self._world.ball.place_m)

    def seen_by(self, number: int) -> list[float]:
        """Return all that a robot sees: itself, the ball, team-mates, opponents."""
        body, bodies = self._world.bodies[number], self._world.bodies
        first = number < self._a_side
        pose = body.pose if first else HALF_TURN @ body.pose
        cosine, sine = math.cos(body.yaw_rad), math.sin(body.yaw_rad)
        vx, vy = self._world.ball.velocity_mps
        seen = [pose.x_m, pose.y_m, math.cos(pose.yaw_rad), math.sin(pose.yaw_rad), float(not body.lies)]
        seen += [*self.ball_seen_from(number), cosine * vx + sine * vy, -sine * vx + cosine * vy]
        teams = bodies[: self._a_side], bodies[self._a_side :]
        for other in (*teams[not first], *teams[first]):
            if other is not body:
                seen += [*body.seen_from((other.x_m, other.y_m)), float(not other.lies)]
        return seen
