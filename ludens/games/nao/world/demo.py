"""What happens to the robot in the demonstration, and what became of it: by the truth, unlike the robot."""

import math

from ludens.sim.nao.world import NaoWorld, NaoWorldOptions

WALKED_M = 2.5
STILL_MPS = 0.03
STILL_S = 1.5
SHOVE_NS = 4.0
LYING = math.cos(math.radians(60.0))
"""Of the torso against the vertical: whoever rests crouches low, but upright."""
SAMPLED_NS = 500_000_000
"""Of the way: the torso sways at every step, which is no way."""


class DemoWorld(NaoWorld):
    """The plain world, in which somebody shoves the robot."""

    def __init__(self, options: NaoWorldOptions, *, seed: int) -> None:
        super().__init__(options, seed=seed)
        self.script = DemoScript(self)


class DemoScript:
    """Shoves the robot over once, when it has walked far and stands; counts falls, and the ball's way."""

    def __init__(self, world: NaoWorld) -> None:
        self._world = world
        self._place_m = self._torso_m()
        self._sampled_ns = 0
        self._still_s = 0.0
        self._ball_m = None if world.ball is None else world.ball.place_m
        self._lies = False
        self.walked_m = 0.0
        self.shoved = False
        self.falls = 0
        self.rises = 0
        world.physics.after_step.append(self._look)

    def summary(self) -> str:
        """What became of it, in one sentence."""
        words = [f"Walked {self.walked_m:.1f} m"]
        if self._ball_m is not None and self._world.ball is not None:
            words.append(f"the ball rolled {math.dist(self._ball_m, self._world.ball.place_m):.2f} m")
        words.append("was shoved over" if self.shoved else "was not shoved")
        words.append(f"fell {_times(self.falls)} and got up {_times(self.rises)}")
        return ", ".join(words) + "."

    def _look(self, time_ns: int) -> None:
        if time_ns - self._sampled_ns < SAMPLED_NS:
            return
        elapsed_s = (time_ns - self._sampled_ns) * 1e-9
        self._sampled_ns = time_ns
        place_m = self._torso_m()
        way_m = math.dist(place_m, self._place_m)
        self._place_m = place_m
        lies = bool(self._world.ground_from_torso().rotation[2, 2] < LYING)
        self._count(lies)
        if lies:
            return
        still = way_m / elapsed_s < STILL_MPS
        self.walked_m += 0.0 if still else way_m
        self._still_s = self._still_s + elapsed_s if still else 0.0
        if not self.shoved and self.walked_m > WALKED_M and self._still_s >= STILL_S:
            self.shoved = True
            self._shove()

    def _count(self, lies: bool) -> None:
        self.falls += lies and not self._lies
        self.rises += self._lies and not lies
        self._lies = lies

    def _shove(self) -> None:
        rotation = self._world.ground_from_torso().rotation
        heading_rad = math.atan2(rotation[1, 0], rotation[0, 0])
        self._world.push((SHOVE_NS * math.cos(heading_rad), SHOVE_NS * math.sin(heading_rad), 0.0))

    def _torso_m(self) -> tuple[float, float]:
        x_m, y_m, _ = self._world.ground_from_torso().translation.tolist()
        return x_m, y_m


def _times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")
