"""What a recogniser should listen for: everything that can be said about chess, legal or not."""

from functools import cache

from ludens.games.chess.talk.language import FILES, RANKS, Language
from ludens.games.chess.talk.phrase_forms import expansions
from ludens.speech.recogniser import Vocabulary


@cache
def vocabulary(language: Language) -> Vocabulary:
    """The open vocabulary of a language: no sentence in it depends on a position."""
    pieces = [piece.words[0] for piece in language.pieces.values()]
    files = [language.files[letter] for letter in FILES]
    letters = [word for file in files for word in (file.words[0], file.spelled[0])]
    numbers = [language.ranks[digit].words[1] for digit in RANKS]
    squares = [f"{letter} {number}" for letter in letters for number in numbers]
    sentences = [
        *_moves(language, pieces, squares),
        *_commands(language, pieces, squares),
        *_answers(language, pieces, squares),
    ]
    return Vocabulary(tuple(dict.fromkeys(sentences)))


def _moves(language: Language, pieces: list[str], squares: list[str]) -> list[str]:
    words = language.words
    to, takes, promote = words.to.words[0], words.takes.words[0], words.promote.words[0]
    links = (words.from_.words[0], words.on.words[0])
    castle = words.castle.words[0]
    sides = [word for word in (*words.king_side.words, *words.queen_side.words) if "'" not in word]
    sentences = [f"{piece} {link} {square}" for piece in pieces for link in (to, takes) for square in squares]
    sentences += [f"{piece} {square}" for piece in pieces for square in squares]
    sentences += [f"{square} {to} {square}" for square in squares]
    sentences += [
        f"{piece} {link} {square} {to} {square}" for piece in pieces for link in links for square in squares
    ]
    sentences += [f"{piece} {takes} {other}" for piece in pieces for other in pieces]
    sentences += [castle, *(f"{castle} {side}" for side in sides), *words.en_passant.words]
    sentences += [f"{promote} {to} {piece}" for piece in pieces]
    return sentences


def _commands(language: Language, pieces: list[str], squares: list[str]) -> list[str]:
    slots = {
        "piece": pieces,
        "square": squares[::9],  # that a number follows a letter is known from moves
        "my": language.slots.my[:1],
        "your": language.slots.your[:1],
        "white": language.slots.white[:1],
        "black": language.slots.black[:1],
    }
    return [
        sentence
        for phrases in language.commands.values()
        for phrase in phrases
        for sentence in expansions(phrase, slots)
    ]


def _answers(language: Language, pieces: list[str], squares: list[str]) -> list[str]:
    choices, words = language.choices, language.words
    chosen = [*choices.first, *choices.second, *choices.left, *choices.right]
    links = (words.from_.words[0], words.on.words[0])
    placed = [f"{link} {square}" for link in links for square in squares]
    return [*chosen, *squares, *pieces, *placed]
