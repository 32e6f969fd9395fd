"""What a game knows of the table: the settled configuration, points for the arm, a board that was pushed."""

import math

import numpy as np

from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.rules.places import OFF, PiecePlace
from ludens.games.chess.workcell.measures import Measures
from ludens.games.chess.workcell.table_view import TableView, numbers_of
from ludens.geometry import FloatArray, Transform3
from ludens.messages import CarryRequest, PiecesBelieved, TableCalibration, Trouble

Point = tuple[float, float, float]
SURE = 0.9
"""Probability of a place from which on it is acted on."""
SCATTERED_S = 1.0
"""Time for pieces that stand at no place to come to rest."""
MARGIN_M = 0.008
"""Between a carried piece and those it passes over."""
NOTICED_M = 0.008
"""Farther than this, on average, no person puts pieces beside the middles of their squares."""
TOGETHER_M = 0.007
"""Tolerance within which a piece counts as moved along with the board."""
FEWEST_PUSHED = 4
MOST_PUSHED = 0.75
"""Of the pieces on the board that must have gone along."""


class BelievedTable:
    """The newest belief about the table, and where things are for the arm.

    `has_news`: a picture has come in this cycle, and nobody has looked at it yet.
    """

    def __init__(self, measures: Measures) -> None:
        self.measures = measures
        self._middles_m = measures.middles()
        self.believed: PiecesBelieved | None = None
        self.has_news = False
        self._calibration: TableCalibration | None = None
        self._base_from_board = measures.base_from_board()

    @property
    def is_calibrated(self) -> bool:
        """Whether it is known where camera and board are."""
        return self._calibration is not None

    def take_in(self, believed: PiecesBelieved | None, calibration: TableCalibration | None) -> None:
        """Take in what is new."""
        if calibration is not None and calibration is not self._calibration:
            self._calibration = calibration
            self._base_from_board = TableView.calibrated(calibration, self.measures).base_from_board
        self.has_news = believed is not None
        if believed is not None:
            self.believed = believed

    def settled(self, *, since_s: float) -> PieceConfiguration | None:
        """The configuration, if the newest picture shows a settled one and was taken after a moment."""
        believed = self.believed
        if believed is None or not believed.settled or believed.time_s < since_s:
            return None
        return self.likeliest

    @property
    def likeliest(self) -> PieceConfiguration | None:
        """The likeliest place of every piece."""
        return (
            None
            if self.believed is None
            else PieceConfiguration(tuple(map(PiecePlace, self.believed.places)))
        )

    def settled_or_scattered(self, *, since_s: float, time_s: float) -> PieceConfiguration | None:
        """The settled configuration; after a while also one with pieces that stand at no place."""
        settled = self.settled(since_s=since_s)
        if settled is None and time_s - since_s > SCATTERED_S:
            return self.scattered(since_s=since_s)
        return settled

    def scattered(self, *, since_s: float) -> PieceConfiguration | None:
        """The configuration when every piece is in plain sight but some stand at no place: those are off.

        The arm can fetch what it sees.
        """
        believed = self.believed
        if believed is None or believed.hidden or believed.time_s < since_s:
            return None
        strays = self.strays()
        doubled = any(trouble.kind == "doubled" for trouble in believed.troubles)
        if doubled or not strays.isdisjoint(believed.unseen):
            return None
        return PieceConfiguration(
            tuple(
                OFF if piece in strays else PiecePlace(place) for piece, place in enumerate(believed.places)
            )
        )

    def strays(self) -> frozenset[int]:
        """Pieces that stand, or lie, at no place for sure."""
        chances = () if self.believed is None else self.believed.confidences
        return frozenset(piece for piece, chance in enumerate(chances) if chance < SURE)

    def sees(self, piece: int) -> bool:
        """Whether the newest pictures show a piece."""
        believed = self.believed
        return believed is not None and piece not in believed.unseen and self.top_of(piece) is not None

    @property
    def is_still(self) -> bool:
        """Whether nothing moves over the table, by the newest picture; something may lie there or hang."""
        believed = self.believed
        if believed is None:
            return False
        return not believed.hidden or any(trouble.kind == "covered" for trouble in believed.troubles)

    def troubles(self) -> tuple[Trouble, ...]:
        """What the newest picture shows that should not be."""
        return () if self.believed is None else self.believed.troubles

    def occupant(self, place: PiecePlace, *, sure: float = SURE) -> int | None:
        """The piece that is believed to be at a place now."""
        believed = self.believed
        if believed is None:
            return None
        pairs = enumerate(zip(believed.places, believed.confidences, strict=True))
        return next((piece for piece, (at, chance) in pairs if at == place.number and chance >= sure), None)

    def place_of(self, piece: int) -> PiecePlace:
        """The likeliest place of a piece."""
        return OFF if self.believed is None else PiecePlace(self.believed.places[piece])

    def nearest(self, piece: int, *, count: int = 2) -> tuple[PiecePlace, ...]:
        """The places nearest to where a piece was seen last."""
        if self.believed is None:
            return ()
        away_m = np.hypot(*(self._middles_m - self.believed.positions_m[piece]).T)
        return tuple(map(PiecePlace, np.argsort(np.nan_to_num(away_m))[:count].tolist()))

    def top_of(self, piece: int) -> Point | None:
        """The middle of a piece's top where it was seen last, in the frame of the arm's base."""
        if self.believed is None:
            return None
        x_m, y_m = self.believed.positions_m[piece].tolist()
        if not (math.isfinite(x_m) and math.isfinite(y_m)):
            return None
        on_board = max(abs(x_m), abs(y_m)) <= 0.5 * self.measures.board_m
        return self._in_base(x_m, y_m, on_board=on_board)

    def top_at(self, place: PiecePlace) -> Point | None:
        """Where the middle of a piece's top will be when it stands at a place; None for what is off."""
        middle = self.measures.middle_of(place)
        return None if middle is None else self._in_base(*middle, on_board=place.square is not None)

    def turn_rad(self, piece: int) -> float:
        """How far to turn a piece so that it stands square to the board."""
        if self.believed is None:
            return 0.0
        aslant = float(self.believed.yaws_rad[piece])
        return -(aslant - math.pi / 2.0 * round(aslant / (math.pi / 2.0)))

    def carry_request(
        self, number: int, *, time_s: float, piece: int | None = None, target: PiecePlace | None = None
    ) -> CarryRequest:
        """Ask the arm to carry a piece to a place; without a piece what it holds, without both nothing."""
        return CarryRequest(
            time_s=time_s,
            number=number,
            origin_m=None if piece is None else self.top_of(piece),
            target_m=None if target is None else self.top_at(target),
            turn_rad=0.0 if piece is None else self.turn_rad(piece),
            thing_m=self.measures.piece_height_m,
            clear_m=self.clear_m,
        )

    def pushed_by(self, move: Transform3) -> tuple[float, ...]:
        """Where the board lies if it was moved so, as messages write poses."""
        return numbers_of(self._base_from_board @ move)

    def forget(self) -> None:
        """Know nothing of the table until it is told anew."""
        self._calibration = self.believed = None

    @property
    def clear_m(self) -> float:
        """Height that whatever is lowest must have on its way over the pieces."""
        return self.measures.board_thickness_m + self.measures.piece_height_m + MARGIN_M

    def _in_base(self, x_m: float, y_m: float, *, on_board: bool) -> Point:
        height_m = self.measures.piece_height_m - (0.0 if on_board else self.measures.board_thickness_m)
        x_m, y_m, z_m = self._base_from_board.apply(np.array([x_m, y_m, height_m])).tolist()
        return x_m, y_m, z_m


def pushed(table: BelievedTable, belongs: PieceConfiguration) -> Transform3 | None:
    """Return how somebody has moved the board on the table (its frame before from its frame now), or None.

    Then all pieces on it are seen aside by the same move.
    """
    if table.believed is None or not table.is_still:
        return None
    meant, seen = [], []
    for piece, place in enumerate(belongs.places):
        middle = table.measures.middle_of(place)
        if place.square is not None and middle is not None:
            meant.append(middle)
            seen.append(table.believed.positions_m[piece].tolist())
    meant_m, seen_m = np.array(meant).reshape(-1, 2), np.array(seen).reshape(-1, 2)
    known = np.isfinite(seen_m).all(axis=1)
    meant_m, seen_m = meant_m[known], seen_m[known]
    if len(meant_m) < FEWEST_PUSHED:
        return None
    away_m = seen_m - meant_m
    together = np.hypot(*(away_m - np.median(away_m, axis=0)).T) < 2.0 * TOGETHER_M
    if np.hypot(*np.median(away_m, axis=0)) < NOTICED_M or together.mean() < MOST_PUSHED:
        return None
    move = _rigid(meant_m[together], seen_m[together])
    left_m = seen_m - move.apply(np.column_stack((meant_m, np.zeros(len(meant_m)))))[:, :2]
    return move if (np.hypot(*left_m.T) < TOGETHER_M).mean() >= MOST_PUSHED else None


def _rigid(from_m: FloatArray, to_m: FloatArray) -> Transform3:
    """The turn and shift of least squares."""
    middle_m, goal_m = from_m.mean(axis=0), to_m.mean(axis=0)
    before, after = from_m - middle_m, to_m - goal_m
    sine = float((before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]).sum())
    turn = Transform3.from_rpy(yaw_rad=float(np.arctan2(sine, float((before * after).sum()))))
    shift_m = np.append(goal_m, 0.0) - turn.apply(np.append(middle_m, 0.0))
    return Transform3(turn.rotation, shift_m)
