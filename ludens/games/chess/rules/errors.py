"""What can be wrong with a position, a move or its notation: always a sentence."""


class ChessError(ValueError):
    """Something in a game of chess that cannot be; the sentence says what and what was expected."""


class NotationError(ChessError):
    """Text that is no position, move or game."""
