"""A field in full physics whose robots do what they are told from outside: for environments that learn.

Legs walk and kick with the motions of our body; there are no eyes and no decisions. In the flat world
`FlatTeams` is the same.
"""

import math

from ludens.bodies.ordered_nao import ORDERED_BODY
from ludens.core.configuration import Configuration
from ludens.core.contract.setup import CyclerPlan, Setup
from ludens.core.runtime.run import Run
from ludens.drivers.orders import OrderDriver
from ludens.drivers.simulation import SimulationDriver
from ludens.games.soccer.world.flat_teams import STARTS
from ludens.games.soccer.world.referee import brought_back
from ludens.games.soccer.world.referee_eyes import UPRIGHT
from ludens.games.soccer.world.soccer_world import SoccerWorld, SoccerWorldOptions
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2019, SoccerField
from ludens.messages import WalkRequest
from ludens.messages.orders import BodyOrder

Point = tuple[float, float]


class OrderedField:
    """Robots, a ball, and time that passes when it is asked to."""

    def __init__(
        self, starts: tuple[Pose2, ...], *, noise: str, seed: int, pitch: SoccerField = FIELD_2019
    ) -> None:
        names = tuple(f"nao{number}" for number in range(len(starts)))
        options = SoccerWorldOptions(
            starts=starts, names=names, noise=noise, cameras=False, scenery=False, coarse=True
        )
        self.world = SoccerWorld(options, seed=seed, pitch=pitch)
        self._orders = OrderDriver(SimulationDriver(self.world))
        setup = Setup("ordered", tuple(CyclerPlan("body", "body", ORDERED_BODY, name) for name in names))
        self._run = Run(setup, self._orders, configuration=Configuration(setup.sections()), seed=seed)

    @property
    def time_s(self) -> float:
        """Since the beginning."""
        return self._run.time_s

    def order(self, robot: int, order: BodyOrder) -> None:
        """Have a robot do this from now on."""
        self._orders.order(self.world.names[robot], order)

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._run.run_until(self._run.time_s + seconds)

    def is_upright(self, robot: int) -> bool:
        """Whether a robot stands."""
        return bool(self.world.torso_of(robot).rotation[2, 2] > UPRIGHT)

    def close(self) -> None:
        """End the run. May be called twice."""
        self._run.stop("The environment was closed.")


class OrderedStriker(OrderedField):
    """One robot alone on the field of 2019, as `FlatTeams(1, opponents=False)` has it."""

    def __init__(self, *, noise: str, seed: int) -> None:
        super().__init__((Pose2(*STARTS[0], 0.0),), noise=noise, seed=seed)

    @property
    def pitch(self) -> SoccerField:
        """The field."""
        return self.world.pitch

    @property
    def ball_m(self) -> Point:
        """Where the ball is."""
        return self.world.ball.place_m

    def lay_ball(self, place_m: Point) -> None:
        """Lay the ball somewhere, at rest."""
        self.world.ball.place(place_m)

    def ask(self, number: int, request: WalkRequest) -> None:
        """Let a robot walk so from now on."""
        self.order(number, BodyOrder(time_s=self.time_s, walk=request))

    def advance(self, seconds: float) -> None:
        """Let time pass; a ball that has left the field is brought back."""
        super().advance(seconds)
        inside_m = brought_back(self.pitch, self.ball_m)
        if inside_m is not None and not self.goal():
            self.lay_ball(inside_m)

    def goal(self) -> int:
        """Return 1 if the ball is in the goal that is attacked, -1 in the other one, else 0."""
        return self.world.goal()

    def ball_seen_from(self, number: int) -> Point:
        """Return the ball before and left of a robot."""
        return self.world.pose_of(number).inverse().apply(*self.ball_m)

    def seen_by(self, number: int) -> list[float]:
        """Return all that a robot sees: itself and the ball."""
        pose, (vx, vy) = self.world.pose_of(number), self.world.ball.velocity_mps
        cosine, sine = math.cos(pose.yaw_rad), math.sin(pose.yaw_rad)
        own = [pose.x_m, pose.y_m, cosine, sine, float(self.is_upright(number))]
        return [*own, *self.ball_seen_from(number), cosine * vx + sine * vy, cosine * vy - sine * vx]
