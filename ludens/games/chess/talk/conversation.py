"""The values of a conversation: what it remembers, what it is about, and what one turn of it brings."""

from dataclasses import dataclass
from typing import Literal

import chess

from ludens.games.chess.talk.meaning import Meaning, MoveRequest
from ludens.messages.chess_talk import IntentName

About = Literal[
    "origin", "promotion", "castling", "plain", "sure", "heard", "target", "resign", "new_game", "draw"
]
YES_OR_NO: tuple[About, ...] = ("plain", "sure", "resign", "new_game", "draw")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What the robot has asked and waits to be told.

    `others` are moves that may have been said if it was not the first of `moves`; `request` is what is known
    of the move already.
    """

    about: About
    text: str
    moves: tuple[chess.Move, ...] = ()
    others: tuple[chess.Move, ...] = ()
    request: MoveRequest | None = None


@dataclass(frozen=True, slots=True)
class Denied:
    """Moves of which a person said that they were not meant, and the position in which that was."""

    fen: str = ""
    moves: tuple[chess.Move, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """What is remembered from turn to turn. Without a question it is idle."""

    question: Question | None = None
    last_said: str = ""
    misheard: int = 0  # times in a row that it had to be asked what was said
    denied: Denied = Denied()


@dataclass(frozen=True, slots=True)
class Situation:
    """The position that is talked about, with the moves that led to it, and who is talking."""

    board: chess.Board
    player: chess.Color | None = None  # None: whoever is to move

    @property
    def asker(self) -> chess.Color:
        """Whose pieces are "mine"."""
        return self.board.turn if self.player is None else self.player

    @property
    def may_move(self) -> bool:
        """Whether the one who talks is to move."""
        return self.player in (None, self.board.turn)


@dataclass(frozen=True, slots=True)
class Wish:
    """Something to be done; only a move comes with one, and that is legal."""

    name: IntentName
    move: chess.Move | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the robot: what it says (never nothing), what is to be done, and what it took the words for
    (None where nobody had spoken).
    """

    said: str
    wishes: tuple[Wish, ...] = ()
    meaning: Meaning | None = None
