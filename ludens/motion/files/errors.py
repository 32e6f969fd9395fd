"""What can be wrong with a motion file."""

from ludens.core.errors import LudensError


class MotionFileError(LudensError):
    """A motion file that cannot be read or that this body cannot do; the sentence names file and frame."""
