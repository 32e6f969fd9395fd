"""The field of 2011 with one robot, a ball and a trainer, in full physics or flat: percepts from truth."""

from dataclasses import dataclass
from pathlib import Path

from ludens.games.soccer.world.exercises import Exercise
from ludens.games.soccer.world.field_scene import on_turf
from ludens.games.soccer.world.flat_eyes import FlatEyes
from ludens.games.soccer.world.percepts.percept_noise import percept_noise
from ludens.games.soccer.world.physics_eyes import PhysicsEyes
from ludens.games.soccer.world.referee import RefereedRobot
from ludens.games.soccer.world.soccer_world import SoccerWorld, SoccerWorldOptions, goal_at
from ludens.games.soccer.world.trainer import Trainer, TrainerSource
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2011
from ludens.messages import SceneDescription
from ludens.sim.flat.world import FlatWorld, FlatWorldOptions
from ludens.sim.random_streams import RandomStreams

Point = tuple[float, float]

LOOKS_NS = 100_000_000
START = Pose2(0.0, 0.0, 0.0)
"""Until the trainer puts the robot somewhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingOptions:
    """What a robot is trained with."""

    exercise: Exercise
    keeper_m: Point | None = None  # where something as large as a robot stands before the goal
    by_person: bool = False  # whether rewards come from a person
    noise: str | Path = "default"

    @property
    def dummies_m(self) -> tuple[Point, ...]:
        """What stands on the field."""
        return () if self.keeper_m is None else (self.keeper_m,)


class TrainingField(SoccerWorld):
    """Training in full physics."""

    def __init__(self, options: TrainingOptions, *, seed: int) -> None:
        super().__init__(
            SoccerWorldOptions(
                starts=(START,),
                noise=options.noise,
                cameras=False,
                scenery=False,
                dummies_m=options.dummies_m,
            ),
            seed=seed,
            pitch=FIELD_2011,
        )
        streams = RandomStreams(seed)
        self.trainer = Trainer(self, options.exercise, streams.stream("trainer"), by_person=options.by_person)
        eyes = PhysicsEyes(self, percept_noise(options.noise), streams, period_ns=LOOKS_NS)
        self.robots = (RefereedRobot(self.players[0], *eyes.of(0), TrainerSource(self.trainer)),)


class FlatTrainingField(FlatWorld):
    """Training in the flat world."""

    def __init__(self, options: TrainingOptions, *, seed: int) -> None:
        super().__init__(
            FlatWorldOptions(
                names=("",), starts=(START,), noise=str(options.noise), dummies_m=options.dummies_m
            ),
            seed=seed,
            pitch=FIELD_2011,
        )
        streams = RandomStreams(seed)
        self.trainer = Trainer(self, options.exercise, streams.stream("trainer"), by_person=options.by_person)
        eyes = FlatEyes(self, percept_noise(options.noise), streams, period_ns=LOOKS_NS)
        self.robots = (RefereedRobot(self.players[0], *eyes.of(0), TrainerSource(self.trainer)),)

    def scene(self, time_ns: int) -> SceneDescription:
        """Return what is there, for spectators."""
        return on_turf(super().scene(time_ns), self.pitch)

    def goal(self) -> int:
        """Return whose goal the ball is in: 1 the other one, -1 the own one, 0 none."""
        return goal_at(self.pitch, self.ball.place_m)
