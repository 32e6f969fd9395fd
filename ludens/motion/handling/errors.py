"""Why an act of the hands could not be done."""

from ludens.core.errors import LudensError


class HandlingError(LudensError):
    """An act that could not be done, in a sentence."""
