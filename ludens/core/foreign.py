"""The one way to read data that somebody else wrote: files and packets, which may hold anything.

Whatever goes wrong while such data is read is the data's fault and becomes one sentence: which file, what was
found, what to do. `--debug` still shows where in the code it was noticed.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ludens.core.errors import LudensError, in_words

LONGEST_REASON = 200  # characters; some libraries quote what they could not read


class ForeignDataError(LudensError):
    """A file or packet that cannot be read; the sentence names it and says what to do."""


@contextmanager
def reading(what: str, *, remedy: str = "", error: type[LudensError] = ForeignDataError) -> Iterator[None]:
    """Within this context every error is told as `error`: "`what` cannot be read: … `remedy`".

    A `LudensError` is a sentence already and passes.
    """
    try:
        yield
    except LudensError:
        raise
    except Exception as problem:
        raise unreadable(what, problem, remedy=remedy, error=error) from problem


def unreadable(
    what: str, problem: BaseException, *, remedy: str = "", error: type[LudensError] = ForeignDataError
) -> LudensError:
    """The sentence about data that could not be read because of `problem`."""
    return error(f"{what} cannot be read: {_reason(problem)}{remedy and ' '}{remedy}")


def texts_of(value: Any) -> dict[str, str]:
    """A table of texts, checked: what settings and metadata must be."""
    if not isinstance(value, Mapping):
        raise TypeError(f"expected a table of texts, got {type(value).__name__}")
    for name, text in value.items():
        if not isinstance(name, str) or not isinstance(text, str):
            raise TypeError(f"{name!r} must be a text")
    return dict(value)


def _reason(problem: BaseException) -> str:
    """Return what went wrong, in words; a value error that somebody defined is a sentence by itself."""
    is_sentence = isinstance(problem, ValueError) and type(problem).__module__ != "builtins" and str(problem)
    told = f"{str(problem).rstrip('. ')}." if is_sentence else in_words(problem)
    words = " ".join(told.split())
    return words if len(words) <= LONGEST_REASON else f"{words[: LONGEST_REASON - 1]}…"
