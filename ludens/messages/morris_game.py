"""A game of Nine Men's Morris on a real board: what is ordered, how it stands, what is asked of the person.

Positions are FEN, turns are written as in `d6-d5xb4`, points and colours (0 white, 1 black) are numbers.
"""

from typing import Literal

from ludens.geometry import Pose2
from ludens.messages.manipulation import Hand
from ludens.messages.message import Message

Colour = Literal["white", "black"]
Asking = Literal["nothing", "start", "turn", "hand over", "take", "put right", "help"]
MorrisIntentName = Literal["turn", "take_back", "hint", "score", "resign", "draw", "new_game"]


class MorrisOrder(Message):
    """The game that shall be played: a new one, one that goes on, or what stands on the board."""

    start: str
    turns: tuple[str, ...] = ()
    robot: tuple[Colour, ...] = ("white",)  # whom the robot plays; nobody: it is the referee
    level: str = "10"
    from_board: bool = False  # whether the start is what stands on the board
    learns_colours: bool = True  # whether it is shown one man of each colour before
    learns_camera: bool = False  # whether it finds out first how its camera sits, unless its file says so
    language: str = "en"  # in which it speaks: a code, or the path of a language file
    at_page: tuple[Colour, ...] = ()  # sides whose player is not at the table, but at a page or a terminal
    home: Pose2 | None = None  # where it waits, out of another robot's way; None: where it stands


class MorrisGame(Message):
    """How the game stands; told whenever it changes."""

    start: str
    turns: tuple[str, ...]
    position: str  # after them, as FEN
    turn: Colour
    robot: tuple[Colour, ...]
    outcome: str = ""  # a sentence, once it is over
    closed: str = ""  # how the players ended it: "white resigns", "draw agreed"
    at_page: tuple[Colour, ...] = ()  # as ordered
    level: str = "10"
    language: str = "en"
    begun_s: float = 0.0  # when it was ordered: tells a new game from one that was taken back to its start
    offences: tuple[str, ...] = ()  # what the judge had to find fault with, a sentence each
    offence_kinds: tuple[tuple[str, ...], ...] = ()  # of each of them: names of the kinds of fault


class PersonAsked(Message):
    """What the robot asks of whoever is there; a new number is a new request, and takes the last one back.

    Start the game; make a turn; hand over a man, or take one; put the board right; help.
    """

    number: int
    asking: Asking
    text: str = ""
    hand: Hand = "left"  # in which a man is awaited, or held
    colour: int = 0  # of that man
    corrections: tuple[tuple[int, int, int], ...] = ()  # colour, from and to a point; -1 is no point


class MorrisIntent(Message):
    """Something a player wants who is not at the table; a turn is legal in the position it was said in.

    A turn is made by whoever is at the table, or, where that is directed, by the robot.
    """

    name: MorrisIntentName
    turn: str = ""


class BodyUse(Message):
    """For what the keeper of the game wants the body: to stand and walk, for the hands, or to rest."""

    motion: Literal["walk", "hands", "rest"] = "walk"
