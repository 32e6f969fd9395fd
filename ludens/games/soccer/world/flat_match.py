"""A match in the flat world: the same referee and the same percepts, bodies that move by figures."""

from ludens.games.soccer.world.field_scene import on_turf
from ludens.games.soccer.world.flat_eyes import FlatEyes
from ludens.games.soccer.world.match import SoccerMatchOptions, dummy_places, somewhere_on
from ludens.games.soccer.world.percepts.percept_noise import percept_noise
from ludens.games.soccer.world.referee import Referee, RefereedRobot, RefereeOptions, RefereeSource
from ludens.games.soccer.world.soccer_world import goal_at
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELDS
from ludens.messages import SceneDescription
from ludens.sim.flat.world import FlatWorld, FlatWorldOptions
from ludens.sim.nao.group import names_of
from ludens.sim.random_streams import RandomStreams

DECISIONS_HZ = 10.0


class FlatMatch(FlatWorld):
    """A flat world whose robots see by truth and are told how the game stands."""

    def __init__(self, options: SoccerMatchOptions, *, seed: int) -> None:
        count = len(options.starts)
        super().__init__(
            FlatWorldOptions(
                names=("",) if count == 1 else names_of(count),
                starts=options.starts,
                ball_m=options.ball_m,
                noise=str(options.noise),
                dummies_m=(
                    *options.dummies_m,
                    *dummy_places(options, RandomStreams(seed).stream("dummies")),
                ),
                decisions_hz=DECISIONS_HZ,
            ),
            seed=seed,
            pitch=FIELDS[options.field],
        )
        rules = RefereeOptions(golden_goal=options.golden_goal, length_s=options.length_s)
        self.referee = Referee(self, options.starts, rules)
        streams = RandomStreams(seed)
        eyes = FlatEyes(self, percept_noise(options.noise), streams, period_ns=round(1e9 / DECISIONS_HZ))
        self.robots = tuple(
            RefereedRobot(robot, *eyes.of(number), RefereeSource(self.referee, number))
            for number, robot in enumerate(self.robots)
        )
        self._draws = streams.stream("hands")

    def scene(self, time_ns: int) -> SceneDescription:
        """Return what is there, for spectators."""
        return on_turf(super().scene(time_ns), self.pitch)

    def elsewhere(self) -> Pose2:
        """Return some pose on the field, for somebody who carries a robot away."""
        return somewhere_on(self.pitch, self._draws)

    def goal(self) -> int:
        """Return whose goal the ball is in: 1 the other one, -1 the own one, 0 none."""
        return goal_at(self.pitch, self.ball.place_m)
