"""Hands that reach onto a simulated field by a script: lift the robot or a ball, shove, switch the light.

A script is words such as `robot@20:-2,1.5,90 ball@30:0.5,1 light@40:0`: what, when (seconds of the run), and
to where. The same things are done by buttons of the page and by tests.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ludens.core.errors import LudensError, did_you_mean
from ludens.games.soccer.world.soccer_world import SoccerWorld
from ludens.geometry import Pose2

Numbers = tuple[float, ...]


def lift_robot(world: SoccerWorld, to: Numbers) -> None:
    """Carry the robot to x, y (metres on the field), turned by so many degrees."""
    x_m, y_m, degrees = to
    world.lift(Pose2(x_m, y_m, math.radians(degrees)))


def lay_ball(world: SoccerWorld, to: Numbers) -> None:
    """Lay the ball at x, y, at rest."""
    x_m, y_m = to
    world.ball.place((x_m, y_m))


def shove(world: SoccerWorld, impulse: Numbers) -> None:
    """Shove the robot's chest with so many newton seconds along x and y."""
    x_ns, y_ns = impulse
    world.push((x_ns, y_ns, 0.0))


def switch_light(world: SoccerWorld, level: Numbers) -> None:
    """Make it as bright as this share of the light at the beginning."""
    world.light.set(level[0])


ACTS: Mapping[str, tuple[Callable[[SoccerWorld, Numbers], None], int]] = {
    "robot": (lift_robot, 3),
    "ball": (lay_ball, 2),
    "shove": (shove, 2),
    "light": (switch_light, 1),
}
"""What hands can do, and with how many numbers."""


@dataclass(frozen=True, slots=True)
class HandAct:
    """One thing that is done at a moment of the run."""

    name: str
    time_s: float
    numbers: Numbers

    def do(self, world: SoccerWorld) -> None:
        """Do it now."""
        ACTS[self.name][0](world, self.numbers)


def parse_acts(script: str) -> tuple[HandAct, ...]:
    """Return what a script says, in the order of time; refuse one that cannot be understood."""
    return tuple(sorted(map(_act, script.split()), key=lambda act: act.time_s))


def _act(word: str) -> HandAct:
    name, _, rest = word.partition("@")
    if name not in ACTS:
        raise LudensError(f"Hands cannot do '{name}' on the field; {did_you_mean(name, ACTS)}")
    time, _, numbers = rest.partition(":")
    try:
        time_s, values = float(time), tuple(float(number) for number in numbers.split(","))
    except ValueError:
        time_s, values = math.nan, ()
    if not (0.0 <= time_s < math.inf and len(values) == ACTS[name][1] and all(map(math.isfinite, values))):
        raise LudensError(
            f"Hands are told WHAT@SECONDS:NUMBERS, such as robot@20:-2,1.5,90, ball@30:0.5,1, light@40:0 or "
            f"shove@50:3,0; got '{word}'."
        )
    return HandAct(name, time_s, values)


class ScriptedHands:
    """Does what a script says while the physics go on."""

    def __init__(self, world: SoccerWorld, acts: tuple[HandAct, ...]) -> None:
        self._world, self._left = world, list(acts)
        world.physics.after_step.append(self._look)

    def _look(self, time_ns: int) -> None:
        while self._left and time_ns * 1e-9 >= self._left[0].time_s:
            self._left.pop(0).do(self._world)
