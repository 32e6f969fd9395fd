import mujoco
import numpy as np
import pytest

from ludens.core.errors import LudensError
from ludens.drivers.check import check_robot
from ludens.drivers.simulation import SimulationDriver
from ludens.messages import BaseVelocityCommand, JointCommand, MagnetCommand, SceneDescription, ScenePoses
from ludens.robots.iiwa import AXES, HIGHEST_RAD, SPEED_RADPS
from ludens.robots.iiwa.gripper import LENGTH_M
from ludens.robots.iiwa.kinematics import base_from_flange
from ludens.robots.iiwa.noise import load_noise
from ludens.sim.iiwa.robot import SimulatedIiwa
from ludens.sim.parts.iiwa import ARM, STEEL, THINGS, add_iiwa
from ludens.sim.parts.model_spec import empty_model_spec
from ludens.sim.random_streams import RandomStreams
from ludens.sim.scene import SceneView
from ludens.sim.world import Physics

UP_RAD = np.array([0.0, 0.3, 0.0, -1.4, 0.0, np.pi - 1.7, 0.0])
DOWN_RAD = np.array([0.0, 0.6, 0.0, -1.2, 0.0, np.pi - 1.8, 0.0])
"""In both the flange looks straight down: q2 − q4 + q6 = π."""


class ArmAlone:
    """An arm over a table with one block under its magnet, of steel or of wood."""

    def __init__(
        self, *, noise: str = "default", steel: bool = True, seed: int = 901, lower_m: float = 0.0
    ) -> None:
        spec = empty_model_spec("arm")
        add_iiwa(spec, name="iiwa")
        tip_m = base_from_flange(DOWN_RAD).apply((0.0, 0.0, LENGTH_M)) - np.array([0.0, 0.0, lower_m])
        block = spec.worldbody.add_body(name="block", pos=tip_m - np.array([0.0, 0.0, 0.0105]))
        block.add_freejoint(name="block")
        block.add_geom(
            type=mujoco.mjtGeom.mjGEOM_BOX,
            size=(0.02, 0.02, 0.01),
            mass=0.045,
            contype=THINGS,
            conaffinity=THINGS | ARM | (STEEL if steel else 0),
        )
        spec.worldbody.add_geom(
            type=mujoco.mjtGeom.mjGEOM_BOX,
            pos=tip_m - np.array([0.0, 0.0, 0.0305]),
            size=(0.1, 0.1, 0.01),
            contype=THINGS,
            conaffinity=THINGS | ARM,
        )
        self.physics = Physics(spec, step_ns=2_000_000)
        self.physics.data.qpos[:7] = DOWN_RAD
        self.physics.refresh()
        figures = load_noise(noise)
        self.robots = (
            SimulatedIiwa(
                self.physics,
                name="",
                body_name="iiwa",
                start_rad=DOWN_RAD,
                noise=figures,
                streams=RandomStreams(seed),
                camera=None,
            ),
        )
        self._scene = SceneView(self.physics.model, self.physics.data)

    def advance_to(self, time_ns: int) -> None:
        self.physics.advance_to(time_ns)

    def scene(self, time_ns: int) -> SceneDescription:
        return self._scene.description(time_s=time_ns * 1e-9)

    def scene_poses(self, time_ns: int) -> ScenePoses:
        return self._scene.poses(time_s=time_ns * 1e-9)

    def close(self) -> None:
        pass

    def move(self, joints_rad, *, seconds: float) -> None:
        """Lead the arm there evenly."""
        arm, start_rad = self.robots[0], self.robots[0].servos.target_rad
        for share in np.linspace(0.0, 1.0, round(seconds / 0.01)):
            arm.command(command(start_rad + share * (joints_rad - start_rad)), time_ns=self.physics.time_ns)
            self.advance_to(self.physics.time_ns + 10_000_000)
        self.advance_to(self.physics.time_ns + 300_000_000)


def command(joints_rad, names=AXES) -> JointCommand:
    return JointCommand(
        time_s=0.0, names=names, positions_rad=tuple(joints_rad), stiffnesses=(1.0,) * len(names)
    )


def test_the_model_stands_where_the_kinematics_say():
    world = ArmAlone(noise="off")
    model, data = world.physics.model, world.physics.data
    random = np.random.default_rng(0)
    for _ in range(20):
        joints_rad = random.uniform(-HIGHEST_RAD, HIGHEST_RAD)
        data.qpos[:7] = joints_rad
        mujoco.mj_kinematics(model, data)
        tip = base_from_flange(joints_rad).apply((0.0, 0.0, LENGTH_M))
        assert np.allclose(data.body("iiwa/magnet").xpos, tip, atol=1e-9)


def test_it_keeps_the_promises_of_a_robot():
    check_robot(SimulationDriver(ArmAlone()))


def test_it_holds_its_posture_and_follows_a_motion_to_a_tenth_of_a_degree():
    world = ArmAlone(noise="off")

    world.move(UP_RAD, seconds=1.0)

    assert np.allclose(world.robots[0].servos.position_rad, UP_RAD, atol=np.radians(0.1))


def test_a_jump_of_the_command_is_made_no_faster_than_the_axes_turn():
    world = ArmAlone(noise="off")
    goal_rad = DOWN_RAD + np.array([1.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])

    world.robots[0].command(command(goal_rad), time_ns=0)
    fastest = np.zeros(7)
    for _ in range(150):
        world.advance_to(world.physics.time_ns + 10_000_000)
        fastest = np.maximum(fastest, np.abs(world.robots[0].servos.speed_radps))

    assert (fastest <= 1.1 * SPEED_RADPS).all()
    assert fastest[0] > 0.8 * SPEED_RADPS[0]


@pytest.mark.parametrize(
    ("noise", "jumps"), [("off", False), ("default", True), ("default+magnet-touches", False)]
)
def test_a_magnet_that_reaches_makes_a_near_plate_jump_and_leaves_a_far_one(noise, jumps):
    for gap_m in (0.003, 0.015):
        world = ArmAlone(noise=noise, lower_m=gap_m)
        world.advance_to(200_000_000)
        data = world.physics.data
        before_m = float(data.body("block").xpos[2])
        world.robots[0].command(MagnetCommand(time_s=0.0, on=True), time_ns=world.physics.time_ns)
        world.advance_to(500_000_000)
        rise_m = float(data.body("block").xpos[2]) - before_m
        assert (rise_m > 0.8 * gap_m) is (jumps and gap_m < 0.01), gap_m
        world.robots[0].command(MagnetCommand(time_s=0.0, on=False), time_ns=world.physics.time_ns)
        world.advance_to(900_000_000)
        assert float(data.body("block").xpos[2]) == pytest.approx(before_m, abs=1e-4)


@pytest.mark.parametrize(("steel", "rises"), [(True, True), (False, False)])
def test_the_magnet_lifts_steel_and_nothing_else(steel, rises):
    world = ArmAlone(noise="off", steel=steel)
    world.advance_to(200_000_000)
    before_m = float(world.physics.data.body("block").xpos[2])

    world.robots[0].command(MagnetCommand(time_s=0.0, on=True), time_ns=world.physics.time_ns)
    world.move(UP_RAD, seconds=1.0)

    assert bool(world.physics.data.body("block").xpos[2] - before_m > 0.05) is rises


def test_switched_off_or_dead_it_lets_go():
    for end in ("off", "dead"):
        world = ArmAlone(noise="off")
        arm = world.robots[0]
        arm.command(MagnetCommand(time_s=0.0, on=True), time_ns=0)
        world.move(UP_RAD, seconds=1.0)
        lifted_m = float(world.physics.data.body("block").xpos[2])
        arm.magnet.is_dead = end == "dead"
        arm.command(MagnetCommand(time_s=0.0, on=end == "dead"), time_ns=world.physics.time_ns)
        world.advance_to(world.physics.time_ns + 300_000_000)
        assert world.physics.data.body("block").xpos[2] < lifted_m - 0.03


def test_made_safe_it_stops_and_keeps_hold_of_what_it_holds():
    world = ArmAlone(noise="off")
    arm = world.robots[0]
    arm.command(MagnetCommand(time_s=0.0, on=True), time_ns=0)
    world.move(UP_RAD, seconds=1.0)
    arm.command(command(DOWN_RAD), time_ns=world.physics.time_ns)
    world.advance_to(world.physics.time_ns + 100_000_000)

    arm.make_safe(time_ns=world.physics.time_ns)
    world.advance_to(world.physics.time_ns + 500_000_000)

    assert np.abs(arm.servos.speed_radps).max() < 0.01
    tip_m = world.physics.data.body("iiwa/magnet").xpos
    assert np.linalg.norm(world.physics.data.body("block").xpos - tip_m) < 0.02


def test_wrong_commands_are_refused_with_a_sentence():
    arm = ArmAlone().robots[0]
    with pytest.raises(LudensError, match="no axis 'A8'; there is: A1"):
        arm.command(command([0.0], names=("A8",)), time_ns=0)
    with pytest.raises(LudensError, match="takes JointCommand and MagnetCommand"):
        arm.command(BaseVelocityCommand(time_s=0.0, forward_mps=0.0, turn_radps=0.0), time_ns=0)
