"""The shapes of the entries of a language file."""

import msgspec


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a thing is said, and what recognisers write instead."""

    words: tuple[str, ...]
    misheard: tuple[str, ...] = ()


class FileWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A letter of the board; `spelled` in the phonetic alphabet."""

    words: tuple[str, ...]
    spelled: tuple[str, ...]
    misheard: tuple[str, ...] = ()


class RankWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of the board."""

    words: tuple[str, ...]
    ordinals: tuple[str, ...]
    misheard: tuple[str, ...] = ()


class PieceWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of piece: how it is said, and the forms in which answers name it."""

    name: str
    the: str
    object: str
    plural: str
    letter: str
    words: tuple[str, ...]
    misheard: tuple[str, ...] = ()


class MoveWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of which moves are made."""

    to: Words
    from_: Words = msgspec.field(name="from")
    on: Words
    with_: Words = msgspec.field(name="with")
    takes: Words
    castle: Words
    castle_short: Words
    castle_long: Words
    king_side: Words
    queen_side: Words
    of_king: Words
    of_queen: Words
    promote: Words
    en_passant: Words
    left: Words
    right: Words
    file: Words
    rank: Words
    not_: Words = msgspec.field(name="not")
    rather: Words
    beyond: Words
    fillers: Words


class ColouredWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece with its colour: as the subject of a sentence, and after a verb."""

    the: str
    object: str


class Choices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Answers to "which one?" that name neither a square nor a piece."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    third: tuple[str, ...]
    left: tuple[str, ...]
    right: tuple[str, ...]


class Slots(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that say whose piece is meant."""

    my: tuple[str, ...]
    your: tuple[str, ...]
    white: tuple[str, ...]
    black: tuple[str, ...]
