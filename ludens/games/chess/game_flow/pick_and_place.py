"""Pick and place: pieces are carried one after the other, then the arm goes back to its rest.

It ends at the rest whatever happens on the way; whether the pieces then stand as planned is for the camera to
say. After something was in its way the arm waits, puts down what it holds, and goes home.

Squares are 8 mm wider than pieces. People put them 5 mm aside and turned without a thought; a piece that is
put down exactly beside one of those would come down on its edge. So whatever reaches into a target is carried
first: neighbours that stand crooked are put straight, those that stand at no place go to a slot, and those
that are to be carried anyway go sooner.
"""

import math
from collections.abc import Callable, Iterable

from ludens.core.behaviour import Behaviour
from ludens.core.task import TaskClient, TaskFailedError
from ludens.games.chess.game_flow.believed_table import BelievedTable
from ludens.games.chess.rules.arrangement import PieceMove
from ludens.games.chess.rules.places import PIECES, PiecePlace, slots_of
from ludens.messages import ArmReport, CarryRequest

TIMEOUT_S = 60.0
"""For one piece; then the arm is taken to hang."""
WAIT_S = 2.0
"""After something was in the way, before the arm moves again."""
LOOK_S = 0.4
"""Longest wait for a picture between two pieces."""
TOLD_AGAIN = 4
"""What stays in the way is spoken of at the first failure, after so many, then after twice as many."""
GAP_M = 0.002
"""Between two pieces, at least: the arm is exact to a millimetre."""


class PickAndPlace:
    """The arm as a game knows it. `alert` hears why it was broken off, when that is worth telling.

    Its owner sets `time_s` and `report` in every cycle, and publishes `request`.
    """

    def __init__(self, table: BelievedTable, *, alert: Callable[[str], None]) -> None:
        self._table, self._alert = table, alert
        self._task: TaskClient[CarryRequest, ArmReport] = TaskClient("carry", timeout_s=TIMEOUT_S)
        self._halts = 0
        self._halted_s = 0.0
        self._target: PiecePlace | None = None  # of what the arm holds
        self.is_away = False  # sent, and not yet back at its rest

    def update(self, report: ArmReport | None, time_s: float) -> None:
        """Take in how the arm gets on."""
        self._task.report, self._task.time_s = report, time_s

    @property
    def request(self) -> CarryRequest | None:
        """What the arm is asked for, until it has heard."""
        return self._task.request

    @property
    def was_hindered(self) -> bool:
        """Whether something has cut short what it was last sent for."""
        return self._halts > 0

    def carry(self, moves: Iterable[PieceMove]) -> Behaviour[None]:
        """Carry pieces, each after what reaches into its target, and go home."""
        self._halts, self.is_away = 0, True
        try:
            yield from self._carry_all(with_clear_targets(moves, self._table))
            yield from self._go_home()
        except TaskFailedError as error:
            self._note(error)
            yield from self.come_home()

    def come_home(self) -> Behaviour[None]:
        """Put down what the arm may hold, and go to its rest, as often as it takes."""
        while self.is_away:
            while self._task.time_s - self._halted_s < WAIT_S:
                yield
            try:
                if self._target is not None and self._task.report is not None and self._task.report.holds:
                    yield from self._request(target=self._target)
                yield from self._go_home()
            except TaskFailedError as error:
                self._note(error)

    def abandoned(self, *, put_down_at: PiecePlace) -> None:
        """Somebody has left the arm over the board: what it may hold belongs to that place."""
        self._halts, self._target, self.is_away = 0, put_down_at, True
        self._halted_s = self._task.time_s

    def halt(self) -> None:
        """Break off: the arm comes home when it may move again."""
        if self.is_away:
            self._halts += 1
            self._halted_s = self._task.time_s

    def _carry_all(self, moves: Iterable[PieceMove]) -> Behaviour[None]:
        for number, move in enumerate(moves):
            if number > 0 and not (yield from self._sees_free_target(move)):
                return
            self._target = move.target
            if self._table.top_of(move.piece_id) is None or self._table.top_at(move.target) is None:
                return
            yield from self._request(piece=move.piece_id, target=move.target)

    def _sees_free_target(self, move: PieceMove) -> Behaviour[bool]:
        """Look between two pieces: what was to leave the next target may have slipped off beside it."""
        since_s = self._task.time_s
        while self._task.time_s - since_s <= LOOK_S:
            yield
            believed = self._table.believed
            if believed is not None and believed.time_s > since_s:
                there = {self._table.occupant(move.target), *reaching_into(move.target, self._table)}
                return not there - {None, move.piece_id}
        return False

    def _go_home(self) -> Behaviour[None]:
        yield from self._request()
        self.is_away = False

    def _request(self, *, piece: int | None = None, target: PiecePlace | None = None) -> Behaviour[None]:
        time_s = self._task.time_s
        yield from self._task.run(
            lambda number: self._table.carry_request(number, time_s=time_s, piece=piece, target=target)
        )

    def _note(self, error: TaskFailedError) -> None:
        """Something was in the way; the arm waits from now on."""
        if self._halts == 0 or (self._halts >= TOLD_AGAIN and self._halts.bit_count() == 1):
            self._alert(error.reason)
        self.halt()


def reaching_into(target: PiecePlace, table: BelievedTable) -> tuple[int, ...]:
    """Pieces that are seen so near that one at this place would not stand free; one that stands there too."""
    middle = table.measures.middle_of(target)
    believed = table.believed
    if middle is None or believed is None:
        return ()
    half_m = 0.5 * table.measures.piece_m
    reaching = []
    for piece, (x_m, y_m) in enumerate(believed.positions_m.tolist()):
        if not table.sees(piece):
            continue
        aslant_rad = abs(table.turn_rad(piece))
        reach_m = half_m * (1.0 + math.cos(aslant_rad) + math.sin(aslant_rad)) + GAP_M
        if max(abs(x_m - middle[0]), abs(y_m - middle[1])) < reach_m:
            reaching.append(piece)
    return tuple(reaching)


def with_clear_targets(moves: Iterable[PieceMove], table: BelievedTable) -> tuple[PieceMove, ...]:
    """Piece moves, each preceded by those of what reaches into its target."""
    return _Clearing(moves, table).moves()


class _Clearing:
    """Piece moves brought into an order in which every target is free when its piece comes."""

    def __init__(self, moves: Iterable[PieceMove], table: BelievedTable) -> None:
        self._table = table
        self._left = list(moves)
        self._done: list[PieceMove] = []
        self._carried: set[int] = set()
        self._taken = {move.target for move in self._left}
        if table.believed is not None:
            self._taken.update(map(PiecePlace, table.believed.places))

    def moves(self) -> tuple[PieceMove, ...]:
        """All of them."""
        while self._left:
            self._carry(self._left[0], frozenset())
        return tuple(self._done)

    def _carry(self, move: PieceMove, waiting: frozenset[int]) -> None:
        """Carry a piece after what is in its way; the waiting ones are in each other's."""
        if move in self._left:
            self._left.remove(move)
        waiting |= {move.piece_id}
        for piece in reaching_into(move.target, self._table):
            sooner = None if piece in self._carried | waiting else self._out_of_the_way(piece, move.target)
            if sooner is not None:
                self._carry(sooner, waiting)
        self._carried.add(move.piece_id)
        self._done.append(move)

    def _out_of_the_way(self, piece: int, target: PiecePlace) -> PieceMove | None:
        """Where a piece goes that reaches into a target; one that stands there is for others to decide."""
        planned = next((move for move in self._left if move.piece_id == piece), None)
        if planned is not None:
            return planned
        place = self._table.place_of(piece)
        if place.is_off:
            slot = self._free_slot(piece)
            return None if slot is None else PieceMove(piece, place, slot)
        return None if place == target else PieceMove(piece, place, place)

    def _free_slot(self, piece: int) -> PiecePlace | None:
        """A slot that nobody has, wants, or reaches into."""
        colour = PIECES[piece].colour
        for slot in (*slots_of(colour), *slots_of(not colour)):
            others = set(reaching_into(slot, self._table)) - {piece, *self._carried}
            if slot not in self._taken and not others:
                self._taken.add(slot)
                return slot
        return None
