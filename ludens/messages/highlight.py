"""Highlights of a run: moments that people want to find again: a goal, a capture, a fall."""

from typing import Literal

from msgspec import Struct

HighlightKind = Literal["goal", "capture", "fall", "point", "fault"]
HIGHLIGHTS = "highlights"
"""The path of the stream on which they are published."""


class Highlight(Struct, frozen=True, kw_only=True):
    """Something that happened; the stream says when."""

    kind: HighlightKind
    words: str  # a few, for people
