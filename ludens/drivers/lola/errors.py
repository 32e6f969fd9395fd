"""What can go wrong on the link: one base, and a difference that matters to whoever reads a stream."""

from ludens.core.errors import LudensError


class LolaError(LudensError):
    """The link to a NAO does not work; the sentence says why."""


class FrameError(LolaError):
    """A map arrived whole but says something wrong. The stream is in step: the next map can be right."""


class StreamError(LolaError):
    """What arrives is no MessagePack map, or has no end. Nobody can tell where the next one begins."""


class ConnectionLost(LolaError):  # noqa: N818 - it says what happened
    """The other side is gone."""
