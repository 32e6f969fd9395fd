"""Numbers on the command line, named as people call them: "'abc' is not a valid whole number".

What Python also takes for a number and no command can use is refused here: `nan`, `inf`, and more digits than
any machine counts.
"""

import math
from typing import Any

import click

from ludens.core.whole_number import whole_number

LARGEST = 1e12  # of numbers with a fraction; seconds as nanoseconds still fit
_SHOWN = 40  # characters of what was written


class WholeNumber(click.IntRange):
    """A whole number between bounds."""

    name = "whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number, or a sentence about what was written."""
        if isinstance(value, str) and whole_number(value.strip(), least=-(10**18)) is None:
            self.fail(f"{_brief(value)} is not a valid whole number.", param, ctx)
        return super().convert(value, param, ctx)


class Number(click.FloatRange):
    """A number between bounds."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number, or a sentence about what was written."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number) or abs(number) > LARGEST:
            self.fail(f"{_brief(str(value))} is not a number that can be counted with.", param, ctx)
        return number


class RunSpeed(Number):
    """How fast simulated time goes, in parts of true time; `max` is as fast as the computer can."""

    name = "speed"

    def __init__(self) -> None:
        super().__init__(0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The speed, or a sentence about what was written."""
        if isinstance(value, str) and value.strip() == "max":
            return math.inf
        return super().convert(value, param, ctx)


def _brief(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…")
