"""Random numbers by name: every random quantity has a stream of its own, made from the seed and its name.

Streams do not depend on one another, so switching one sensor off leaves the noise of all others as it was.
"""

import zlib

import numpy as np

from ludens.geometry import FloatArray

DRAWN_TOGETHER = 200


class RandomStreams:
    """The source of every random number in a world."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def stream(self, name: str) -> np.random.Generator:
        """Return a fresh generator for `name`; the same name gives the same numbers again."""
        return np.random.Generator(
            np.random.PCG64(np.random.SeedSequence([self.seed, zlib.crc32(name.encode())]))
        )


class NormalRows:
    """Normal numbers of a stream, some at a time; the same as if they were drawn one row after the other.

    Drawn many rows at once, since drawing a few costs as much. Nobody else may draw from the stream.
    """

    def __init__(self, stream: np.random.Generator, size: int) -> None:
        self._stream, self._size = stream, size
        self._rows: list[FloatArray] = []

    def next(self) -> FloatArray:
        """Return the next row."""
        if not self._rows:
            self._rows = list(self._stream.normal(size=(DRAWN_TOGETHER, self._size)))[::-1]
        return self._rows.pop()
