"""Turns drawings into SVG. Everything a module wrote is escaped: a page never runs what a stream says."""

import math
from collections.abc import Callable
from html import escape

from ludens.messages import Arrow, Circle, Drawing, Ellipse, Polyline, Shape, Text
from ludens.messages.drawing import Point

HEAD_PX = 9.0  # length of an arrow's head
LEAST_GRIP_PX = 12.0
WORDS_PX = 12.0  # size of the letters on a map
LETTER_PX, LABEL_PX = 7.5, 13.0  # width of such a letter in wide fonts, and height of a line
LINE = 'vector-effect="non-scaling-stroke" stroke-linejoin="round" stroke-linecap="round"'


class LabelPlaces:
    """Keeps words of a picture apart, and inside it: those that would lie over others are moved a little."""

    def __init__(self, *, size_px: Point | None = None, words_px: float = WORDS_PX) -> None:
        """`size_px` of a picture whose edges cut; `words_px` is the size of the letters in it."""
        self._size_px = size_px
        self._letter_px, self._label_px = LETTER_PX * words_px / WORDS_PX, LABEL_PX * words_px / WORDS_PX
        self._taken: list[tuple[float, float, float]] = []  # left end and middle, and how wide

    def place(self, x: float, y: float, words: str) -> Point:
        """Where words go that would stand at a point: there, or at the nearest free place around it."""
        width = self._letter_px * len(words)
        places = [self._inside(x, y + step * self._label_px, width) for step in (0, -1, 1, -2, 2, -3, 3)]
        place = next((one for one in places if self._is_free(*one, width)), places[0])
        self._taken.append((*place, width))
        return place

    def _inside(self, x: float, y: float, width: float) -> Point:
        if self._size_px is None:
            return x, y
        right, bottom = self._size_px
        is_seen = 0.0 <= x <= right and 0.0 <= y <= bottom + self._label_px
        if not is_seen:  # of something beside the picture
            return x, y
        return max(0.0, min(x, right - width)), min(max(y, self._label_px), bottom - 0.25 * self._label_px)

    def _is_free(self, x: float, y: float, width: float) -> bool:
        return all(
            abs(y - other_y) >= 0.9 * self._label_px or x + width <= other_x or other_x + other_width <= x
            for other_x, other_y, other_width in self._taken
        )


class Canvas:
    """Where shapes are drawn: how a point comes to the screen, and how long a unit is there.

    `turn_rad` is added to directions in the drawing's frame, counter-clockwise on the screen. Words give way
    to those in `labels`.
    """

    def __init__(
        self,
        to_screen: Callable[[Point], Point],
        *,
        scale: float,
        turn_rad: float = 0.0,
        y_up: bool = False,
        labels: LabelPlaces | None = None,
    ) -> None:
        self._labels = LabelPlaces() if labels is None else labels
        self._to_screen = to_screen
        self._scale = scale
        self._turn_rad = turn_rad
        self._y_up = y_up

    def draw(self, drawing: Drawing) -> str:
        """All shapes of a drawing."""
        return "".join(self.shape(shape) for shape in drawing.shapes)

    def shape(self, shape: Shape) -> str:
        """One shape."""
        colour = escape(shape.colour, quote=True)
        if isinstance(shape, Circle):
            return self._circle(shape, colour)
        if isinstance(shape, Ellipse):
            return self._ellipse(shape, colour)
        if isinstance(shape, Polyline):
            return self._polyline(shape, colour)
        if isinstance(shape, Arrow):
            return self._arrow(shape, colour)
        return self._text(shape, colour)

    def _circle(self, shape: Circle, colour: str) -> str:
        x, y = self._to_screen(shape.center)
        opacity = "" if shape.solid else ' fill-opacity="0.35"'
        fill = f'fill="{colour}"{opacity}' if shape.filled else 'fill="none"'
        radius = shape.radius * self._scale
        circle = (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" stroke="{colour}" stroke-width="2" {fill} '
            'vector-effect="non-scaling-stroke"/>'
        )
        if not shape.handle:
            return circle
        # A person's finger is thick: what can be grabbed reaches a little beyond its rim.
        reach = max(radius, LEAST_GRIP_PX)
        grip = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{reach:.1f}" class="grip"/>'
        return f'<g class="handle" data-handle="{escape(shape.handle, quote=True)}">{circle}{grip}</g>'

    def _ellipse(self, shape: Ellipse, colour: str) -> str:
        x, y = self._to_screen(shape.center)
        a, b = (half_axis * self._scale for half_axis in shape.half_axes)
        # SVG turns clockwise on the screen, where y points down.
        turn_rad = -(shape.rotation_rad + self._turn_rad) if self._y_up else shape.rotation_rad
        return (
            f'<ellipse rx="{a:.1f}" ry="{b:.1f}" transform="translate({x:.1f} {y:.1f}) '
            f'rotate({math.degrees(turn_rad):.1f})" fill="{colour}" fill-opacity="0.15" stroke="{colour}" '
            'stroke-width="1.5" vector-effect="non-scaling-stroke"/>'
        )

    def _polyline(self, shape: Polyline, colour: str) -> str:
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self._to_screen, shape.points))
        name = "polygon" if shape.closed else "polyline"
        fill = f'fill="{colour}"' if shape.filled else 'fill="none"'
        dashes = ' stroke-dasharray="4 5"' if shape.dashed else ""
        stroke = f'stroke="{colour}" stroke-width="{shape.width:g}"{dashes}'
        return f'<{name} points="{points}" {stroke} {fill} {LINE}/>'

    def _arrow(self, shape: Arrow, colour: str) -> str:
        (x0, y0), (x1, y1) = self._to_screen(shape.tail), self._to_screen(shape.tip)
        length = math.hypot(x1 - x0, y1 - y0)
        if length < 1.0:
            return ""
        head = min(HEAD_PX, length / 2) / length
        dx, dy = (x1 - x0) * head, (y1 - y0) * head
        left, right = (x1 - dx - dy / 2, y1 - dy + dx / 2), (x1 - dx + dy / 2, y1 - dy - dx / 2)
        wings = f"{left[0]:.1f},{left[1]:.1f} {x1:.1f},{y1:.1f} {right[0]:.1f},{right[1]:.1f}"
        line = (
            f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" stroke="{colour}" '
            f'stroke-width="2.5" {LINE}/>'
            f'<polyline points="{wings}" fill="none" stroke="{colour}" stroke-width="2.5" {LINE}/>'
        )
        return line + (self._words(x1 + 5, y1 - 5, shape.label, colour) if shape.label else "")

    def _text(self, shape: Text, colour: str) -> str:
        x, y = self._to_screen(shape.at)
        return self._words(x, y, shape.words, colour, is_centred=shape.is_centred)

    def _words(self, x: float, y: float, words: str, colour: str, *, is_centred: bool = False) -> str:
        kind = "words centred" if is_centred else "words"
        x, y = (x, y) if is_centred else self._labels.place(x, y, words)
        return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" class="{kind}">{escape(words)}</text>'


def image_words_px(width_px: float) -> float:
    """Of letters on an image, in its pixels: in a large one, shown small, they must be larger."""
    return max(11.0, width_px / 52, min(width_px / 34, 19.0))


def image_canvas(size_px: Point) -> Canvas:
    """For drawings on an image, which are in pixels already."""
    labels = LabelPlaces(size_px=size_px, words_px=image_words_px(size_px[0]))
    return Canvas(lambda point: point, scale=1.0, labels=labels)
