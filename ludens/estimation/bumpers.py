"""Foot bumpers that tell of a collision: a foot that walks into something presses them again and again.

One press may be a stone, a line of tape or the other foot. Three presses of alternating feet, or four of the
same foot, within a few seconds are a collision. What a foot walks into it meets while it swings; a bumper of
the foot that carries more of the weight has sunk into a carpet, and tells nothing. A bumper that stays
pressed is stuck, and one that changes more often than legs can step chatters: both are left out until they
have been quiet for a while.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Meta

from ludens.core.contract.module import Module
from ludens.messages import FootCollision, FootSupport, TouchState
from ludens.robots.nao.touch import TOUCHES

Side = Literal["left", "right"]

BUMPERS = tuple(touch for touch in TOUCHES if "foot bumper" in touch)


@dataclass(frozen=True, slots=True)
class BumperWatchParameters:
    """Limits of a collision and of a broken bumper."""

    window_s: Annotated[float, Meta(gt=0, le=10, description="In which the presses must come.")] = 2.5
    alternating: Annotated[int, Meta(ge=2, le=10, description="Presses, left and right in turn.")] = 3
    repeated: Annotated[int, Meta(ge=2, le=10, description="Presses of one foot.")] = 4
    bounce_s: Annotated[float, Meta(ge=0, le=1, description="Within this a second press is the first.")] = (
        0.15
    )
    lasts_s: Annotated[float, Meta(ge=0, le=10, description="A collision is told after its last press.")] = (
        2.0
    )
    standing: Annotated[
        float,
        Meta(ge=0, le=1, description="Part of the weight with which a foot stands."),
    ] = 0.5
    stuck_after_s: Annotated[float, Meta(gt=0, le=60, description="Pressed for so long is stuck.")] = 3.0
    most_hz: Annotated[float, Meta(gt=0, le=50, description="Changing more often is chatter.")] = 6.0


class Bumper:
    """One switch: when it was pressed, and whether it can be believed."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.side: Side = "left" if name.startswith("left") else "right"
        self._pressed_s: float | None = None  # since when it is down
        self._presses_s: deque[float] = deque()
        self._broken_s: float | None = None  # when it last was seen to be broken

    def press(self, pressed: bool, time_s: float, p: BumperWatchParameters) -> bool:
        """Take in its state; return whether a believable press begins now."""
        if not (pressed or self._presses_s) and self._pressed_s is None and self._broken_s is None:
            return False  # untouched for a while, as nearly always
        begins = pressed and self._pressed_s is None
        if not pressed:
            self._pressed_s = None
        elif begins:
            self._pressed_s = time_s
            self._presses_s.append(time_s)
        while self._presses_s and self._presses_s[0] < time_s - p.window_s:
            self._presses_s.popleft()
        stuck = self._pressed_s is not None and time_s - self._pressed_s > p.stuck_after_s
        if stuck or len(self._presses_s) > p.most_hz * p.window_s:
            self._broken_s = time_s
        return begins and not self.is_broken(time_s, p)

    def is_broken(self, time_s: float, p: BumperWatchParameters) -> bool:
        """Tell whether it is left out."""
        return self._broken_s is not None and time_s - self._broken_s < 2.0 * p.window_s


class BumperWatch(Module[BumperWatchParameters]):
    """Finds the pattern of a collision in the presses of both feet."""

    budget_s = 0.0001

    def start(self) -> None:
        """Begin untouched."""
        self._bumpers = [Bumper(name) for name in BUMPERS]
        self._presses: deque[tuple[float, Side]] = deque()
        self._collision: tuple[float, Literal["left", "right", "both"]] | None = None

    def cycle(self, touch: TouchState, support: FootSupport | None = None) -> FootCollision:
        """Take in which bumpers are pressed now."""
        p, time_s = self.parameters, touch.time_s
        for bumper in self._bumpers:
            begins = bumper.press(bumper.name in touch.pressed, time_s, p)
            if begins and not self._stands(bumper.side, support):
                self._note(bumper.side, time_s)
        while self._presses and self._presses[0][0] < time_s - p.window_s:
            self._presses.popleft()
        sides = [side for _, side in self._presses]
        if sides and self._presses[-1][0] == time_s and _collides(sides, p):
            self._collision = time_s, "both" if len(set(sides)) == 2 else sides[-1]
        if self._collision is not None and time_s - self._collision[0] > p.lasts_s:
            self._collision = None
        return FootCollision(
            time_s=time_s,
            collides=self._collision is not None,
            side=None if self._collision is None else self._collision[1],
            ignored=tuple(bumper.name for bumper in self._bumpers if bumper.is_broken(time_s, p)),
        )

    def _stands(self, side: Side, support: FootSupport | None) -> bool:
        """Tell whether a foot stands while the other one swings."""
        if support is None or not support.has_contact:
            return False
        own_n, other_n = (
            (support.left_n, support.right_n) if side == "left" else (support.right_n, support.left_n)
        )
        return own_n > self.parameters.standing * (own_n + other_n)

    def _note(self, side: Side, time_s: float) -> None:
        last_s = next((at_s for at_s, which in reversed(self._presses) if which == side), None)
        if last_s is None or time_s - last_s > self.parameters.bounce_s:
            self._presses.append((time_s, side))


def _collides(sides: Sequence[Side], p: BumperWatchParameters) -> bool:
    """Tell whether the newest presses alternate, or are many of the newest foot."""
    newest = sides[-p.alternating :]
    alternate = len(newest) == p.alternating and all(one != other for one, other in pairwise(newest))
    return alternate or sum(side == sides[-1] for side in sides) >= p.repeated
