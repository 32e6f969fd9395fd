"""Numbers on the command line, named as people call them: "'abc' is not a valid whole number"."""

import click


class WholeNumber(click.IntRange):
    """A whole number between bounds."""

    name = "whole number"


class Number(click.FloatRange):
    """A number between bounds."""

    name = "number"
