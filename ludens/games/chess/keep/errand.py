"""An errand of the arm: some pieces carried one after the other, then back to its rest.

It ends at the rest whatever happens on the way; whether the pieces then stand as planned is for the camera to
say. Something in the arm's way makes it wait, put down what it holds, and go home.
"""

from collections import deque
from collections.abc import Iterable
from typing import Literal

from ludens.games.chess.keep.room import reaching_into
from ludens.games.chess.keep.sight import Sight
from ludens.games.chess.rules.arrangement import PieceMove
from ludens.games.chess.rules.places import Place
from ludens.messages import ArmReport, CarryRequest

WAIT_S = 2.0
"""After something was in the way, before the arm moves again."""
LOOK_S = 0.4
"""Longest wait for a picture between two pieces."""

Phase = Literal["carrying", "glancing", "halted", "putting down", "going home", "home"]


class Errand:
    """One errand under way. `trouble` is why it was cut short, in words.

    With `put_down_at` it begins as if it had been cut short: what the arm may hold is put down there.
    """

    def __init__(
        self,
        moves: Iterable[PieceMove],
        sight: Sight,
        *,
        number: int,
        time_s: float,
        put_down_at: Place | None = None,
    ) -> None:
        self._sight = sight
        self._left = deque(moves)
        self._number = number
        self._since_s = time_s
        self._target = put_down_at  # of what the arm holds
        self.trouble = ""
        self.halts = 0
        self.request: CarryRequest | None = None
        self.phase: Phase = "carrying"
        if put_down_at is None:
            self._next(time_s)
        else:
            self._enter("halted", time_s)

    @property
    def number(self) -> int:
        """Of the last request; the next errand counts on."""
        return self._number

    @property
    def is_over(self) -> bool:
        """Whether the arm is home again."""
        return self.phase == "home"

    def step(self, report: ArmReport, time_s: float) -> None:
        """Go on, by what the arm says."""
        if self.phase == "halted":
            if time_s - self._since_s >= WAIT_S:
                self._recover(report, time_s)
            return
        if self.phase == "glancing":
            self._glance(time_s)
            return
        if report.number != self._number:
            return
        if report.state in ("failed", "stopped"):
            self.halt(report.reason, time_s)
        elif report.state in ("done", "resting"):
            self._arrived(time_s)

    def halt(self, reason: str, time_s: float) -> None:
        """Something is in the way, or the arm was told to stop."""
        self.trouble = reason
        self.halts += 1
        self._left.clear()
        self._enter("halted", time_s)

    def _arrived(self, time_s: float) -> None:
        if self.phase == "carrying" and self._left:
            self._enter("glancing", time_s)
        elif self.phase in ("carrying", "putting down"):
            self._go_home(time_s)
        else:
            self._enter("home", time_s)

    def _glance(self, time_s: float) -> None:
        """Between two pieces: is the next place free? What was to leave it may have slipped off beside."""
        believed = self._sight.believed
        if believed is not None and believed.time_s > self._since_s:
            move = self._left[0]
            in_the_way = {self._sight.occupant(move.target), *reaching_into(move.target, self._sight)}
            if in_the_way - {None, move.piece_id}:
                self._left.clear()
                self._go_home(time_s)
            else:
                self._next(time_s)
        elif time_s - self._since_s > LOOK_S:
            self._left.clear()
            self._go_home(time_s)

    def _next(self, time_s: float) -> None:
        move = self._left.popleft() if self._left else None
        self._target = None if move is None else move.target
        origin_m = None if move is None else self._sight.top_of(move.piece_id)
        target_m = None if move is None else self._sight.top_at(move.target)
        if move is None or origin_m is None or target_m is None:
            self._left.clear()
            self._go_home(time_s)
            return
        self._enter("carrying", time_s)
        self._ask(time_s, origin_m=origin_m, target_m=target_m, turn_rad=self._sight.turn_rad(move.piece_id))

    def _recover(self, report: ArmReport, time_s: float) -> None:
        target_m = None if self._target is None else self._sight.top_at(self._target)
        if report.holds and target_m is not None:
            self._enter("putting down", time_s)
            self._ask(time_s, target_m=target_m)
        else:
            self._go_home(time_s)

    def _go_home(self, time_s: float) -> None:
        self._enter("going home", time_s)
        self._ask(time_s)

    def _enter(self, phase: Phase, time_s: float) -> None:
        self.phase, self._since_s = phase, time_s

    def _ask(
        self,
        time_s: float,
        *,
        origin_m: tuple[float, float, float] | None = None,
        target_m: tuple[float, float, float] | None = None,
        turn_rad: float = 0.0,
    ) -> None:
        self._number += 1
        self.request = CarryRequest(
            time_s=time_s,
            number=self._number,
            origin_m=origin_m,
            target_m=target_m,
            turn_rad=turn_rad,
            thing_m=self._sight.measures.piece_height_m,
            clear_m=self._sight.clear_m,
        )
