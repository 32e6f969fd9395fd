"""What to make of a settled board while somebody else is to move: when to believe it, when to speak."""

from dataclasses import dataclass
from typing import Literal

import chess

from ludens.games.chess.game_flow.played_game import PlayedGame
from ludens.games.chess.rules.arrangement import PieceMove
from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.rules.inference import Moved, Refused, Unchanged, Unfinished, infer
from ludens.games.chess.rules.places import PIECES
from ludens.games.chess.rules.reasons import Code

CASTLING_S = 3.0
"""How long a rook's move is held to be half a castling."""
UNFINISHED_S = 5.0
"""How long half a move may take before it is asked about."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to say, and what a person is asked to do, or which of some moves to choose."""

    text: str
    asked: tuple[PieceMove, ...]
    tone: Literal["refusal", "plea", "trouble"] = "refusal"
    choices: tuple[chess.Move, ...] = ()


def is_answered(game: PlayedGame, now: PieceConfiguration) -> bool:
    """Whether all that differs from the game is what the player to move has done since, or begun to do.

    A piece of the robot's that is missing may as well have slipped off its magnet: that is no beginning.
    """
    if not game.person_may_move or not game.shown_by(game.belongs):
        return False
    seen = infer(game.record.board(), game.belongs, now)
    own = any(
        PIECES[piece].colour == game.turn and game.belongs[piece].square is not None
        for piece in now.differences(game.belongs)
    )
    return isinstance(seen, Moved) or (isinstance(seen, Unfinished) and own)


class PersonTurn:
    """Follows one turn of a person. Every configuration is judged once, and spoken of once.

    When the game is over that is said once, however many pieces are then put away.
    """

    def __init__(self) -> None:
        self._judged: PieceConfiguration | None = None
        self._since_s = 0.0
        self._spoken = False
        self._told_end = False

    def look(
        self, game: PlayedGame, now: PieceConfiguration, time_s: float, *, may_move: bool
    ) -> Moved | Unchanged | Remark | None:
        """Judge the board: a move, nothing new, something to say; None is: wait."""
        if now != self._judged:
            self._judged, self._since_s, self._spoken = now, time_s, False
        if now == game.belongs:
            return Unchanged(now)
        board = game.record.board()
        ending = game.record.ending
        seen = infer(
            board,
            game.belongs,
            now,
            mover=None if may_move else not board.turn,
            ending=None if ending is None else ending.how,
        )
        waited_s = time_s - self._since_s
        if isinstance(seen, Moved):
            return None if seen.may_become is not None and waited_s < CASTLING_S else seen
        if isinstance(seen, Unchanged):
            return seen
        if self._told_end or self._spoken or (not isinstance(seen, Refused) and waited_s < UNFINISHED_S):
            return None
        self._spoken, self._told_end = True, ending is not None
        if isinstance(seen, Refused):
            return Remark(game.words.against(seen.reason, seen.undo), seen.undo)
        choices = seen.moves if seen.reason.code is Code.PROMOTION_MISSING else ()
        return Remark(game.words.against(seen.reason, seen.rest), seen.rest, "plea", choices)
