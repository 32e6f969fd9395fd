"""The one error of this room. Geometry stands below `core`, so it cannot use the errors of that room."""


class GeometryError(ValueError):
    """A geometric question without an answer; the message says what was asked and what is possible."""
