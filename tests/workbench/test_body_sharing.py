"""Falls, buttons, damage and motions that want the impossible, on the simulated body with default noise."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Annotated, Any

import numpy as np
import pytest
from msgspec import structs

from ludens.core.configuration import Configuration
from ludens.core.contract.declaration import under
from ludens.core.contract.driver import Delivery
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.core.contract.observer import Keyed
from ludens.core.contract.setup import Node, Setup
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.estimation.joint_calibration import JointCalibrator
from ludens.messages import (
    CalibratedJoints,
    FallReport,
    Fault,
    HeadRequest,
    JointCommand,
    Message,
    MotionReason,
    MotionRequest,
    MotionWeights,
    Penalty,
    WantedJoints,
)
from ludens.motion.arbiter import ChestButton, MotionArbiter
from ludens.motion.arbiter.fall_care import FALL_MOTIONS
from ludens.motion.arbiter.joint_protection import beyond_protection, limp_joints
from ludens.motion.walk import Walk
from ludens.robots.nao import HIGHEST_RAD, INDEX, JOINTS, LOWEST_RAD, SPEED_RADPS
from ludens.robots.nao.kinematics.stance import stance
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions, has_fallen
from ludens.workbench.play import WALKING
from ludens.workbench.scripts import WalkScript

GETS_UP_S = 8.6
PENALISED_S = 2.0
FALLS = {"forward": (5.0, 0.0), "backward": (-5.0, 0.0), "left": (0.0, 7.0), "right": (0.0, -7.0)}


@dataclass
class Witness:
    """Notes what the body is told, and why."""

    weights: list[MotionWeights] = field(default_factory=list)
    commands: list[JointCommand] = field(default_factory=list)
    falls: list[FallReport] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def on_delivery(self, delivery: Delivery) -> None:
        """What arrives is not asked."""

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        for _, message in outputs:
            match message:
                case MotionWeights():
                    self.weights.append(message)
                case JointCommand():
                    self.commands.append(message)
                case FallReport():
                    self.falls.append(message)

    def on_fault(self, fault: Fault) -> None:
        self.faults.append(fault)

    def close(self) -> None:
        """Nothing is kept open."""

    def has_given_up(self) -> bool:
        """Tell whether the body stays limp on the floor."""
        return bool(self.weights) and self.weights[-1].reason is MotionReason.GIVEN_UP

    def reasons(self) -> list[MotionReason | None]:
        """Why the body did not do what it was asked for, one after the other."""
        return [reason for reason, _ in groupby(weights.reason for weights in self.weights)]


def running(world: NaoWorld, witness: Witness, setup: Setup = WALKING, **script: Any) -> Run:
    setup = setup.replacing(WalkScript, WalkScript, **script)
    return Run(
        setup, SimulationDriver(world), configuration=Configuration(setup.sections()), observers=[witness]
    )


@pytest.mark.parametrize(("direction", "push"), FALLS.items())
def test_no_joint_of_a_falling_body_is_stiffer_than_the_protective_limits(direction, push) -> None:
    world, witness = NaoWorld(NaoWorldOptions(), seed=941), Witness()
    with running(world, witness) as run:
        run.run_until(0.8)
        world.push((*push, 0.0))
        run.run_until(1.7)
    told = {command.time_s: command for command in witness.commands}
    falling = [weights for weights in witness.weights if weights.reason == MotionReason.FALLING]
    assert falling
    assert {weights.motion for weights in falling} == {FALL_MOTIONS[direction]}
    assert has_fallen(world.ground_from_torso())
    began_s = falling[0].time_s
    lying_s = next(report.time_s for report in witness.falls if report.lean_rad > math.radians(75.0))
    assert began_s < lying_s - 0.1
    checked = [
        command for time_s, command in told.items() if falling[0].time_s <= time_s <= falling[-1].time_s
    ]
    assert len(checked) > 20
    assert all(beyond_protection(command) == () for command in checked)
    assert not witness.faults


def test_the_chest_button_brings_a_walk_to_a_stand_and_lets_it_go_on() -> None:
    world, witness = NaoWorld(NaoWorldOptions(), seed=942), Witness()
    with running(world, witness, forward_mps=0.15, starts_s=0.6) as run:
        run.run_until(2.0)
        world.robots[0].press("chest button")
        run.run_until(2.1)
        world.robots[0].press("chest button", down=False)
        run.run_until(4.1)
        stopped_m = world.ground_from_torso().translation[0]
        run.run_until(4.6)
        assert abs(world.ground_from_torso().translation[0] - stopped_m) < 0.004
        assert witness.weights[-1].motion == "stand"
        assert witness.weights[-1].reason is MotionReason.PENALISED
        world.robots[0].press("chest button")
        run.run_until(6.6)
    assert world.ground_from_torso().translation[0] > stopped_m + 0.05
    assert not has_fallen(world.ground_from_torso())


def test_a_penalised_robot_moves_nothing_not_even_its_head() -> None:
    world, witness = NaoWorld(NaoWorldOptions(), seed=951), Witness()
    setup = WALKING.replacing(ChestButton, Referee).adding("body", Node(LookingAround))
    with running(world, witness, setup, forward_mps=0.15, starts_s=0.6) as run:
        run.run_until(5.0)
    times_s = np.array([command.time_s for command in witness.commands])
    told = np.array([command.positions_rad for command in witness.commands])
    before, after = told[times_s < PENALISED_S], told[times_s > PENALISED_S + 2.2]
    head = [INDEX["HeadYaw"], INDEX["HeadPitch"]]
    assert np.ptp(before[:, head], axis=0).min() > 0.2
    assert np.ptp(after[:, head], axis=0).max() == 0.0
    assert np.ptp(after, axis=0).max() < 0.02  # ankles balance
    assert witness.weights[-1].reason is MotionReason.PENALISED
    assert not has_fallen(world.ground_from_torso())


def test_with_a_broken_arm_it_walks_and_the_arm_hangs() -> None:
    world, witness = NaoWorld(NaoWorldOptions(), seed=943), Witness()
    setup = WALKING.replacing(JointCalibrator, JointCalibrator, damaged=("LElbowRoll",))
    with running(world, witness, setup, forward_mps=0.15, starts_s=0.6) as run:
        run.run_until(3.0)
    assert not has_fallen(world.ground_from_torso())
    assert world.ground_from_torso().translation[0] > 0.15
    limp = [INDEX[joint] for joint in limp_joints(["LElbowRoll"])]
    stiffness = np.array([command.stiffnesses for command in witness.commands])
    assert not stiffness[:, limp].any()
    assert (np.delete(stiffness, limp, axis=1)[-1] > 0.0).all()


def test_with_a_broken_leg_it_stays_limp_and_says_why() -> None:
    world, witness = NaoWorld(NaoWorldOptions(stiffness=0.0), seed=944), Witness()
    setup = WALKING.replacing(JointCalibrator, JointCalibrator, damaged=("RKneePitch",))
    with running(world, witness, setup, forward_mps=0.15) as run:
        run.run_until(0.3)
    assert not np.array([command.stiffnesses for command in witness.commands]).any()
    first = witness.weights[0]
    assert (first.reason, first.details) == (MotionReason.DAMAGED, "RKneePitch")


class Referee(Module[NoParameters]):
    """Penalises from `PENALISED_S` on, as a game would; told once, a penalty holds."""

    def cycle(self, now: CycleTime) -> Penalty | None:
        return Penalty(time_s=now.time_s, penalised=True) if abs(now.time_s - PENALISED_S) < 0.02 else None


class LookingAround(Module[NoParameters]):
    """Never keeps the head still."""

    def cycle(self, now: CycleTime) -> HeadRequest:
        return HeadRequest(
            time_s=now.time_s, yaw_rad=math.sin(3.0 * now.time_s), pitch_rad=0.3 * math.cos(now.time_s)
        )


class Asking(Module[NoParameters]):
    """Asks for rest until `GETS_UP_S`, then to walk."""

    def cycle(self, now: CycleTime) -> MotionRequest:
        return MotionRequest(time_s=now.time_s, motion="relax" if now.time_s < GETS_UP_S else "walk")


def test_asked_to_relax_it_sits_down_goes_limp_and_stays_so_until_asked_to_walk() -> None:
    world, witness = NaoWorld(NaoWorldOptions(), seed=947), Witness()
    with running(world, witness, WALKING.adding("body", Node(Asking))) as run:
        run.run_until(GETS_UP_S)
        assert witness.reasons() == [MotionReason.ON_THE_WAY, None]
        assert [name for name, _ in groupby(weights.details for weights in witness.weights)] == [
            "sit",
            "rest",
            "",
        ]
        assert not any(witness.commands[-1].stiffnesses)
        assert not has_toppled(world)
        run.run_until(GETS_UP_S + 0.1)
    assert witness.weights[-1].motion == "stand_up_from_sit"


def has_toppled(world: NaoWorld) -> bool:
    return bool(world.ground_from_torso().rotation[2, 2] < math.cos(1.0))


@pytest.mark.parametrize("side", [1.0, -1.0], ids=["right", "left"])
def test_from_its_side_it_rolls_on_its_back(side: float) -> None:
    world, witness = NaoWorld(NaoWorldOptions(), seed=949), Witness()
    place = int(world.physics.model.joint("nao").qposadr[0])
    half = 0.5 * math.sqrt(2.0)
    world.physics.data.qpos[place + 2 : place + 7] = (0.12, half, side * half, 0.0, 0.0)
    world.physics.refresh()
    with running(world, witness) as run:
        while run.time_s < 8.0 and witness.reasons()[-1:] != [MotionReason.GETTING_UP]:
            run.step()
    assert MotionReason.ROLLING_OVER in witness.reasons()
    assert witness.weights[-1].motion == "get_up_back"
    assert world.ground_from_torso().rotation[2, 0] > 0.8


def test_shoved_while_getting_up_it_is_protected_and_tries_again() -> None:
    world, witness = NaoWorld(NaoWorldOptions(), seed=948), Witness()
    with running(world, witness) as run:
        run.run_until(0.8)
        world.push((5.0, 0.0, 0.0))
        run.run_until(8.0)
        assert witness.weights[-1].reason is MotionReason.GETTING_UP
        world.push((-3.0, 2.0, 0.0))
        while run.time_s < 14.0 and witness.weights[-1].attempt != 2:
            run.step()
    assert witness.weights[-1].attempt == 2
    again = witness.reasons()
    assert again[again.index(MotionReason.GETTING_UP) + 1] in (MotionReason.FALLING, MotionReason.LYING)


class DeadMotor(SimulationDriver):
    """A driver whose robot has a motor that does nothing, whatever it is told."""

    joint = "RKneePitch"

    def command(self, robot: str, command: Message) -> None:
        if isinstance(command, JointCommand):
            stiffnesses = list(command.stiffnesses)
            stiffnesses[INDEX[self.joint]] = 0.0
            command = structs.replace(command, stiffnesses=tuple(stiffnesses))
        super().command(robot, command)


def test_with_a_dead_knee_it_falls_protected_and_after_its_tries_stays_limp() -> None:
    world, witness = NaoWorld(NaoWorldOptions(), seed=950), Witness()
    setup = WALKING.replacing(MotionArbiter, MotionArbiter, tries=1)
    setup = setup.replacing(WalkScript, WalkScript, forward_mps=0.15, starts_s=0.4)
    with Run(
        setup, DeadMotor(world), configuration=Configuration(setup.sections()), observers=[witness]
    ) as run:
        while run.time_s < 20.0 and not witness.has_given_up():
            run.step()
        run.run_until(run.time_s + 0.1)
    assert MotionReason.FALLING in witness.reasons()
    assert witness.has_given_up()
    assert witness.weights[-1].details.startswith("it did not get up in 1 try")
    assert not any(witness.commands[-1].stiffnesses)
    assert not witness.faults


class WildWalk(Module[NoParameters]):
    """A walk that wants the impossible from one second on: no numbers, or angles that no joint has."""

    wish = math.nan

    def cycle(self, joints: CalibratedJoints) -> Annotated[WantedJoints, under("walk")]:
        position_rad = stance()
        if joints.time_s > 1.0:
            turn = -1.0 if round(joints.time_s / 0.012) % 2 else 1.0
            position_rad = position_rad + turn * self.wish
        return WantedJoints(
            time_s=joints.time_s, position_rad=position_rad, stiffness=np.ones(len(JOINTS)), may_leave=True
        )


class LeapingWalk(WildWalk):
    """Wants joints to leap by a whole turn and back, every cycle."""

    wish = 6.0


def test_a_motion_that_wants_no_numbers_is_told_once_and_the_body_holds_still() -> None:
    world, witness = NaoWorld(NaoWorldOptions(), seed=945), Witness()
    with running(world, witness, WALKING.replacing(Walk, WildWalk)) as run:
        run.run_until(2.0)
    assert ["motion 'walk' wants joint positions" in fault.what for fault in witness.faults] == [True]
    assert witness.commands[-1].time_s < 1.02
    assert not has_fallen(world.ground_from_torso())


def test_wishes_beyond_limits_and_speeds_are_never_told_to_the_joints() -> None:
    world, witness = NaoWorld(NaoWorldOptions(), seed=946), Witness()
    with running(world, witness, WALKING.replacing(Walk, LeapingWalk)) as run:
        run.run_until(1.5)
    told = np.array([command.positions_rad for command in witness.commands])
    times = np.array([command.time_s for command in witness.commands])
    assert times[-1] > 1.4
    assert (told >= LOWEST_RAD).all()
    assert (told <= HIGHEST_RAD).all()
    assert (np.abs(np.diff(told, axis=0)) <= SPEED_RADPS * np.diff(times)[:, None] + 1e-9).all()
    assert not witness.faults
