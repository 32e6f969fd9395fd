"""The values of a conversation: what a sentence can mean, what is asked and remembered, what a turn is."""

from dataclasses import dataclass
from typing import Literal

import chess

from ludens.games.chess.rules.ending import ending_of
from ludens.games.chess.rules.reasons import RefusalReason
from ludens.messages.chess_talk import IntentName

Side = Literal["king", "queen"]
About = Literal[
    "origin", "promotion", "castling", "plain", "sure", "heard", "target", "resign", "new_game", "draw"
]
YES_OR_NO: tuple[About, ...] = ("plain", "sure", "resign", "new_game", "draw")


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRequest:
    """A move as far as words described it; None is what was left open."""

    piece: chess.PieceType | None = None
    origin: chess.Square | None = None
    origin_file: int | None = None  # 0 is a
    origin_rank: int | None = None  # 0 is 1
    half: Side | None = None  # "king's knight"
    end: Literal["left", "right"] | None = None  # "the left rook", seen by the player
    target: chess.Square | None = None
    target_file: int | None = None
    takes: bool = False
    victim: chess.PieceType | None = None
    promotion: chess.PieceType | None = None
    promotes: bool = False  # said that it does, perhaps not to what
    en_passant: bool = False
    castling: Side | Literal["either"] | None = None
    off_board: bool = False  # named a square that does not exist


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Anything that is no move. `piece`, `square` and `whose` narrow questions about the board."""

    name: str
    piece: chess.PieceType | None = None
    square: chess.Square | None = None
    whose: Literal["mine", "yours", "white", "black"] | None = None


@dataclass(frozen=True, slots=True)
class MoveReading:
    """One way to understand a sentence. `cost` grows with every word that had to be bent; `doubt` is the part
    of it from words that this reading makes nothing of.
    """

    request: MoveRequest
    cost: float
    doubt: float = 0.0


# ---------------------------------------------------------------- after weighing


@dataclass(frozen=True, slots=True)
class Play:
    """Exactly one legal move fits."""

    move: chess.Move


@dataclass(frozen=True, slots=True)
class Ask:
    """Several legal moves fit what was said, or one does not quite; "heard": several may have been said."""

    moves: tuple[chess.Move, ...]
    about: Literal["origin", "promotion", "castling", "plain", "sure", "heard"]


@dataclass(frozen=True, slots=True)
class Refuse:
    """No legal move fits. `code` is a code of the rules in small letters, or one of the words' own."""

    code: str
    reason: RefusalReason


@dataclass(frozen=True, slots=True)
class Incomplete:
    """A piece or a square is known, but not where it should go."""

    request: MoveRequest


@dataclass(frozen=True, slots=True)
class Nonsense:
    """Nothing of it concerns chess."""


Meaning = Play | Ask | Refuse | Incomplete | Command | Nonsense


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
    """The position that is talked about, with the moves that led to it, and the side that is talking."""

    board: chess.Board
    player: chess.Color | None = None  # None: the side to move
    is_closed: bool = False  # whether the players have ended the game

    @property
    def asker(self) -> chess.Color:
        """The side whose pieces are "mine"."""
        return self.board.turn if self.player is None else self.player

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by its position or by the players."""
        return self.is_closed or ending_of(self.board) is not None

    @property
    def may_move(self) -> bool:
        """Whether the talking side is to move."""
        return self.player in (None, self.board.turn)


@dataclass(frozen=True, slots=True)
class Intent:
    """Something to be done; only a move comes with one, and that is legal."""

    name: IntentName
    move: chess.Move | None = None


@dataclass(frozen=True, slots=True)
class DialogueTurn:
    """One turn of the robot: what it says (never nothing), what is to be done, and what it took the words for
    (None where nobody had spoken).
    """

    said: str
    intents: tuple[Intent, ...] = ()
    meaning: Meaning | None = None

    @property
    def refuses(self) -> bool:
        """Whether somebody wanted something that is not done, neither now nor after an answer."""
        wants_move = isinstance(self.meaning, Play | Ask | Refuse | Incomplete | Nonsense)
        return wants_move and not self.intents
