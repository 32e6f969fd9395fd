"""What a simulated NAO feels: a wall before its chest, a box at its toes, a cube in its hand, its lean."""

from typing import Any

import mujoco
import numpy as np
import pytest

from ludens.geometry import Transform3
from ludens.messages import ImuReading, JointCommand
from ludens.robots.nao.fingers import CLOSED_RAD
from ludens.robots.nao.joints import INDEX
from ludens.robots.nao.kinematics import Posture, ground_from_torso
from ludens.robots.nao.kinematics.stance import stance
from ludens.robots.nao.noise import load_noise
from ludens.robots.nao.places import (
    BOTTOM_CAMERA,
    CAMERA,
    LEFT_PRESSURE_IN_SOLE_M,
    PLACES,
    RIGHT_PRESSURE_IN_SOLE_M,
    TOP_CAMERA,
)
from ludens.sim.nao.body_sensors import LeanFilter, TouchSensor, cell_shares
from ludens.sim.nao.group import set_joints
from ludens.sim.nao.motor_group import MotorGroup
from ludens.sim.nao.robot import SimulatedNao
from ludens.sim.nao.sonar import HEARD_M, NaoSonar
from ludens.sim.parts.floor import FloorStyle, add_floor
from ludens.sim.parts.model_spec import ModelSpec, empty_model_spec
from ludens.sim.parts.nao import NaoLook, add_nao, draw_build
from ludens.sim.parts.nao_sensors import HeadCameras
from ludens.sim.random_streams import RandomStreams
from ludens.sim.world import Physics

BOX = mujoco.mjtGeom.mjGEOM_BOX
OFF = load_noise("off")


def stage_with_nao(*, fingers_as_one: bool = False) -> ModelSpec:
    spec = empty_model_spec("senses")
    add_floor(spec, half_m=2.0, style=FloorStyle(), friction=0.8, random=np.random.default_rng(0))
    add_nao(
        spec,
        name="nao",
        ground_from_torso=ground_from_torso(Posture(stance())),
        build=draw_build(OFF.domain, friction_sigma=0.0, random=np.random.default_rng(0)),
        cameras=HeadCameras(
            head_from_top=PLACES[TOP_CAMERA].link_from_place,
            head_from_bottom=PLACES[BOTTOM_CAMERA].link_from_place,
            top=CAMERA,
            bottom=CAMERA,
        ),
        look=NaoLook(),
        fingers_as_one=fingers_as_one,
    )
    return spec


def robot(spec: ModelSpec, position_rad=None) -> tuple[Physics, SimulatedNao]:
    start_rad = stance() if position_rad is None else position_rad
    physics = Physics(spec, step_ns=2_000_000)
    set_joints(physics.model, physics.data, robot="nao", position_rad=start_rad)
    physics.refresh()
    motors = MotorGroup(physics.model, physics.data, noise=OFF.motors)
    physics.before_step.append(motors.step)
    nao = SimulatedNao(
        physics,
        motors=motors,
        name="",
        body_name="nao",
        start_rad=start_rad,
        stiffness=1.0,
        noise=OFF,
        streams=RandomStreams(0),
        cameras={},
    )
    return physics, nao


def readings(nao: SimulatedNao) -> dict[str, Any]:
    return {type(message).__name__: message for message in nao.sources[0].capture(0)}


@pytest.mark.parametrize(("distance_m", "told"), [(0.5, True), (1.2, False)])
def test_sonars_tell_a_wall_between_their_limits(distance_m, told):
    spec = stage_with_nao()
    spec.worldbody.add_geom(name="wall", type=BOX, pos=(distance_m + 0.05, 0, 0.5), size=(0.05, 1.0, 0.5))
    _, nao = robot(spec)
    left_m, right_m = readings(nao)["SonarRing"].ranges_m
    if told:
        assert left_m == pytest.approx(distance_m, abs=0.06)
        assert right_m == pytest.approx(distance_m, abs=0.06)
    else:
        assert min(left_m, right_m) > 0.8


def test_sonars_ask_mujoco_for_whatever_it_would_find_and_seldom_for_more():
    spec = stage_with_nao()
    draw = np.random.default_rng(5)
    for kind in ("BOX", "SPHERE", "CAPSULE", "CYLINDER", "ELLIPSOID") * 4:
        spec.worldbody.add_body(name=f"thing {len(spec.bodies)}", mocap=True).add_geom(
            type=getattr(mujoco.mjtGeom, f"mjGEOM_{kind}"), size=draw.uniform(0.01, 0.1, 3)
        )
    physics, _ = robot(spec)
    model, data = physics.model, physics.data
    sonar = NaoSonar(model, data, robot="nao", noise=OFF.sonar, random=draw)
    heard = asked = 0
    for number in range(100):
        data.mocap_pos[:] = draw.uniform((0.1, -2.0, 0.0), (3.0, 2.0, 2.0), (model.nmocap, 3))
        data.mocap_pos[2 + number % 6 :] = (-9.0, 0.0, 0.0)  # most are away, so that some beams are free
        data.mocap_quat[:] = draw.normal(size=(model.nmocap, 4))
        physics.refresh()
        for beam in map(sonar.beam, range(2)):
            is_heard, is_asked = sonar.nearest_m(*beam) < HEARD_M, sonar.may_hear(*beam)
            assert is_asked or not is_heard
            heard, asked = heard + is_heard, asked + is_asked
    assert 20 < heard <= asked < 150


def test_a_box_at_the_left_toes_presses_their_bumpers():
    spec = stage_with_nao()
    toes_x = ground_from_torso(Posture(stance())).translation[0] - 0.012 + 0.110
    spec.worldbody.add_geom(name="box", type=BOX, pos=(toes_x + 0.0495, 0.05, 0.05), size=(0.05, 0.05, 0.05))
    physics, _ = robot(spec)
    touch = TouchSensor(physics.model, physics.data, robot="nao")
    physics.advance_to(200_000_000)
    pressed = touch.read(0).pressed
    assert set(pressed) & {"left foot bumper left", "left foot bumper right"}
    assert not any(name.startswith(("right", "head", "chest")) for name in pressed)


def test_a_closed_hand_holds_a_cube_of_25_mm():
    position_rad = stance()
    position_rad[[INDEX["LShoulderPitch"], INDEX["LShoulderRoll"]]] = 0.2, 0.3
    position_rad[[INDEX["LElbowYaw"], INDEX["LElbowRoll"]]] = 0.0, -0.0349
    spec = stage_with_nao()
    grip = ground_from_torso(Posture(position_rad)) @ Posture(position_rad).torso_from("LGrip")
    middle = grip @ Transform3.from_translation(0.018, 0.0, 0.0)
    cube = spec.worldbody.add_body(name="cube", pos=middle.translation, quat=middle.quaternion())
    cube.add_freejoint(name="cube")
    cube.add_geom(
        name="cube", type=BOX, size=(0.0125, 0.0125, 0.0125), mass=0.02, condim=4, friction=(1, 0.02, 0)
    )
    spec.option.noslip_iterations = 5
    physics, _ = robot(spec, position_rad)
    for finger in ("upper left finger", "upper right finger", "thumb"):
        physics.data.qpos[int(physics.model.joint(f"nao/L {finger}").qposadr[0])] = 0.0
    physics.refresh()
    physics.advance_to(1_500_000_000)
    height_m = physics.data.body("cube").xpos[2]
    assert height_m == pytest.approx(middle.translation[2], abs=0.03)
    angles = [float(physics.data.joint(f"nao/L {name}").qpos[0]) for name in ("upper left finger", "thumb")]
    assert max(angles) < 0.7 * CLOSED_RAD


def test_fingers_that_are_one_body_weigh_as_much_and_open_as_they_do_apart():
    openings, masses = [], []
    for fingers_as_one in (False, True):
        physics, nao = robot(stage_with_nao(fingers_as_one=fingers_as_one))
        masses.append(float(np.sum(physics.model.body_mass)))
        command = JointCommand(time_s=0.0, names=("LHand",), positions_rad=(1.0,), stiffnesses=(1.0,))
        nao.command(command, time_ns=0)
        opened = []
        for time_ns in range(0, 240_000_000, 40_000_000):
            physics.advance_to(time_ns)
            opened.append(float(nao.motors.position_rad[INDEX["LHand"]]))
        openings.append(opened)
    assert masses[0] == pytest.approx(masses[1])
    assert openings[0] == pytest.approx(openings[1], abs=0.03)
    assert openings[1][0] < 0.05
    assert openings[1][-1] > 0.95


def test_a_load_over_one_cell_is_carried_by_it_alone():
    for places in (LEFT_PRESSURE_IN_SOLE_M, RIGHT_PRESSURE_IN_SOLE_M):
        for cell, (x_m, y_m, _) in enumerate(places):
            shares = cell_shares(x_m, y_m, places)
            assert sum(shares) == pytest.approx(1.0)
            assert shares[cell] == pytest.approx(1.0, abs=0.01)


def test_a_load_beyond_the_cells_stays_on_the_outer_ones():
    assert cell_shares(0.2, 0.0, LEFT_PRESSURE_IN_SOLE_M)[2:] == (0.0, 0.0)


def test_the_lean_follows_a_turn_at_once_and_gravity_in_the_end():
    def reading(rate_radps: float, *, y: float = 0.0, z: float = 9.81) -> ImuReading:
        return ImuReading(
            time_s=0.0,
            angular_velocity_radps=(rate_radps, 0.0, 0.0),
            linear_acceleration_mps2=(0.0, y, z),
        )

    lean = LeanFilter(period_s=0.012)
    assert lean.read(reading(0.0)).roll_rad == pytest.approx(0.0)
    assert lean.read(reading(2.0)).roll_rad == pytest.approx(0.024, rel=0.05)
    for _ in range(300):
        roll_rad = lean.read(reading(0.0, y=9.81 * np.sin(0.3), z=9.81 * np.cos(0.3))).roll_rad
    assert roll_rad == pytest.approx(0.3, abs=0.01)
