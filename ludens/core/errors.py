"""The one base class of errors a user can cause: what was asked, what exists and what to do."""

from collections.abc import Iterable
from difflib import get_close_matches


class LudensError(Exception):
    """Something the user can put right. The command line prints the sentence and no traceback."""


def in_words(error: BaseException) -> str:
    """An exception as the end of a sentence, with a full stop."""
    name, text = type(error).__name__, str(error).rstrip(". ")
    return f"{name}: {text}." if text else f"{name}."


def did_you_mean(wanted: str, existing: Iterable[str]) -> str:
    """A closing half-sentence that names the nearest existing word, or all of them when they are few."""
    known = sorted(set(existing))
    close = get_close_matches(wanted, known, n=1, cutoff=0.6)
    if close:
        return f"did you mean '{close[0]}'?"
    if not known:
        return "there is none."
    shown = ", ".join(known[:12]) + (", …" if len(known) > 12 else "")
    return f"there is: {shown}."


class ConfigurationError(LudensError):
    """A configuration that cannot be used: says which file and key, and what was expected."""


class RecordingError(LudensError):
    """A recording that cannot be written, read or understood."""
