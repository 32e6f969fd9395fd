"""What can be wrong about an image."""

from ludens.core.errors import LudensError


class VisionError(LudensError):
    """An image or a parameter that the vision room cannot work with; the message says what it takes."""
