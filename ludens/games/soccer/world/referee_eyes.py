"""The referee in a simulated world: sees the field as it is, lays the ball and carries robots."""

import math
from collections import deque
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.core.contract.capabilities import Capability
from ludens.core.contract.driver import RobotDescription, Source
from ludens.core.contract.setup import WHOLE_GAME
from ludens.drivers.inbox import SELDOM_S
from ludens.games.soccer.world.referee import RefereedField
from ludens.games.soccer.world.soccer_world import SoccerWorld
from ludens.geometry import Pose2
from ludens.messages import Message
from ludens.messages.refereeing import (
    FieldRobot,
    FieldTruth,
    MatchReport,
    MatchTerms,
    RefereeHands,
    RefereeOrder,
)
from ludens.sim.world import SimulatedSource

PERIOD_NS = 50_000_000
LOOKS_EVERY_NS = 4_000_000
"""How often contacts are looked at: a kick lasts longer."""
SIGHT = Capability("referee sight", delivers=(FieldTruth,))
DESK = Capability("referee desk", delivers=(MatchTerms, RefereeOrder))
HANDS = Capability("referee hands", accepts=(RefereeHands,))
SCOREBOARD = Capability("scoreboard", accepts=(MatchReport,))
UPRIGHT = math.cos(math.radians(45.0))
ARM = ("Biceps", "Elbow", "ForeArm", "Hand", "finger", "thumb", "fingers")
NOBODY = -1
CHEST, DARK = "Chest", (0.0, 0.0, 0.0)


class FieldWitness(Protocol):
    """What a world tells its referee beside the places of things."""

    @property
    def ball_height_m(self) -> float:
        """Of the ball's middle."""
        ...

    def robot(self, number: int, *, team: int, player: int) -> FieldRobot:
        """A robot as it is, with what it has touched."""
        ...

    def forget(self) -> None:
        """Forget what was touched."""
        ...


class PhysicsWitness:
    """Poses and contacts in physics: who has touched the ball, and whom, since it last forgot."""

    def __init__(self, world: SoccerWorld) -> None:
        model, names = world.physics.model, world.names
        self._world = world
        self._data = world.physics.data
        roots = {model.body(name).id: number for number, name in enumerate(names)}
        self._ball = len(names)
        roots[model.body("ball").id] = self._ball
        bodies = [model.body(body).name for body in range(model.nbody)]
        of_body = np.array([roots.get(int(root), NOBODY) for root in model.body_rootid])
        is_arm = np.array([name.endswith(ARM) for name in bodies])
        self._owner = of_body[model.geom_bodyid]
        self._is_arm = is_arm[model.geom_bodyid]
        self._next_ns = 0
        self.forget()
        world.physics.after_step.append(self._look)

    def forget(self) -> None:
        """Forget what was touched."""
        self.of_ball: set[int] = set()
        self.by_hand: set[int] = set()
        self.pairs: set[tuple[int, int]] = set()

    @property
    def ball_height_m(self) -> float:
        """Of the ball's middle."""
        return float(self._data.body("ball").xpos[2])

    def robot(self, number: int, *, team: int, player: int) -> FieldRobot:
        """A robot as it is, with what it has touched."""
        torso, names = self._world.torso_of(number), self._world.names
        return FieldRobot(
            name=names[number],
            team=team,
            player=player,
            field_from_robot=Pose2.from_transform3(torso),
            torso_height_m=float(torso.translation[2]),
            is_upright=float(torso.rotation[2, 2]) > UPRIGHT,
            touches_ball=number in self.of_ball,
            touches_ball_by_hand=number in self.by_hand,
            touches=tuple(names[other] for one, other in sorted(self.pairs) if one == number),
            chest_rgb=self._world.players[number].light_colours.get(CHEST, DARK),
        )

    def _look(self, time_ns: int) -> None:
        if time_ns < self._next_ns or not self._data.ncon:
            return
        self._next_ns = time_ns + LOOKS_EVERY_NS
        geoms = self._data.contact.geom
        if not _is_touched(geoms, self._owner):
            return
        owners = self._owner[geoms]
        different = (owners[:, 0] != owners[:, 1]) & (owners >= 0).all(axis=1)
        for row in np.flatnonzero(different):
            first, second = owners[row].tolist()
            if self._ball in (first, second):
                robot, geom = (first, geoms[row, 0]) if second == self._ball else (second, geoms[row, 1])
                self.of_ball.add(robot)
                if self._is_arm[geom]:
                    self.by_hand.add(robot)
            else:
                self.pairs |= {(first, second), (second, first)}


@compiled
def _is_touched(geoms: NDArray[np.int32], owner: NDArray[np.int64]) -> bool:
    """Tell whether anything but the ground is touched in contacts (n, 2): seldom, and asked in every step."""
    for contact in range(geoms.shape[0]):
        first, second = owner[geoms[contact, 0]], owner[geoms[contact, 1]]
        if first != second and first >= 0 and second >= 0:
            return True
    return False


class RefereeSight:
    """The referee's source: the field, twenty times a second, at once."""

    description = Source("truth", PERIOD_NS * 1e-9, (SIGHT,))
    period_ns = PERIOD_NS

    def __init__(
        self, world: RefereedField, players: Sequence[tuple[int, int]], witness: FieldWitness
    ) -> None:
        self._world, self._players, self._witness = world, tuple(players), witness

    def capture(self, time_ns: int) -> tuple[Message, ...]:
        """Look at the field now."""
        truth = FieldTruth(
            time_s=time_ns * 1e-9,
            ball_m=self._world.ball.place_m,
            ball_height_m=self._witness.ball_height_m,
            ball_mps=self._world.ball.velocity_mps,
            robots=tuple(
                self._witness.robot(number, team=team, player=player)
                for number, (team, player) in enumerate(self._players)
            ),
        )
        self._witness.forget()
        return (truth,)

    def latency_ns(self) -> int:
        """Nothing: it stands beside the field."""
        return 0


class RefereeDesk:
    """Where people hand orders to the referee: a source, so that they are recorded like all that it sees."""

    description = Source("desk", SELDOM_S, (DESK,))
    period_ns = PERIOD_NS

    def __init__(self) -> None:
        self._coming: deque[MatchTerms | RefereeOrder] = deque()

    def say(self, line: str) -> None:
        """Hand over an order."""
        self._coming.append(RefereeOrder(time_s=0.0, line=line))

    def agree(self, terms: MatchTerms) -> None:
        """Hand over the times of the match."""
        self._coming.append(terms)

    def capture(self, time_ns: int) -> tuple[Message, ...]:
        """Give what was said, one thing at a time."""
        if not self._coming:
            return ()
        return (structs.replace(self._coming.popleft(), time_s=time_ns * 1e-9),)

    def latency_ns(self) -> int:
        """Nothing: people stand beside the referee."""
        return 0


class TouchedRobot(Protocol):
    """A robot whose buttons can be pressed."""

    def press(self, touch: str, *, down: bool = True) -> None:
        """Press or let go."""
        ...


class TouchableField(RefereedField, Protocol):
    """A field with robots that a referee may touch."""

    @property
    def players(self) -> Sequence[TouchedRobot]:
        """The robots themselves."""
        ...


class RefereeOnField:
    """The game as a whole, as a robot of the world that looks and lifts. `names` are those of its robots."""

    def __init__(self, world: TouchableField, names: Sequence[str], sight: SimulatedSource) -> None:
        self._world = world
        self._numbers = {name: number for number, name in enumerate(names)}
        self.desk = RefereeDesk()
        self.sources = (self.desk, sight)
        self.description = RobotDescription(
            WHOLE_GAME, "referee", tuple(source.description for source in self.sources), (HANDS, SCOREBOARD)
        )

    def command(self, command: Message, *, time_ns: int) -> None:
        """Lay the ball, carry robots, press buttons; what the scoreboard shows is for people."""
        if isinstance(command, MatchReport):
            return
        assert isinstance(command, RefereeHands)
        for name, pose in command.robots:
            self._world.carry(pose, robot=self._numbers[name])
        if command.ball_m is not None:
            self._world.ball.place(command.ball_m)
        for press in command.presses:
            self._world.players[self._numbers[press.robot]].press(press.button, down=press.down)

    def make_safe(self, *, time_ns: int) -> None:
        """Do nothing: hands are safe."""
