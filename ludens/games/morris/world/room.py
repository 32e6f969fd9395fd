"""The room as MuJoCo has it before anybody comes in: floor, walls, light, table and the person's hand."""

import mujoco
import numpy as np

from ludens.games.morris.world.light import RoomLight
from ludens.games.morris.world.options import MorrisWorldOptions
from ludens.games.morris.world.table import add_table, add_trays
from ludens.robots.nao.noise import NaoNoise
from ludens.robots.nao.places import CAMERA
from ludens.sim.parts.floor import add_floor, random_floor
from ludens.sim.parts.furnished_room import add_furnished_room
from ludens.sim.parts.model_spec import ModelSpec, empty_model_spec
from ludens.sim.parts.person import add_person_hand
from ludens.sim.random_streams import RandomStreams

FLOOR_FRICTION = 0.8
ROOM_HALF_M = 2.2
HAND_AWAY_M = np.array([0.9, 0.0, 0.7])
"""Where the person's hand rests: beside the table, above whoever walks round it."""
ELBOW_M = (0.20, 0.02, 0.46)
FRICTION_STIFFNESS = 100.0
"""Of friction against contact. At the usual 10 a man that sits 5 mm aside between three fingers creeps out of
them by half a millimetre a second, which nothing real does, and is lost on the way round the table."""


def morris_spec(
    noise: NaoNoise, streams: RandomStreams, options: MorrisWorldOptions
) -> tuple[RoomLight, ModelSpec]:
    """Build all that stands in the room but robots and men."""
    spec = empty_model_spec("morris")
    spec.visual.global_.offwidth, spec.visual.global_.offheight = CAMERA.width_px, CAMERA.height_px
    spec.option.enableflags |= int(mujoco.mjtEnableBit.mjENBL_SLEEP)  # men that rest cost nothing
    spec.option.impratio = FRICTION_STIFFNESS
    light = RoomLight(spec, noise.table, streams.stream("light"))
    draws = streams.stream("domain")
    grip = float(np.clip(1.0 + noise.domain.floor_friction_sigma * draws.normal(), 0.4, 1.6))
    add_floor(
        spec, half_m=ROOM_HALF_M, style=random_floor(draws), friction=FLOOR_FRICTION * grip, random=draws
    )
    add_furnished_room(spec, half_m=ROOM_HALF_M, random=streams.stream("room"))
    add_table(spec, options.measures)
    add_trays(spec)
    add_person_hand(spec, away_m=HAND_AWAY_M, elbow_m=ELBOW_M)
    return light, spec
