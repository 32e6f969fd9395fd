"""Chance by name: each thing that is random draws from a stream of its own, made from the run's seed and
its name.

Streams do not depend on one another, so switching one sensor off leaves the noise of all others as it was.
"""

import zlib

import numpy as np


class Chance:
    """The source of every random number in a world."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def stream(self, name: str) -> np.random.Generator:
        """Return a fresh generator for `name`; the same name gives the same numbers again."""
        return np.random.Generator(
            np.random.PCG64(np.random.SeedSequence([self.seed, zlib.crc32(name.encode())]))
        )
