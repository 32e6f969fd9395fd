"""The simulated NAO as a robot: it stands, falls, drops, obeys, tires and tells."""

from typing import Any, TypeVar

import numpy as np
import pytest

from ludens.core.errors import LudensError
from ludens.drivers.check import check_robot
from ludens.drivers.simulation import SimulationDriver
from ludens.messages import (
    BaseVelocityCommand,
    BatteryState,
    CameraImage,
    FootPressure,
    ImuReading,
    JointCommand,
    JointReadings,
    LedCommand,
    Message,
    SonarRing,
    TorsoAngles,
    TouchState,
)
from ludens.robots.nao import INDEX, JOINTS, LIMITS
from ludens.robots.nao.battery import BATTERY_DISCHARGING
from ludens.robots.nao.kinematics.stance import stance
from ludens.robots.nao.links import TOTAL_MASS_KG
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions, has_fallen

Kind = TypeVar("Kind", bound=Message)

SECOND = 1_000_000_000
BODY_NS = 12_000_000


def world(noise: str = "off", *, seed: int = 0, **options: Any) -> NaoWorld:
    return NaoWorld(NaoWorldOptions(noise=noise, **options), seed=seed)


def command(position_rad, stiffness: float = 1.0) -> JointCommand:
    return JointCommand(
        time_s=0.0, names=JOINTS, positions_rad=tuple(position_rad), stiffnesses=(stiffness,) * 25
    )


def read(nao: NaoWorld, kind: type[Kind]) -> Kind:
    """The robot's next body reading of a kind."""
    now_ns = nao.physics.time_ns
    return next(message for message in nao.robots[0].sources[0].capture(now_ns) if isinstance(message, kind))


@pytest.mark.parametrize("seed", range(5))
def test_it_stands_ten_seconds_under_default_noise(seed):
    nao = world("default", seed=seed)
    nao.advance_to(10 * SECOND)
    torso = nao.ground_from_torso()
    assert not has_fallen(torso)
    assert np.linalg.norm(torso.translation[:2]) < 0.03
    assert torso.rotation[2, 2] > 0.999


def test_it_withstands_a_nudge_and_falls_when_pushed_hard():
    for impulse_ns, falls in ((0.3, False), (6.0, True)):
        nao = world("default")
        nao.advance_to(SECOND)
        nao.push((impulse_ns, 0.0, 0.0))
        nao.advance_to(3 * SECOND)
        assert has_fallen(nao.ground_from_torso()) is falls, impulse_ns


def test_a_shove_is_a_force_on_the_chest_that_ends():
    nao = world()
    nao.advance_to(SECOND)
    torso = nao.physics.model.body("nao").id
    nao.push((0.0, 0.5, 0.0), duration_s=0.05)
    nao.advance_to(SECOND + 2_000_000)
    assert nao.physics.data.xfrc_applied[torso, 1] == pytest.approx(10.0)
    assert nao.physics.data.xfrc_applied[torso, 3] < 0.0  # above the torso's middle: it also tips it
    nao.advance_to(SECOND + 60_000_000)
    assert not nao.physics.data.xfrc_applied[torso].any()


def test_on_a_slope_it_feels_the_tilt_and_stands():
    nao = world(tilt_rad=0.05, downhill_rad=np.pi / 2)
    nao.advance_to(2 * SECOND)
    assert read(nao, ImuReading).linear_acceleration_mps2[1] == pytest.approx(-9.81 * 0.05, abs=0.1)
    assert not has_fallen(nao.ground_from_torso())


def test_without_stiffness_it_drops():
    nao = world("default")
    nao.robots[0].command(command(stance(), stiffness=0.0), time_ns=0)
    nao.advance_to(3 * SECOND // 2)
    assert nao.ground_from_torso().translation[2] < 0.2


def test_joints_go_where_they_are_told_within_their_limits():
    nao = world()
    wanted = stance()
    wanted[INDEX["HeadYaw"]] = 9.0
    wanted[INDEX["LShoulderPitch"]] = 0.5
    wanted[INDEX["RHand"]] = 1.0
    nao.robots[0].command(command(wanted), time_ns=0)
    nao.advance_to(2 * SECOND)
    joints = read(nao, JointReadings)
    assert joints.position_rad[INDEX["HeadYaw"]] == pytest.approx(LIMITS["HeadYaw"].highest_rad, abs=0.02)
    assert joints.position_rad[INDEX["LShoulderPitch"]] == pytest.approx(0.5, abs=0.02)
    assert joints.position_rad[INDEX["RHand"]] == pytest.approx(1.0, abs=0.1)
    assert joints.position_rad[INDEX["LHand"]] == pytest.approx(0.0, abs=0.1)


def test_joints_are_no_faster_than_their_motors():
    nao = world()
    head = INDEX["HeadYaw"]
    wanted = stance()
    wanted[head] = 2.0
    nao.robots[0].command(command(wanted), time_ns=0)
    before, fastest = 0.0, 0.0
    for step in range(1, 400):
        nao.advance_to(step * 2_000_000)
        now = nao.robots[0].motors.position_rad[head]
        fastest, before = max(fastest, (now - before) / 0.002), now
    assert 0.7 * LIMITS["HeadYaw"].speed_radps < fastest < 1.05 * LIMITS["HeadYaw"].speed_radps


def test_unnamed_joints_keep_their_command():
    nao = world()
    part = JointCommand(time_s=0.0, names=("HeadPitch",), positions_rad=(0.3,), stiffnesses=(0.8,))
    nao.robots[0].command(part, time_ns=0)
    nao.advance_to(SECOND)
    joints = read(nao, JointReadings)
    assert joints.position_rad[INDEX["HeadPitch"]] == pytest.approx(0.3, abs=0.03)
    assert joints.position_rad[INDEX["LKneePitch"]] == pytest.approx(stance()[INDEX["LKneePitch"]], abs=0.03)
    assert joints.stiffness[INDEX["HeadPitch"]] == 0.8
    assert joints.stiffness[INDEX["LKneePitch"]] == 1.0


def test_a_robot_made_safe_stops_moving():
    nao = world()
    wanted = stance()
    wanted[INDEX["HeadYaw"]] = 2.0
    nao.robots[0].command(command(wanted), time_ns=0)
    nao.advance_to(SECOND // 10)
    nao.robots[0].make_safe(time_ns=SECOND // 10)
    nao.advance_to(SECOND // 2)
    held = nao.robots[0].motors.position_rad[INDEX["HeadYaw"]]
    assert 0.2 < held < 1.2
    nao.advance_to(SECOND)
    assert nao.robots[0].motors.position_rad[INDEX["HeadYaw"]] == pytest.approx(held, abs=0.01)


def test_a_motor_that_is_held_up_gets_hot_and_gives_up():
    nao = world()
    motors = nao.robots[0].motors
    knee = INDEX["LKneePitch"]
    motors.temperature_c[knee] = 90.0
    nao.advance_to(SECOND // 2)
    joints = read(nao, JointReadings)
    assert joints.stiffness[knee] == 0.0
    assert joints.status[knee] == 3
    assert joints.status[INDEX["RKneePitch"]] == 0


def test_standing_warms_the_knees_more_than_the_head():
    nao = world()
    nao.advance_to(3 * SECOND)
    heat = nao.robots[0].motors.temperature_c
    assert heat[INDEX["LKneePitch"]] > heat[INDEX["HeadYaw"]]


@pytest.mark.parametrize("seed", range(2))
def test_wild_commands_and_shoves_leave_the_physics_sound(seed):
    nao, draws = world("harsh", seed=seed), np.random.default_rng(seed)
    for number in range(15):
        wild = command(draws.uniform(-3.0, 3.0, 25), stiffness=float(draws.uniform()))
        nao.robots[0].command(wild, time_ns=nao.physics.time_ns)
        nao.push(tuple(draws.normal(0.0, 3.0, 3)))
        nao.advance_to((number + 1) * SECOND // 10)
    assert np.abs(nao.physics.data.qvel).max() < 100.0
    assert 0.0 < nao.ground_from_torso().translation[2] < 1.0


def test_soles_carry_the_whole_robot():
    nao = world()
    nao.advance_to(2 * SECOND)
    pressure = read(nao, FootPressure)
    assert sum(pressure.left_n + pressure.right_n) == pytest.approx(9.81 * TOTAL_MASS_KG, rel=0.02)
    assert sum(pressure.left_n) == pytest.approx(sum(pressure.right_n), rel=0.05)


def test_leaning_ahead_loads_the_front_cells():
    nao = world()
    wanted = stance()
    wanted[[INDEX["LAnklePitch"], INDEX["RAnklePitch"]]] -= 0.08
    nao.robots[0].command(command(wanted), time_ns=0)
    nao.advance_to(SECOND)
    front_left, front_right, rear_left, rear_right = read(nao, FootPressure).left_n
    assert front_left + front_right > 1.5 * (rear_left + rear_right)


def test_the_inertial_board_feels_gravity_and_lean():
    nao = world()
    nao.advance_to(SECOND)
    imu = read(nao, ImuReading)
    assert imu.linear_acceleration_mps2[2] == pytest.approx(9.81, abs=0.1)
    lean = read(nao, TorsoAngles)
    assert lean.roll_rad == pytest.approx(0.0, abs=0.02)
    assert lean.pitch_rad == pytest.approx(0.0, abs=0.02)


def test_lying_on_its_face_the_lean_says_so():
    nao = world(stiffness=1.0)
    nao.push((9.0, 0.0, 0.0))
    for step in range(1, 150):
        nao.advance_to(step * BODY_NS)
        lean = read(nao, TorsoAngles)
    assert lean.pitch_rad > 0.9


def test_buttons_can_be_pressed():
    nao = world()
    nao.robots[0].press("chest button")
    assert read(nao, TouchState).pressed == ("chest button",)
    nao.robots[0].press("chest button", down=False)
    assert read(nao, TouchState).pressed == ()
    with pytest.raises(LudensError, match="no 'nose' to press"):
        nao.robots[0].press("nose")


def test_battery_empties_while_it_stands():
    nao = world()
    nao.advance_to(SECOND // 10)
    battery = read(nao, BatteryState)
    assert battery.charge <= 1.0
    assert battery.current_a < -1.0
    assert battery.status == BATTERY_DISCHARGING


def test_sonars_hear_nothing_in_an_empty_room():
    assert min(read(world(), SonarRing).ranges_m) > 0.8


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (BaseVelocityCommand(time_s=0.0, forward_mps=0.0, turn_radps=0.0), "A NAO takes JointCommand"),
        (
            JointCommand(time_s=0.0, names=("LKnee",), positions_rad=(0.0,), stiffnesses=(1.0,)),
            "no joint 'LKnee'; .*LKneePitch",
        ),
        (
            JointCommand(time_s=0.0, names=("HeadYaw",), positions_rad=(), stiffnesses=(1.0,)),
            "as many positions",
        ),
        (LedCommand(time_s=0.0, colours={"Nose": (1.0, 0.0, 0.0)}), "no light 'Nose'"),
    ],
)
def test_what_it_cannot_do_is_refused_with_a_sentence(told, sentence):
    with pytest.raises(LudensError, match=sentence):
        world().robots[0].command(told, time_ns=0)


def test_lights_keep_their_colours():
    nao = world()
    for light, colour in (("Chest", (1.0, 0.0, 0.0)), ("LEye/45", (0.0, 0.0, 1.0))):
        nao.robots[0].command(LedCommand(time_s=0.0, colours={light: colour}), time_ns=0)
    assert nao.robots[0].light_colours == {"Chest": (1.0, 0.0, 0.0), "LEye/45": (0.0, 0.0, 1.0)}


def test_runs_with_the_same_seed_are_the_same():
    ends = []
    for seed in (4, 4, 5):
        nao = world("default", seed=seed)
        nao.advance_to(SECOND // 2)
        ends.append(np.concatenate((nao.physics.data.qpos, read(nao, JointReadings).position_rad)))
    np.testing.assert_array_equal(ends[0], ends[1])
    assert not np.array_equal(ends[0], ends[2])


def test_the_judge_of_drivers_is_content():
    check_robot(SimulationDriver(world("default")), seconds=2.0)


def test_late_stamps_grow_and_are_past_when_their_pictures_arrive():
    nao = world("default+stamps-late+stamps-true", render=True, eyes=("bottom/camera",))
    period_ns = nao.robots[0].sources[1].period_ns
    driver = SimulationDriver(nao)
    arrived: list[tuple[float, float]] = []
    while len(arrived) < 12 and (delivery := driver.next_delivery()) is not None:
        arrived += [
            (delivery.time_ns * 1e-9, message.time_s)
            for message in delivery.messages
            if isinstance(message, CameraImage)
        ]
    driver.close()
    stamps_s = [stamp_s for _, stamp_s in arrived]
    assert all(stamp_s <= arrival_s for arrival_s, stamp_s in arrived)
    assert all(np.diff(stamps_s) > 0.0)
    assert (stamps_s[0] - 0.03) % (period_ns * 1e-9) == pytest.approx(0.0, abs=1e-9)


def test_soles_slip_farther_on_a_slippery_floor():
    turned_rad = []
    for noise in ("off", "off+floor-slippery"):
        nao = world(noise)
        nao.advance_to(SECOND // 4)
        nao.physics.data.joint("nao").qvel[5] = 4.0  # spun about the vertical, it turns until soles stop it
        nao.advance_to(SECOND)
        axes = nao.physics.data.body("nao/LSole").xmat
        turned_rad.append(float(np.arctan2(axes[3], axes[0])))
        assert not has_fallen(nao.ground_from_torso())
    assert turned_rad[1] / turned_rad[0] == pytest.approx(0.9 / 0.4, rel=0.15)


def test_the_judge_is_content_with_two_robots_too():
    check_robot(SimulationDriver(world("default", robots=2)), seconds=1.5)


def test_both_cameras_deliver_pictures():
    nao = world("default", render=True)
    driver = SimulationDriver(nao)
    images: dict[str, Any] = {}
    try:
        while len(images) < 2:
            delivery = driver.next_delivery()
            assert delivery is not None
            for message in delivery.messages:
                if isinstance(message, CameraImage):
                    images[delivery.source] = message.pixels_rgb
    finally:
        driver.close()
    assert set(images) == {"top/camera", "bottom/camera"}
    for pixels in images.values():
        assert pixels.shape == (480, 640, 3)
        assert pixels.std() > 5.0
    assert not np.array_equal(images["top/camera"], images["bottom/camera"])
