"""Shapes that modules draw for people to look at, on an image (pixels) or on a map (metres).

The studio shows them over the camera image or on the map; colours are CSS names or `#rrggbb`.
"""

from msgspec import Struct

Point = tuple[float, float]


class Circle(Struct, frozen=True, kw_only=True):
    """A circle; `radius` in the drawing's unit. One with a `handle` can be dragged by a person on the map."""

    center: Point
    radius: float
    colour: str = "white"
    filled: bool = False
    solid: bool = False  # filled so that nothing is seen through it
    handle: str = ""  # what it stands for: the name that is told to the game when it is dragged


class Ellipse(Struct, frozen=True, kw_only=True):
    """A covariance as an ellipse: half axes and the direction of the first one."""

    center: Point
    half_axes: Point
    rotation_rad: float
    colour: str = "white"


class Polyline(Struct, frozen=True, kw_only=True):
    """Joined points; `closed` makes it an outline."""

    points: tuple[Point, ...]
    colour: str = "white"
    closed: bool = False
    width: float = 2.0  # screen pixels
    filled: bool = False
    dashed: bool = False


class Arrow(Struct, frozen=True, kw_only=True):
    """From tail to tip."""

    tail: Point
    tip: Point
    colour: str = "white"
    label: str = ""


class Text(Struct, frozen=True, kw_only=True):
    """Words at a point."""

    at: Point
    words: str
    colour: str = "white"
    is_centred: bool = False  # over the point, instead of beginning there


Shape = Circle | Ellipse | Polyline | Arrow | Text


class Drawing(Struct, frozen=True, kw_only=True):
    """Shapes in one frame: `"image"` (pixels, y down), or on the floor "robot", "odometry", "ground"."""

    frame: str
    shapes: tuple[Shape, ...]
