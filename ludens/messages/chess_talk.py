"""What a conversation about chess asks of the rest of the robot, and what it needs to know for it."""

from typing import Literal

from ludens.messages.message import Message

IntentName = Literal["move", "take_back", "hint", "score", "resign", "draw", "new_game", "stop", "go_on"]


class UserIntent(Message):
    """Something a person wants done; a move (as UCI writes it) is legal in the position it was said in."""

    name: IntentName
    move: str = ""


class ChessSituation(Message):
    """The position a conversation is about, and the moves that led to it.

    `player` is whose words count: the side of the person who talks, or both.
    """

    fen: str  # before the moves
    moves: tuple[str, ...] = ()  # in the notation of UCI
    player: Literal["white", "black", "both"] = "both"
    language: str = "en"  # a code, or a language file
    is_closed: bool = False  # whether the players have ended the game
    choices: tuple[str, ...] = ()  # moves that the board shows half done: which of them, a person is asked
