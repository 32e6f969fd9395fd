"""Simulated worlds of the workbench: a floor with a ball, one with a shove, a board for calibration."""

import math
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from ludens.core.contract.driver import Driver, behind
from ludens.drivers.simulation import SimulationDriver
from ludens.sim.nao.calibration_stand import CalibrationStand
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions
from ludens.vision.calibration import NAO_BOARD

BOTH_EYES = ("top/camera", "bottom/camera")
SLOW_HZ = 8.0


@dataclass(frozen=True, slots=True, kw_only=True)
class NaoPlayOptions:
    """Which robot, and what its simulated world holds."""

    driver: Annotated[
        Literal["simulation", "lola"], Meta(description="The simulated robot, or one behind a LoLA socket.")
    ] = "simulation"
    socket: Annotated[str, Meta(description="Where LoLA listens, for --driver lola.")] = "/tmp/robocup"
    noise: Annotated[str, Meta(description="off, default, harsh, or the path of a TOML file.")] = "default"
    cameras: Annotated[bool, Meta(description="Draw what both cameras see; takes most of a core.")] = False
    ball: Annotated[bool, Meta(description="Lay a soccer ball before the robot.")] = True
    ball_ahead_m: Annotated[float, Meta(ge=-3, le=3, description="Of the robot, at the start.")] = 0.6
    ball_left_m: Annotated[float, Meta(ge=-3, le=3, description="Of the robot, at the start.")] = 0.0
    tilt_deg: Annotated[float, Meta(ge=0, le=10, description="Of the floor, falling ahead.")] = 0.0


def make_world(
    options: NaoPlayOptions, seed: int, *, is_demo: bool = False, sees_floor: bool = False
) -> NaoWorld:
    """One robot on a floor. In the demonstration, or where it `sees_floor`, its bottom camera is slow."""
    ball_m = (options.ball_ahead_m, options.ball_left_m) if options.ball else None
    wanted = NaoWorldOptions(
        noise=options.noise,
        render=options.cameras or is_demo or sees_floor,
        eyes=BOTH_EYES if options.cameras else ("bottom/camera",),
        camera_hz=None if options.cameras else SLOW_HZ,
        ball_m=ball_m,
        tilt_rad=math.radians(options.tilt_deg),
    )
    return DemoWorld(wanted, seed=seed) if is_demo else NaoWorld(wanted, seed=seed)


def world_behind(driver: Driver) -> NaoWorld | None:
    """The simulated world behind a driver, for referees and shoves; None where the robot is not simulated."""
    simulation = behind(driver, SimulationDriver)
    world = simulation.world if simulation is not None else None
    return world if isinstance(world, NaoWorld) else None


WALKED_M = 2.5
STILL_MPS = 0.03
STILL_S = 1.5
SHOVE_NS = 4.0
LYING = math.cos(math.radians(60.0))
"""Of the torso against the vertical: a resting robot crouches low, but upright."""
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
        """Outcome in one sentence."""
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


CAMERA_HZ = 3.0
"""Slower than real ones, which changes nothing for a head that stands still, and costs less to draw."""
EYES = ("top/camera", "bottom/camera")


def calibration_world(*, noise: str, seed: int, turned_deg: float) -> NaoWorld:
    """Return a robot before a board, each camera turned by up to so much about each axis."""
    random = np.random.default_rng([seed, 6])
    turned = {}
    for source in EYES:
        roll, pitch, yaw = np.radians(random.uniform(-turned_deg, turned_deg, 3)).tolist()
        turned[source] = (roll, pitch, yaw)
    stand = CalibrationStand(print=NAO_BOARD.picture(), size_m=NAO_BOARD.size_m, turned_rad=turned)
    return NaoWorld(NaoWorldOptions(noise=noise, render=True, camera_hz=CAMERA_HZ, stand=stand), seed=seed)
