"""The error of this folder."""

from ludens.core.errors import LudensError


class RecordingError(LudensError):
    """A recording that cannot be written, read or understood."""
