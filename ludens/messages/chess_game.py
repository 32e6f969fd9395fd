"""A game of chess on a real board: what is ordered, and how it stands.

Positions are FEN, moves UCI, places and pieces numbered as the game numbers them.
"""

from typing import Literal

from ludens.messages.message import Message

Colour = Literal["white", "black"]
Mover = Literal["hand", "words", "engine"]
"""Who decides and who moves: a person with the hand, a person who tells the arm, or the arm by itself."""


class ChessOrder(Message):
    """The game that shall be played: a new one, or one that goes on."""

    start: str
    moves: tuple[str, ...] = ()
    white: Mover = "engine"
    black: Mover = "hand"
    level: int = 5  # of the engine
    language: str = "en"  # in which it is told: a code, or a language file
    places: tuple[int, ...] = ()  # where the pieces are expected, by their numbers; () is: as they stand
    at_page: tuple[Colour, ...] = ()  # sides whose player is not at the table, but at a page or a terminal


class ChessGame(Message):
    """How the game stands; told whenever it changes."""

    start: str
    moves: tuple[str, ...]
    result: str  # "*" while it goes on
    closed: str  # how the players ended it, "" if they did not
    turn: Colour
    white: Mover
    black: Mover
    places: tuple[int, ...]  # where every piece belongs
    asked: tuple[tuple[int, int], ...] = ()  # piece and place: what a person is asked to put right
    choices: tuple[str, ...] = ()  # moves half done, of which a person is asked to say which it shall be
    begun_s: float = 0.0  # when it was ordered: tells a new game from one that was taken back to its start
    at_page: tuple[Colour, ...] = ()  # as ordered
    level: int = 5  # of the engine
    language: str = "en"
