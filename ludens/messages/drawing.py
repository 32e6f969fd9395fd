"""Shapes that modules draw for people to look at, on an image (pixels) or on a map (metres).

The studio shows them over the camera image or on the map; colours are CSS names or `#rrggbb`.
"""

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle:
    """A circle; `radius` in the drawing's unit."""

    center: Point
    radius: float
    colour: str = "white"
    filled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ellipse:
    """A covariance as an ellipse: half axes and the direction of the first one."""

    center: Point
    half_axes: Point
    rotation_rad: float
    colour: str = "white"


@dataclass(frozen=True, slots=True, kw_only=True)
class Polyline:
    """Joined points; `closed` makes it an outline."""

    points: tuple[Point, ...]
    colour: str = "white"
    closed: bool = False
    width: float = 2.0  # screen pixels


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrow:
    """From tail to tip."""

    tail: Point
    tip: Point
    colour: str = "white"
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """Words at a point."""

    at: Point
    words: str
    colour: str = "white"


Shape = Circle | Ellipse | Polyline | Arrow | Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """Shapes in one frame: `"image"` (pixels, y down), or on the floor "robot", "odometry", "ground"."""

    frame: str
    shapes: tuple[Shape, ...]
