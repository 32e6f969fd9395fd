"""What to say beside the game, and when: about a board that cannot be read, a camera that sends nothing.

It is said after some patience, then ever more seldom. Where a piece is known to be the matter, a person is
asked to put that piece somewhere, and not just told. What was told twice in vain becomes a plea: what a
person can do about it, and what to say if there is nothing to be done.
"""

import math

from ludens.games.chess.game_flow.believed_table import BelievedTable
from ludens.games.chess.game_flow.person_turn import Remark
from ludens.games.chess.game_flow.played_game import PlayedGame
from ludens.games.chess.rules.arrangement import PieceMove
from ludens.games.chess.rules.inference import Moved, infer
from ludens.games.chess.rules.places import PIECES, PiecePlace
from ludens.messages import CalibrationReport, Trouble

SELDOM_S = 600.0
"""Longest silence about something that stays wrong."""
TOLD = 2
"""How often something is just told before a person is asked to help."""
FOREIGN_S = 3.0
"""A marker of no piece that is seen so long is really there."""


class Alerts:
    """Remembers since when something is wrong and what was said, so that nobody is told all the time."""

    def __init__(self, patience_s: float) -> None:
        self._patience_s = self._waits_s = self._reminds_after_s = patience_s
        self._since_s: float | None = None
        self._said: frozenset[tuple[str, tuple[int, ...]]] = frozenset()  # kinds and pieces
        self._times = 0  # that it was said
        self._asked: Remark | None = None  # what a person was last asked for
        self._is_blind = False
        self._has_failed = False  # the table was looked for in vain
        self._foreign_s: float | None = None  # since when there is a marker of no piece

    def about_board(
        self,
        table: BelievedTable,
        game: PlayedGame,
        *,
        quiet_since_s: float,
        time_s: float,
        persons_turn: bool,
    ) -> Remark | None:
        """What to say about a board that cannot be read now.

        In a person's turn a piece may belong where it was not before.
        """
        troubles = table.troubles()
        if not troubles:  # a hand at work
            self._since_s = None
            return None
        self._since_s = time_s if self._since_s is None else self._since_s
        wrong = frozenset((one.kind, one.pieces) for one in troubles)
        waits_s = self._waits_s if wrong == self._said else self._patience_s
        if time_s - max(self._since_s, quiet_since_s) <= waits_s:
            return None
        self._waits_s = min(2.0 * waits_s, SELDOM_S)
        self._times = self._times + 1 if wrong == self._said else 1
        self._said = wrong
        remark = _remark(troubles, table, game, persons_turn=persons_turn)
        asks = self._times > TOLD and (self._times - TOLD) % 2 == 1
        return _plea(remark, troubles, game) if asks and not remark.asked else remark

    def about_readable_board(self, table: BelievedTable, time_s: float) -> tuple[Trouble, ...]:
        """Forget what was wrong; return what lies beside the board and disturbs nothing, once."""
        self._waits_s, self._said, self._since_s = self._patience_s, frozenset(), None
        foreign = tuple(one for one in table.troubles() if one.kind == "foreign")
        if not foreign:
            self._foreign_s = None
        elif self._foreign_s is None:
            self._foreign_s = time_s
        elif time_s - self._foreign_s > FOREIGN_S:
            self._foreign_s = math.inf
            return foreign
        return ()

    def asked(self, remark: Remark) -> None:
        """A person was asked for something."""
        if remark != self._asked:
            self._asked, self._reminds_after_s = remark, self._patience_s

    def reminder(self, *, quiet_since_s: float, time_s: float) -> Remark | None:
        """What is to be asked again; of choices the dialogue reminds."""
        if self._asked is None or self._asked.choices or time_s - quiet_since_s <= self._reminds_after_s:
            return None
        self._reminds_after_s = min(2.0 * self._reminds_after_s, SELDOM_S)
        return self._asked

    def nothing_is_asked(self) -> None:
        """A person was asked for something, and need not do it any more."""
        self._asked = None

    def is_newly_blind(self, table: BelievedTable, time_s: float) -> bool:
        """Whether the camera has just been silent for too long."""
        if table.believed is None:
            return False
        was_blind, self._is_blind = self._is_blind, time_s - table.believed.time_s > self._patience_s
        return self._is_blind and not was_blind

    def has_newly_failed(self, report: CalibrationReport) -> bool:
        """Whether camera or board have just been looked for in vain."""
        had_failed, self._has_failed = self._has_failed, report.state == "failed"
        return self._has_failed and not had_failed


def _remark(
    troubles: tuple[Trouble, ...], table: BelievedTable, game: PlayedGame, *, persons_turn: bool
) -> Remark:
    """What is wrong, and which piece is to be put where, if that can be told."""
    fallen = tuple(
        PieceMove(one.pieces[0], PiecePlace(one.place), _upright(one, table, game, persons_turn=persons_turn))
        for one in troubles
        if one.kind == "lying" and one.place is not None
    )
    if fallen:
        return Remark(game.words.lying(fallen), fallen, "plea")
    if any(one.kind in ("covered", "dark", "doubled") for one in troubles):
        return Remark(game.words.troubles(troubles), (), "trouble")
    for one in troubles:
        if one.kind == "between":
            piece = one.pieces[0]
            target = _meant(piece, table, game) if persons_turn else game.belongs[piece]
            moves = () if target is None else (PieceMove(piece, table.place_of(piece), target),)
            text = f"{game.words.troubles((one,))} {game.words.straighten(moves)}".strip()
            return Remark(text, moves, "plea" if moves else "trouble")
    return Remark(game.words.troubles(troubles), (), "trouble")


def _plea(told: Remark, troubles: tuple[Trouble, ...], game: PlayedGame) -> Remark:
    """What a person can do about something that was told in vain."""
    kinds = {one.kind for one in troubles}
    key = "clear_view" if "covered" in kinds else "more_light" if "dark" in kinds else "tidy_board"
    return Remark(f"{told.text} {game.words.say(key)}", (), "plea")


def _upright(fallen: Trouble, table: BelievedTable, game: PlayedGame, *, persons_turn: bool) -> PiecePlace:
    """Where a piece that fell shall stand.

    Where it lies, if that is a slot or its owner was just moving it; in a slot, if what took it stands where
    it was; else where it belongs.
    """
    assert fallen.place is not None
    piece, lies = fallen.pieces[0], PiecePlace(fallen.place)
    colour = PIECES[piece].colour
    if lies.square is None or (persons_turn and colour == game.turn):
        return lies
    belongs = game.belongs[piece]
    seen = table.likeliest
    if seen is None or table.occupant(belongs) in (None, piece):
        return belongs
    return seen.free_slot(colour) or belongs


def _meant(piece: int, table: BelievedTable, game: PlayedGame) -> PiecePlace | None:
    """Of the two places that a piece stands between, the one where it makes sense."""
    scattered = table.scattered(since_s=0.0)
    if scattered is None:
        return None
    for place in table.nearest(piece):
        configuration = scattered.moved(piece, place)
        if configuration == game.belongs or isinstance(
            infer(game.record.board(), game.belongs, configuration), Moved
        ):
            return place
    return None
