"""The men: cubes cut and painted by hand, each a little different, that stand where somebody put them."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import mujoco
import numpy as np

from ludens.core.errors import LudensError
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.world.table import TRAY_HALF_M, TRAYS_M
from ludens.geometry import FloatArray, Transform3
from ludens.messages.morris_table import SeenMan
from ludens.robots.nao.noise import TableVariation
from ludens.sim.parts.model_spec import GROUP_WORLD, ModelSpec

MEN = 9
"""Of each colour: the first colour has numbers 0 to 8, the second 9 to 17; others follow."""
WOOD_KG_PER_M3 = 650.0
FRICTION = 0.6
FIRM = (0.004, 1.0)
"""As the fingers are: (time constant in s, damping ratio) of a contact."""
COLOURS_RGB = ((0.86, 0.68, 0.08), (0.74, 0.10, 0.12), (0.16, 0.52, 0.22))
"""First, second, and a third that belongs to no player."""
TRAY_STEP_M = 0.045
UPRIGHT = np.array([1.0, 0.0, 0.0, 0.0])


@dataclass(frozen=True, slots=True, eq=False)
class Man:
    """One cube as it is made."""

    number: int
    colour: int  # 0, 1 or -1
    edge_m: float
    mass_kg: float
    friction: float
    rgb: FloatArray

    @property
    def body(self) -> str:
        """Name of its body, joint and geom in the model."""
        return f"man/{self.number}"


def make_men(
    measures: MorrisMeasures, variation: TableVariation, *, foreign: int, random: np.random.Generator
) -> tuple[Man, ...]:
    """Both players' men, and so many of a third colour."""
    colours = [0] * MEN + [1] * MEN + [-1] * foreign
    men = []
    for number, colour in enumerate(colours):
        edge_m = measures.man_m + variation.man_size_sigma_m * float(np.clip(random.normal(), -3.0, 3.0))
        mass_kg = WOOD_KG_PER_M3 * edge_m**3 * _around_one(variation.man_mass_sigma, random)
        friction = FRICTION * _around_one(variation.man_friction_sigma, random)
        rgb = np.clip(COLOURS_RGB[colour] + variation.man_colour_sigma * random.normal(size=3), 0.0, 1.0)
        men.append(Man(number, colour, edge_m, mass_kg, friction, rgb))
    return tuple(men)


def add_men(spec: ModelSpec, men: Iterable[Man]) -> None:
    """Add the cubes, all in their trays."""
    for man in men:
        place_m = tray_place_m(man)
        rgba = (*man.rgb.tolist(), 1.0)
        spec.add_material(name=man.body, rgba=rgba, specular=0.12, shininess=0.2, reflectance=0.0)
        body = spec.worldbody.add_body(name=man.body, pos=place_m)
        body.add_freejoint(name=man.body)
        half_m = 0.5 * man.edge_m
        body.add_geom(
            name=man.body,
            type=mujoco.mjtGeom.mjGEOM_BOX,
            size=(half_m, half_m, half_m),
            mass=man.mass_kg,
            material=man.body,
            friction=(man.friction, 0.005, 0.0001),
            condim=4,
            solref=FIRM,
            group=GROUP_WORLD,
        )


def tray_place_m(man: Man) -> FloatArray:
    """The middle of a man at its place in its tray; what belongs to nobody lies beside the first tray."""
    x_m, y_m = TRAYS_M[max(man.colour, 0)]
    slot = man.number % MEN
    aside_m = 0.25 if man.colour < 0 else 0.0
    height_m = 0.0 if man.colour < 0 else 2.0 * TRAY_HALF_M[2]
    return np.array(
        [
            x_m + TRAY_STEP_M * (slot % 3 - 1) + aside_m,
            y_m + TRAY_STEP_M * (slot // 3 - 1),
            height_m + 0.5 * man.edge_m,
        ]
    )


class MenOnTable:
    """Where the men really are; and they can be put elsewhere."""

    def __init__(
        self, men: tuple[Man, ...], model: mujoco.MjModel, data: mujoco.MjData, measures: MorrisMeasures
    ) -> None:
        self.men = men
        self._data, self._measures = data, measures
        self._ground_from_board = measures.ground_from_board()
        self._board_from_ground = self._ground_from_board.inverse()
        self._positions = [int(model.joint(man.body).qposadr[0]) for man in men]
        self._speeds = [int(model.joint(man.body).dofadr[0]) for man in men]
        self.geoms = {int(model.geom(man.body).id): man.number for man in men}

    def ground_from_man(self, number: int) -> Transform3:
        """Its middle in the frame of the floor."""
        first = self._positions[number]
        place = self._data.qpos[first : first + 7]
        return Transform3.from_quaternion(place[3:], place[:3])

    def board_from_man(self, number: int) -> Transform3:
        """Its middle in the frame of the board."""
        return self._board_from_ground @ self.ground_from_man(number)

    def is_on_table(self, number: int) -> bool:
        """Whether it is over the table, and not in a tray, on the floor or elsewhere."""
        x_m, y_m, z_m = self.board_from_man(number).translation.tolist()
        return bool(max(abs(x_m), abs(y_m)) < 0.5 * self._measures.table_width_m and z_m > -0.01)

    def put(self, number: int, ground_m: FloatArray, *, yaw_rad: float = 0.0, leaning: bool = False) -> None:
        """Let its middle be there at once, upright or leaning as the table does, and at rest.

        Physics must be refreshed after it.
        """
        first, speed = self._positions[number], self._speeds[number]
        self._data.qpos[first : first + 3] = ground_m
        upright = np.array([math.cos(0.5 * yaw_rad), 0.0, 0.0, math.sin(0.5 * yaw_rad)])
        lean = self._ground_from_board.quaternion() if leaning else UPRIGHT
        mujoco.mju_mulQuat(self._data.qpos[first + 3 : first + 7], lean, upright)
        self._data.qvel[speed : speed + 6] = 0.0

    def stand(self, number: int, x_m: float, y_m: float, *, yaw_rad: float = 0.0) -> None:
        """Stand a man on the board at once; beside the marker's plate where it would be half on it."""
        edge_m = self.men[number].edge_m
        x_m, y_m = beside_plate_m(self._measures, x_m, y_m, yaw_rad=yaw_rad, edge_m=edge_m)
        ground_m = self._ground_from_board.apply((x_m, y_m, 0.5 * edge_m))
        self.put(number, ground_m, yaw_rad=yaw_rad, leaning=True)

    def clear(self) -> None:
        """Put all men back into their trays."""
        for man in self.men:
            self.put(man.number, tray_place_m(man))

    def arrange(
        self,
        men: Mapping[int, int],
        strays: Iterable[SeenMan] = (),
        *,
        variation: TableVariation,
        random: np.random.Generator,
    ) -> None:
        """Clear the table, then stand men on points, not quite in the middle, and strays where they are."""
        self.clear()
        free = {colour: [man.number for man in self.men if man.colour == colour] for colour in (0, 1, -1)}
        points_m = self._measures.points_m()
        wanted = [
            SeenMan(
                float(points_m[point, 0] + variation.man_place_sigma_m * random.normal()),
                float(points_m[point, 1] + variation.man_place_sigma_m * random.normal()),
                float(variation.man_turn_sigma_rad * random.normal()),
                colour,
            )
            for point, colour in sorted(men.items())
        ]
        for man in (*wanted, *strays):
            if not free.get(man.colour):
                raise LudensError(
                    f"No man of colour {man.colour} is left to stand on the table: there are {MEN} of "
                    "colour 0 and of colour 1, and as many of colour -1 as the world was made with."
                )
            self.stand(free[man.colour].pop(0), man.x_m, man.y_m, yaw_rad=man.yaw_rad)


def beside_plate_m(
    measures: MorrisMeasures, x_m: float, y_m: float, *, yaw_rad: float, edge_m: float
) -> tuple[float, float]:
    """The nearest place at which a man stands clear of the marker's plate, as people push it there."""
    half_m = 0.5 * edge_m * (abs(math.cos(yaw_rad)) + abs(math.sin(yaw_rad)))
    off_m = max(map(abs, measures.marker_off_m))
    least_m = 0.5 * measures.marker_plate_m + off_m + half_m + 0.0002
    if max(abs(x_m), abs(y_m)) >= least_m:
        return x_m, y_m
    if abs(x_m) > abs(y_m):
        return math.copysign(least_m, x_m), y_m
    return x_m, math.copysign(least_m, y_m)


def _around_one(sigma: float, random: np.random.Generator) -> float:
    return float(np.clip(1.0 + sigma * random.normal(), 0.4, 1.6))
