"""What a recogniser should listen for: everything that can be said about chess, legal or not."""

from functools import cache

from ludens.games.chess.talk.language import FILES, RANKS, Language
from ludens.speech.recogniser import Vocabulary
from ludens.table.phrase_forms import expansions

# How much more often a sentence is expected than a rare one. Most of what is said in a game are moves; and
# the more often its pairs of words are seen, the less does a recogniser believe in others.
USUAL = 6
RARE = 2
UNLIKE_OTHERS = 4  # times: castling and promoting begin with words of their own that have to be heard at all
COMMON = 60  # of these commands: "a hint" has to stand against the letter a, after which numbers come
COMMON_COMMANDS = ("hint", "help", "new_game", "options", "take_back", "where")
COMMON_PHRASES = 2  # of each, the first ones
EXPANDED = 12  # sentences learned from one phrase of a command


@cache
def vocabulary(language: Language) -> Vocabulary:
    """The open vocabulary of a language: no sentence in it depends on a position."""
    pieces = [piece.words[0] for piece in language.pieces.values()]
    files = [language.files[letter] for letter in FILES]
    letters = [word for file in files for word in (file.words[0], file.spelled[0])]
    numbers = [language.ranks[digit].words[1] for digit in RANKS]
    squares = [f"{letter} {number}" for letter in letters for number in numbers]
    usual = [*_moves(language, pieces, squares), *squares]
    rare = [*_rare_moves(language, pieces, squares), *_answers(language, pieces)]
    commands = [phrase for phrases in language.commands.values() for phrase in phrases]
    common = [phrase for name in COMMON_COMMANDS for phrase in language.commands[name][:COMMON_PHRASES]]
    sentences = [*usual * USUAL, *rare * RARE, *_expanded(commands, language, pieces, squares)]
    sentences += _expanded(common, language, pieces, squares) * COMMON
    return Vocabulary(tuple(sentences))


def _moves(language: Language, pieces: list[str], squares: list[str]) -> list[str]:
    words = language.words
    links = (words.to.words[0], words.takes.words[0])
    sentences = [f"{piece} {link} {square}" for piece in pieces for link in links for square in squares]
    sentences += [f"{square} {words.to.words[0]} {square}" for square in squares]
    return sentences


def _rare_moves(language: Language, pieces: list[str], squares: list[str]) -> list[str]:
    words = language.words
    to, takes, promote = words.to.words[0], words.takes.words[0], words.promote.words[0]
    castle, from_ = words.castle.words[0], words.from_.words[0]
    sides = [word for word in (*words.king_side.words, *words.queen_side.words) if "'" not in word]
    sentences = [f"{piece} {square}" for piece in pieces for square in squares]
    sentences += [f"{piece} {from_} {square} {to} {square}" for piece in pieces for square in squares]
    sentences += [f"{piece} {takes} {other}" for piece in pieces for other in pieces]
    sentences += [castle, *(f"{castle} {side}" for side in sides)] * len(pieces) * UNLIKE_OTHERS
    sentences += [f"{promote} {to} {piece}" for piece in pieces] * len(pieces) * UNLIKE_OTHERS
    return sentences


def _expanded(phrases: list[str], language: Language, pieces: list[str], squares: list[str]) -> list[str]:
    slots = {
        "piece": pieces,
        "square": squares[::9],  # that a number follows a letter is known from moves
        "my": language.slots.my[:1],
        "your": language.slots.your[:1],
        "white": language.slots.white[:1],
        "black": language.slots.black[:1],
    }
    return [sentence for phrase in phrases for sentence in expansions(phrase, slots, most=EXPANDED)]


def _answers(language: Language, pieces: list[str]) -> list[str]:
    choices = language.choices
    in_line = (*choices.first, *choices.second, *choices.third)
    return [*in_line, *choices.left, *choices.right, *pieces]
