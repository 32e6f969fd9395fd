"""A match in full physics without pictures: the world tells each robot what its eyes would have seen.

Pictures cost most of a simulation; without them there is time for ten robots.
"""

from dataclasses import replace

from ludens.games.soccer.world.match import SoccerMatch, SoccerMatchOptions
from ludens.games.soccer.world.percepts.percept_noise import percept_noise
from ludens.games.soccer.world.physics_eyes import PhysicsEyes
from ludens.games.soccer.world.referee import RefereedRobot
from ludens.sim.random_streams import RandomStreams


class TruthMatch(SoccerMatch):
    """A match whose robots have percepts from truth instead of cameras."""

    def __init__(self, options: SoccerMatchOptions, *, seed: int) -> None:
        super().__init__(replace(options, cameras=False), seed=seed)
        period_ns = round(1e9 / options.camera_hz)
        eyes = PhysicsEyes(self, percept_noise(options.noise), RandomStreams(seed), period_ns=period_ns)
        self.robots = tuple(
            RefereedRobot(robot, *eyes.of(number)) for number, robot in enumerate(self.robots)
        )
