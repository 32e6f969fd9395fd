"""The simulated NAO that stands behind the server: alone on a floor, without cameras."""

from pathlib import Path

from ludens.drivers.lola.body import DriverBody
from ludens.drivers.simulation import SimulationDriver
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions


def simulated_body(*, seed: int = 0, noise: str | Path = "default") -> DriverBody:
    """A NAO that stands, stiff, until it is told something else."""
    return DriverBody(SimulationDriver(NaoWorld(NaoWorldOptions(noise=noise), seed=seed)))
