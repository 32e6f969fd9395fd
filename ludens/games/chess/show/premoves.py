"""Moves that a player may want to make after the opponent's next one, chosen before it is known."""

from collections.abc import Iterator

import chess


def premoves(board: chess.Board) -> Iterator[chess.Move]:
    """Moves of the side that is not to move: as the pieces stand now, and onto what may be left or taken.

    A piece may also go where one of its own stands, to take whatever takes that, and a pawn aslant. Whether
    such a move is legal is seen when its time has come.
    """
    mine = board.copy(stack=False)
    mine.push(chess.Move.null())
    yield from mine.generate_pseudo_legal_moves()
    own = mine.occupied_co[mine.turn]
    for square in chess.scan_forward(own):
        targets = mine.attacks_mask(square)
        wanted = (
            targets & own
            if not chess.BB_SQUARES[square] & mine.pawns
            else targets & ~mine.occupied_co[not mine.turn]
        )
        for target in chess.scan_forward(wanted):
            yield chess.Move(square, target)
