"""The element that draws the world in the browser."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import nicegui
from msgspec import Struct, ValidationError, convert
from nicegui import ui

from ludens.studio.page import FloorFinish, Viewpoint

STATIC = Path(__file__).parents[1] / "web" / "static"
THREE = Path(nicegui.__file__).parent / "elements" / "scene" / "dist"  # three.js, as NiceGUI brings it along

ANSWER_S = 5.0


class SceneCanvas(
    ui.element,
    component=STATIC / "scene_canvas.js",
    esm={"nicegui-scene": str(THREE), "ludens-scene": str(STATIC / "scene")},
):
    """The world in three dimensions. It gets what there is and what moves by a WebSocket of its own.

    Where the browser cannot draw it, the event `without3d` says why.
    """

    def __init__(self, views: Sequence[Viewpoint], *, floor: FloorFinish, floor_z_m: float) -> None:
        super().__init__()
        self._props["views"] = [_plain(view) for view in views]
        self._props["floor"] = {"finish": floor, "z_m": floor_z_m}

    def choose(self, view: int) -> None:
        """Look from a viewpoint, by its place among all."""
        self.run_method("choose", view)

    def choose_robot(self, entity: str) -> None:
        """Let views that go along with a robot go along with this one."""
        self.run_method("chooseRobot", entity)

    def keep_still(self) -> None:
        """Let the browser keep a picture of what it shows."""
        self.run_method("keepStill")

    async def turned_view(self) -> "TurnedView | None":
        """Where a person has turned the picture to; None where it is as the viewpoint has it."""
        try:
            told = await self.run_method("turned", timeout=ANSWER_S)
        except TimeoutError:
            return None
        try:
            return None if told is None else convert(told, TurnedView)
        except ValidationError:  # a browser may say anything
            return None


class TurnedView(Struct, frozen=True):
    """A view that a hand has turned: places in the frame of the viewpoint that was chosen before."""

    position_m: tuple[float, float, float]
    target_m: tuple[float, float, float]
    field_of_view_deg: float


def _plain(view: Viewpoint) -> dict[str, Any]:
    values = asdict(view)
    return {name.removesuffix("_m"): value for name, value in values.items()}
