"""What goes wrong at a chess table, done to a simulated one."""

from pathlib import Path

import numpy as np

from ludens.games.chess.rules.places import PiecePlace
from ludens.games.chess.world import ChessWorld

SLOW_CAMERA = str(Path(__file__).with_name("slow_camera.toml"))
UPSIDE_DOWN = (0.0, 1.0, 0.0, 0.0)
ON_ITS_SIDE = (np.sqrt(0.5), np.sqrt(0.5), 0.0, 0.0)


class Lamp:
    """Switches all light off and on."""

    def __init__(self, world: ChessWorld) -> None:
        self._world = world
        model = world.physics.model
        self._parts = (
            model.light_diffuse,
            model.light_ambient,
            model.vis.headlight.ambient,
            model.vis.headlight.diffuse,
        )
        self._lit = [part.copy() for part in self._parts]

    def switch(self, *, on: bool) -> None:
        for part, lit in zip(self._parts, self._lit, strict=True):
            part[:] = lit if on else 0.0
        repaint(self._world)


def repaint(world: ChessWorld) -> None:
    world._renderer.forget()


def print_on(world: ChessWorld, piece: int, material: str) -> None:
    """Show something else than its marker on a piece."""
    model = world.physics.model
    model.geom(f"marker {piece}").matid[:] = model.material(material).id
    repaint(world)


def lay(
    world: ChessWorld,
    piece: int,
    place: PiecePlace,
    *,
    beside_m: tuple[float, float] = (0.0, 0.0),
    turned: tuple[float, ...] = (1.0, 0.0, 0.0, 0.0),
) -> None:
    """Put a piece somewhere at once, as it may have fallen."""
    address, speed = world.hand.addresses(piece)
    data = world.physics.data
    height_m = 0.021 if turned == ON_ITS_SIDE else 0.0101
    data.qpos[address : address + 3] = world.place_in_base(place) + np.array([*beside_m, height_m])
    data.qpos[address + 3 : address + 7] = turned
    data.qvel[speed : speed + 6] = 0.0
    world.physics.refresh()
