"""What the robot says to people: phrases without a language, and words that render them in one."""

from ludens.games.morris.talk.words import Phrase, Phrasebook, phrase

__all__ = ["Phrase", "Phrasebook", "phrase"]
