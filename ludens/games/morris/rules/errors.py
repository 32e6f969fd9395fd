"""Errors of positions, turns and notation: always a sentence."""


class MorrisError(ValueError):
    """Something in a game of morris that cannot be; the sentence says what and what was expected."""


class IllegalTurnError(MorrisError):
    """A turn the rules forbid in this position."""


class NotationError(MorrisError):
    """Text that is no position, turn or game."""
