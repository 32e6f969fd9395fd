"""What to do about pieces that are not where the game has them: the arm what it can, a person the rest."""

from collections.abc import Iterable

from ludens.games.chess.keep.attempts import Attempts
from ludens.games.chess.keep.played import PlayedGame
from ludens.games.chess.keep.sight import Sight
from ludens.games.chess.keep.watching import Remark
from ludens.games.chess.rules.arrangement import PieceMove, arrange, carried_out
from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.rules.errors import NoPieceError
from ludens.games.chess.rules.places import OFF, PIECES

MISSING_S = 3.0
"""So long a piece that is nowhere may just have been overlooked."""


def repair(
    game: PlayedGame, now: PieceConfiguration, sight: Sight, attempts: Attempts, *, waited_s: float
) -> tuple[PieceMove, ...] | Remark:
    """Piece moves for the arm, or what a person is asked for; no moves are: look a little longer."""
    try:
        moves = arrange(game.record.board(), now, like=game.belongs).moves
    except NoPieceError as error:
        return Remark(game.words.no_piece_for(error.piece, error.square), (), "plea")
    moves += put_away(sight.strays(), moves, now)
    missing = any(move.origin.is_off and not sight.sees(move.piece_id) for move in moves)
    if missing and waited_s < MISSING_S:
        return ()
    was_vain = attempts.are_vain
    if not attempts.may_try(moves, sight):
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
