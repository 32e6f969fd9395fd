"""Where the humanoid plays: the plain floor of the simulation, with a ball if wanted."""

from ludens.games.nao.world.calibrating import calibration_world
from ludens.games.nao.world.demo import DemoWorld
from ludens.games.nao.world.making import NaoPlayOptions, make_world, world_behind
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions, has_fallen

__all__ = [
    "DemoWorld",
    "NaoPlayOptions",
    "NaoWorld",
    "NaoWorldOptions",
    "calibration_world",
    "has_fallen",
    "make_world",
    "world_behind",
]
