"""What a recogniser should listen for at a morris board: turns, legal or not, and wishes."""

from functools import cache

from ludens.games.morris.rules import NEIGHBOURS, POINT_NAMES, points_of
from ludens.games.morris.talk.words import words_of
from ludens.speech.recogniser import Recogniser, Vocabulary
from ludens.speech.stop_command import spoken_stops
from ludens.table.phrase_forms import expansions
from ludens.table.sentences import HeardWords
from ludens.table.voice import named_model, recogniser_for

USUAL = 3
"""How much more often a turn is expected than a wish."""
EXPANDED = 12


def page_recogniser(code: str) -> Recogniser:
    """A recogniser for what is said on a page, by the code of a game's language."""
    words = words_of(code)
    sentences = (*vocabulary(words.heard).sentences, *spoken_stops(code) * USUAL)
    return recogniser_for(
        Vocabulary(sentences), language=words.name, voice=words.voice, model_folder=named_model()
    )


@cache
def vocabulary(heard: HeardWords) -> Vocabulary:
    """The open vocabulary of a language: no sentence in it depends on a position."""
    spoken = {name: _spoken(name, heard) for name in POINT_NAMES}
    to, takes = heard.to[0], heard.takes[0]
    placed = [word for words in spoken.values() for word in words]
    moved = [
        f"{one} {to} {two}"
        for point, name in enumerate(POINT_NAMES)
        for neighbour in points_of(NEIGHBOURS[point])
        for one, two in zip(spoken[name], spoken[POINT_NAMES[neighbour]], strict=True)
    ]
    taken = [f"{turn} {takes} {word}" for turn in (*placed, *moved) for word in placed[::7]]
    wishes = [
        sentence
        for forms in heard.commands.values()
        for form in forms
        for sentence in expansions(form, {}, most=EXPANDED)
    ]
    return Vocabulary((*placed * USUAL, *moved * USUAL, *taken, *wishes))


def _spoken(name: str, heard: HeardWords) -> tuple[str, str]:
    """A point with its phonetic letter, and with the letter as it is."""
    number = heard.numbers[name[1]][0]
    return f"{heard.letters[name[0]][0]} {number}", f"{name[0]} {number}"
