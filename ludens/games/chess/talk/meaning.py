"""What a sentence can mean, before and after it is weighed against the board."""

from dataclasses import dataclass
from typing import Literal

import chess

from ludens.games.chess.rules.reasons import RefusalReason

Side = Literal["king", "queen"]


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
class Reading:
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
