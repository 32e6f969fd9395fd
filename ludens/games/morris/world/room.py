"""The room as MuJoCo has it before anybody comes in: floor, walls, light, table and the person's hand.

The light is other in every room, and never quite the same from one minute to the next.
"""

import math

import mujoco
import numpy as np

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.world.table import add_table, add_trays
from ludens.geometry import FloatArray
from ludens.robots.nao.noise import NaoNoise
from ludens.robots.nao.places import CAMERA
from ludens.sim.lighting.lamps import add_lamps, draw_lamps
from ludens.sim.parts.floor import add_floor, random_floor
from ludens.sim.parts.furnished_room import add_furnished_room
from ludens.sim.parts.model_spec import ModelSpec, empty_model_spec
from ludens.sim.parts.person import add_person_hand
from ludens.sim.random_streams import RandomStreams

CHANGES_NS = 500_000_000
DRIFT_TIME_S = 60.0
"""After so long the light has mostly forgotten how it was."""
LOWEST, HIGHEST = 0.35, 1.5
FLOOR_FRICTION = 0.8
ROOM_HALF_M = 2.2
HAND_AWAY_M = np.array([0.9, 0.0, 0.7])
"""Where the person's hand rests: beside the table, above whoever walks round it."""
ELBOW_M = (0.20, 0.02, 0.46)
FRICTION_STIFFNESS = 100.0
"""Of friction against contact. At the usual 10 a man that sits 5 mm aside between three fingers creeps out of
them by half a millimetre a second, which nothing real does, and is lost on the way round the table."""


class RoomLight:
    """Lamps and the light from everywhere. It drifts by itself; `level` is what it is switched to."""

    def __init__(
        self,
        spec: ModelSpec,
        noise: NaoNoise,
        *,
        looks_at_m: tuple[float, float, float],
        streams: RandomStreams,
    ) -> None:
        random, variation = streams.stream("light"), noise.table
        shift_m = variation.light_position_sigma_m * random.normal(size=2)
        above_m = 0.8 + float(shift_m[0]), -0.6 + float(shift_m[1])
        lamps = draw_lamps(
            noise.light, above_m=above_m, looks_at_m=looks_at_m, random=streams.stream("lamps")
        )
        add_lamps(spec, lamps)
        level = float(np.clip(1.0 + variation.light_level_sigma * random.normal(), 0.5, 1.4))
        tint = 1.0 + variation.light_tint_sigma * random.normal(size=2)
        self._own = np.array([level * tint[0], level, level * tint[1]])
        self._drift_sigma, self._random = variation.light_drift_sigma, random
        self._drift = np.zeros(3)
        self.level = 1.0

    def enter(self, model: mujoco.MjModel) -> None:
        """Begin to shine in a model."""
        self._model = model
        self._lamps_rgb = model.light_diffuse.copy()
        self._ambient_rgb = np.array(model.vis.headlight.ambient)
        self._shine()

    def step(self, time_ns: int) -> None:
        """Drift on for one physics step."""
        if time_ns % CHANGES_NS:
            return
        kept = math.exp(-CHANGES_NS * 1e-9 / DRIFT_TIME_S)
        common = self._random.normal()
        own = self._random.normal(size=3)
        news = self._drift_sigma * math.sqrt(1.0 - kept**2) * (common + 0.3 * own)
        self._drift = kept * self._drift + news
        self._shine()

    @property
    def rgb(self) -> FloatArray:
        """How bright it is now in each part; 1 is ordinary."""
        return np.clip(self.level * self._own * (1.0 + self._drift), LOWEST, HIGHEST)

    def _shine(self) -> None:
        self._model.light_diffuse[:] = np.minimum(self._lamps_rgb * self.rgb, 1.0)
        self._model.vis.headlight.ambient[:] = np.minimum(self._ambient_rgb * self.rgb, 0.6)


def morris_spec(
    noise: NaoNoise, streams: RandomStreams, measures: MorrisMeasures
) -> tuple[RoomLight, ModelSpec]:
    """Build all that stands in the room but robots and men."""
    spec = empty_model_spec("morris")
    spec.visual.global_.offwidth, spec.visual.global_.offheight = CAMERA.width_px, CAMERA.height_px
    spec.option.enableflags |= int(mujoco.mjtEnableBit.mjENBL_SLEEP)  # men that rest cost nothing
    spec.option.impratio = FRICTION_STIFFNESS
    light = RoomLight(spec, noise, looks_at_m=(0.0, 0.0, measures.table_height_m), streams=streams)
    draws = streams.stream("domain")
    add_floor(spec, half_m=ROOM_HALF_M, style=random_floor(draws), friction=FLOOR_FRICTION, random=draws)
    add_furnished_room(spec, half_m=ROOM_HALF_M, random=streams.stream("room"))
    add_table(spec, measures)
    add_trays(spec)
    add_person_hand(spec, away_m=HAND_AWAY_M, elbow_m=ELBOW_M)
    return light, spec
