"""A lived-in room: walls with pictures, shelves of books and a window, drawn by rule.

A robot that turns by what it sees needs something to see: corners of all sizes, all round, none twice.
"""

import cv2
import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.geometry import Transform3
from ludens.sim.parts.model_spec import GROUP_BACKDROP, ModelSpec
from ludens.sim.parts.prints import add_print, seen_from_above

WALL_HEIGHT_M = 2.4
PX_PER_M = 220
WALL_RGB = (214, 208, 196)
SKIRTING_RGB = (150, 142, 130)
SHINE = 0.25
"""Of the walls by themselves: they are lit from windows and lamps that we do not draw."""
Pixels = NDArray[np.uint8]
Rectangle = tuple[int, int, int, int]  # left, top, width, height


def add_furnished_room(spec: ModelSpec, *, half_m: float, random: np.random.Generator) -> None:
    """Add four walls at ±half_m, which nothing touches."""
    for number in range(4):
        add_print(spec, f"wall {number}", seen_from_above(_wall(half_m, random)), emission=SHINE)
        place = _ground_from_wall(number, half_m)
        spec.worldbody.add_geom(
            name=f"wall/{number}",
            type=mujoco.mjtGeom.mjGEOM_BOX,
            pos=place.translation,
            quat=place.quaternion(),
            size=(0.5 * WALL_HEIGHT_M, half_m, 0.01),
            material=f"wall {number}",
            contype=0,
            conaffinity=0,
            group=GROUP_BACKDROP,
        )


def _ground_from_wall(number: int, half_m: float) -> Transform3:
    """The wall's frame: x up, z into the room."""
    inward = -np.array(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0), (0.0, -1.0, 0.0))[number])
    up = np.array((0.0, 0.0, 1.0))
    rotation = np.column_stack((up, np.cross(inward, up), inward))
    return Transform3(rotation, -half_m * inward + 0.5 * WALL_HEIGHT_M * up)


def _wall(half_m: float, random: np.random.Generator) -> Pixels:
    width, height = round(2.0 * half_m * PX_PER_M), round(WALL_HEIGHT_M * PX_PER_M)
    shade = random.uniform(0.9, 1.05, 3)
    pixels = np.empty((height, width, 3), np.uint8)
    pixels[:] = np.clip(np.multiply(WALL_RGB, shade), 0, 255)
    cv2.rectangle(pixels, (0, height - 18), (width, height), SKIRTING_RGB, cv2.FILLED)
    fields = 4
    for field in range(fields):
        left = field * width // fields + int(random.integers(10, 30))
        wide = width // fields - int(random.integers(45, 70))
        shelf = (left, int(0.62 * height), wide, int(0.33 * height))
        hung = (left, int(0.12 * height), wide, int(0.40 * height))
        _shelf(pixels, shelf, random)
        (_window if random.random() < 0.25 else _pictures)(pixels, hung, random)
    return pixels


def _pictures(pixels: Pixels, place: Rectangle, random: np.random.Generator) -> None:
    """Frames with a few coloured patches in them."""
    left, top, wide, high = place
    across = int(random.integers(1, 4))
    for number in range(across):
        frame_wide = wide // across - 10
        frame_high = int(high * random.uniform(0.5, 1.0))
        x, y = left + number * (wide // across), top + int(random.uniform(0.0, 1.0) * (high - frame_high))
        cv2.rectangle(pixels, (x, y), (x + frame_wide, y + frame_high), _paint(random, 20, 90), cv2.FILLED)
        inner = (x + 5, y + 5), (x + frame_wide - 5, y + frame_high - 5)
        cv2.rectangle(pixels, *inner, _paint(random, 150, 250), cv2.FILLED)
        for _ in range(int(random.integers(5, 12))):
            corners = random.uniform((x + 8, y + 8), (x + frame_wide - 8, y + frame_high - 8), (2, 2))
            first, second = corners.astype(int).tolist()
            if random.random() < 0.7:
                cv2.rectangle(pixels, first, second, _paint(random, 20, 240), cv2.FILLED)
            else:
                cv2.circle(pixels, first, int(random.integers(4, 16)), _paint(random, 20, 240), cv2.FILLED)


def _shelf(pixels: Pixels, place: Rectangle, random: np.random.Generator) -> None:
    """Boards with the backs of books on them."""
    left, top, wide, high = place
    cv2.rectangle(pixels, (left, top), (left + wide, top + high), (96, 78, 60), cv2.FILLED)
    boards = int(random.integers(2, 4))
    for board in range(boards):
        foot = top + (board + 1) * high // boards - 5
        room = high // boards - 10
        x = left + 4
        while True:
            thick, tall = int(random.integers(5, 15)), int(room * random.uniform(0.55, 0.98))
            if x + thick > left + wide - 4:
                break
            cv2.rectangle(
                pixels, (x, foot - tall), (x + thick - 2, foot), _paint(random, 30, 220), cv2.FILLED
            )
            label = foot - int(0.7 * tall)
            cv2.rectangle(pixels, (x + 1, label), (x + thick - 3, label + 5), (235, 230, 215), cv2.FILLED)
            x += thick + (int(random.integers(10, 40)) if random.random() < 0.08 else 0)


def _window(pixels: Pixels, place: Rectangle, random: np.random.Generator) -> None:
    """Panes with sky and hills."""
    left, top, wide, high = place
    cv2.rectangle(pixels, (left, top), (left + wide, top + high), (236, 234, 230), cv2.FILLED)
    panes = 2
    horizon = top + int(high * random.uniform(0.45, 0.7))
    for pane in range(panes):
        x = left + 8 + pane * (wide // panes)
        far = x + wide // panes - 14
        cv2.rectangle(pixels, (x, top + 8), (far, top + high - 8), (196, 216, 235), cv2.FILLED)
        cv2.rectangle(pixels, (x, horizon), (far, top + high - 8), (118, 150, 104), cv2.FILLED)
        peak = (int(random.integers(x, far)), horizon - int(random.integers(8, 30)))
        hill = np.array([(x, horizon), peak, (far, horizon)], np.int32)
        cv2.fillPoly(pixels, [hill], (96, 124, 96))


def _paint(random: np.random.Generator, low: int, high: int) -> tuple[int, int, int]:
    red, green, blue = random.integers(low, high, 3).tolist()
    return red, green, blue
