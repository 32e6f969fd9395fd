"""Where the humanoid walks: the plain floor of the simulation."""

from ludens.sim.nao.world import NaoWorld, NaoWorldOptions, has_fallen

__all__ = ["NaoWorld", "NaoWorldOptions", "has_fallen"]
