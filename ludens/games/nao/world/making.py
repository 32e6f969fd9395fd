"""What a person who plays with the humanoid can choose, and the world made of it."""

import math
from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from ludens.core.contract.driver import Driver, behind
from ludens.drivers.simulation import SimulationDriver
from ludens.games.nao.world.demo import DemoWorld
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions

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


def make_world(options: NaoPlayOptions, seed: int, *, is_demo: bool = False) -> NaoWorld:
    """One robot on a floor. In the demonstration it sees slow pictures of its bottom camera."""
    ball_m = (options.ball_ahead_m, options.ball_left_m) if options.ball else None
    wanted = NaoWorldOptions(
        noise=options.noise,
        render=options.cameras or is_demo,
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
