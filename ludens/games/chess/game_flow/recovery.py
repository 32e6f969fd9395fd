"""Bringing the pieces where the game has them: the arm does what it can, and asks a person for the rest.

An arm that tried in vain, with nothing in its way and the piece where it was, holds nothing: its magnet is
dead. It says so once, and asks for everything from then on, until somebody tells it to go on.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from ludens.games.chess.game_flow.believed_table import BelievedTable
from ludens.games.chess.game_flow.person_turn import Remark
from ludens.games.chess.game_flow.played_game import PlayedGame
from ludens.games.chess.rules.arrangement import PieceMove, arrange, carried_out
from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.rules.errors import NoPieceError
from ludens.games.chess.rules.places import OFF, PIECES

MISSING_S = 3.0
"""Time in which a piece that is seen nowhere may just have been overlooked."""


class RepairAttempts:
    """Counts piece moves that did not come about; after so many a person has to help.

    `are_vain`: a piece stayed where it was every time, though nothing was in the way. No more is tried then.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._tried: Counter[PieceMove] = Counter()
        self._hindered = False
        self.are_vain = False

    def may_try(self, moves: Sequence[PieceMove], table: BelievedTable) -> bool:
        """Count one more attempt; tell whether the arm can do all of it: it fetches only what is seen."""
        if self.are_vain:
            return False
        self._tried.update(moves)
        tired = [move for move in moves if self._tried[move] > self._most]
        self.are_vain = not self._hindered and any(not move.origin.is_off for move in tired)
        return not tired and not any(
            move.target.is_off or (move.origin.is_off and not table.sees(move.piece_id)) for move in moves
        )

    def hinder(self) -> None:
        """An attempt came to nothing for a reason: something was in the way, or out of reach."""
        self._hindered = True

    def renew(self) -> None:
        """Somebody says that it works again."""
        self.are_vain = False
        self.clear()

    def clear(self) -> None:
        """All is well again, or somebody has helped."""
        self._tried.clear()
        self._hindered = False


def repair(
    game: PlayedGame,
    now: PieceConfiguration,
    table: BelievedTable,
    attempts: RepairAttempts,
    *,
    waited_s: float,
) -> tuple[PieceMove, ...] | Remark:
    """Piece moves for the arm, or what a person is asked for; no moves are: look a little longer."""
    try:
        moves = arrange(game.record.board(), now, like=game.belongs)
    except NoPieceError as error:
        return Remark(game.words.no_piece_for(error.piece, error.square), (), "plea")
    moves += put_away(table.strays(), moves, now)
    missing = any(move.origin.is_off and not table.sees(move.piece_id) for move in moves)
    if missing and waited_s < MISSING_S:
        return ()
    was_vain = attempts.are_vain
    if not attempts.may_try(moves, table):
        is_news = attempts.are_vain and not was_vain  # of a dead magnet it speaks once
        return Remark(game.words.cannot_alone(moves, magnet_is_dead=is_news), moves, "plea")
    return moves


def put_away(
    strays: Iterable[int], moves: tuple[PieceMove, ...], now: PieceConfiguration
) -> tuple[PieceMove, ...]:
    """Piece moves that bring into slots what stands between places and is needed nowhere."""
    needed = {move.piece_id for move in moves}
    then, away = carried_out(moves, now), []
    for piece in sorted(set(strays) - needed):
        slot = then.free_slot(PIECES[piece].colour)
        if slot is not None:
            away.append(PieceMove(piece, OFF, slot))
            then = then.moved(piece, slot)
    return tuple(away)
