"""Weights of motions that cross-fade from one motion to another in a given time. They always sum to one."""

from typing import Literal

Motion = Literal["walk", "kick", "handle", "play", "relax"]

MOTIONS: tuple[Motion, ...] = ("walk", "kick", "handle", "play", "relax")


class MotionWeights:
    """Who has the joints now, and who will have them."""

    def __init__(self, owner: Motion = "walk") -> None:
        self.owner: Motion = owner
        self._before: dict[str, float] = {motion: float(motion == owner) for motion in MOTIONS}
        self._way = 1.0  # from before to owner alone
        self._duration_s = 0.0

    @property
    def settled(self) -> bool:
        """Whether one motion has the whole body."""
        return self._way >= 1.0

    def hand_over(self, owner: Motion, *, duration_s: float) -> None:
        """Let another motion have the body from now on, wholly so after a while; at once if that is zero."""
        if owner != self.owner:
            self._before = self.now()
            self.owner, self._duration_s, self._way = owner, duration_s, 0.0
        if duration_s <= 0.0:  # also for one that was only getting it
            self._way = 1.0

    def advance(self, elapsed_s: float) -> None:
        """Let time pass."""
        if self._way < 1.0:
            self._way = min(self._way + elapsed_s / self._duration_s, 1.0)

    def now(self) -> dict[str, float]:
        """Return the share of every motion."""
        way = self._way
        return {
            motion: (1.0 - way) * before + (way if motion == self.owner else 0.0)
            for motion, before in self._before.items()
        }
