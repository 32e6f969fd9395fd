"""What to say about a board that cannot be read, and when: after some patience, then ever more seldom.

Where a piece is known to be the matter, a person is asked to put that piece somewhere, and not just told.
"""

from ludens.games.chess.keep.played import PlayedGame
from ludens.games.chess.keep.sight import Sight
from ludens.games.chess.keep.watching import Remark
from ludens.games.chess.rules.arrangement import PieceMove
from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.rules.inference import Moved, infer
from ludens.games.chess.rules.places import PIECES, Place
from ludens.messages import Trouble

SELDOM_S = 60.0
"""Longest silence about something that stays wrong."""


class Complaints:
    """Remembers since when something is wrong and what was said, so that nobody is told all the time."""

    def __init__(self, patience_s: float) -> None:
        self._patience_s = self._waits_s = patience_s
        self._since_s: float | None = None
        self._said: frozenset[tuple[str, tuple[int, ...]]] = frozenset()  # kinds and pieces

    def clear(self) -> None:
        """The board could be read."""
        self._waits_s, self._said, self._since_s = self._patience_s, frozenset(), None

    def about(
        self, sight: Sight, game: PlayedGame, *, quiet_since_s: float, time_s: float, persons_turn: bool
    ) -> Remark | None:
        """What to say now. In a person's turn a piece may belong where it was not before."""
        troubles = sight.troubles()
        if not troubles:  # a hand at work
            self._since_s = None
            return None
        self._since_s = time_s if self._since_s is None else self._since_s
        wrong = frozenset((one.kind, one.pieces) for one in troubles)
        waits_s = self._waits_s if wrong == self._said else self._patience_s
        if time_s - max(self._since_s, quiet_since_s) <= waits_s:
            return None
        self._waits_s = min(2.0 * waits_s, SELDOM_S)
        self._said = wrong
        return remark(troubles, sight, game, persons_turn=persons_turn)


def remark(troubles: tuple[Trouble, ...], sight: Sight, game: PlayedGame, *, persons_turn: bool) -> Remark:
    """What is wrong, and which piece is to be put where, if that can be told."""
    fallen = tuple(
        PieceMove(one.pieces[0], Place(one.place), _upright(one, sight, game, persons_turn=persons_turn))
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
            target = _meant(piece, sight, game) if persons_turn else game.belongs[piece]
            moves = () if target is None else (PieceMove(piece, sight.place_of(piece), target),)
            text = f"{game.words.troubles((one,))} {game.words.straighten(moves)}".strip()
            return Remark(text, moves, "plea" if moves else "trouble")
    return Remark(game.words.troubles(troubles), (), "trouble")


def _upright(fallen: Trouble, sight: Sight, game: PlayedGame, *, persons_turn: bool) -> Place:
    """Where a piece that fell shall stand.

    Where it lies, if that is a slot or its owner was just moving it; in a slot, if what took it stands where
    it was; else where it belongs.
    """
    assert fallen.place is not None
    piece, lies = fallen.pieces[0], Place(fallen.place)
    colour = PIECES[piece].colour
    if lies.square is None or (persons_turn and colour == game.turn):
        return lies
    belongs = game.belongs[piece]
    if sight.believed is None or sight.occupant(belongs) in (None, piece):
        return belongs
    seen = PieceConfiguration(tuple(map(Place, sight.believed.places)))
    return seen.free_slot(colour) or belongs


def _meant(piece: int, sight: Sight, game: PlayedGame) -> Place | None:
    """Of the two places that a piece stands between, the one where it makes sense."""
    scattered = sight.scattered(since_s=0.0)
    if scattered is None:
        return None
    for place in sight.nearest(piece):
        configuration = scattered.moved(piece, place)
        if configuration == game.belongs or isinstance(
            infer(game.record.board(), game.belongs, configuration), Moved
        ):
            return place
    return None
