"""An ear for chess: in a language, with whatever is installed; what is lacking is said."""

from collections.abc import Callable
from pathlib import Path

from ludens.core.errors import LudensError
from ludens.games.chess.talk.language import Language
from ludens.games.chess.talk.vocabulary import vocabulary
from ludens.speech.careful_recogniser import Choice, make_recogniser
from ludens.speech.hearing import Ear

BUILT_IN = "en"
"""The language of the models that can be had without looking for one."""


def ear_for(
    language: Language,
    *,
    tell: Callable[[str], None],
    choice: Choice = "auto",
    model_folder: Path | None = None,
) -> Ear:
    """An ear for what can be said about chess in a language; `tell` takes a sentence to whoever waits."""
    if not language.voice.startswith(BUILT_IN) and (model_folder is None or choice == "pocketsphinx"):
        raise LudensError(
            f"To listen in {language.name}, a Vosk model of that language is needed: get one from the Vosk "
            "project and name its folder, --model DIR. Typed words need none: ludens chess talk."
        )
    recogniser = make_recogniser(vocabulary(language), choice=choice, model_folder=model_folder)
    if choice == "auto" and recogniser.name != "vosk":
        tell(f"Listening with {recogniser.name}; Vosk hears better, get its model: ludens speech setup")
    return Ear(recogniser)
