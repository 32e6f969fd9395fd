"""Sensors that fail while a NAO walks: nothing is believed that cannot be, people are told, nothing leaps."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.runtime.run import Run
from ludens.drivers.faults import FaultyDriver, parse_fault
from ludens.drivers.simulation import SimulationDriver
from ludens.messages import Fault, FootSupport, JointCommand, LegOdometry, TorsoOrientation
from ludens.robots.nao import HIGHEST_RAD, LOWEST_RAD, SPEED_RADPS
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions
from ludens.workbench.play import WALKING
from ludens.workbench.scripts import WalkScript

BREAKS_S, ENDS_S = 1.2, 2.5


@dataclass
class Witness:
    """Notes commands and what the body believes of itself."""

    commands: list[JointCommand] = field(default_factory=list)
    beliefs: dict[type, object] = field(default_factory=dict)
    ways_m: list[float] = field(default_factory=list)

    def on_delivery(self, delivery: Delivery) -> None:
        """What arrives is not asked."""

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        for _, message in outputs:
            self.beliefs[type(message)] = message
            if isinstance(message, JointCommand):
                self.commands.append(message)
            elif isinstance(message, LegOdometry):
                pose = message.odometry_from_robot
                self.ways_m.append(math.hypot(pose.x_m, pose.y_m))

    def on_fault(self, fault: Fault) -> None:
        """Asked of the run."""

    def close(self) -> None:
        """Nothing is kept open."""


def walk_with(
    fault: str, *, forward_mps: float = 0.1, ends_s: float = ENDS_S
) -> tuple[Run, Witness, NaoWorld]:
    setup = WALKING.replacing(WalkScript, WalkScript, forward_mps=forward_mps, starts_s=0.5)
    world = NaoWorld(NaoWorldOptions(), seed=931)
    driver = FaultyDriver(SimulationDriver(world), [parse_fault(f"{fault}@{BREAKS_S}")])
    witness = Witness()
    run = Run(setup, driver, configuration=Configuration(setup.sections()), seed=931, observers=[witness])
    run.run_until(ends_s)
    run.stop("The test is over.")
    return run, witness, world


def assert_calm(witness: Witness) -> None:
    """No command leaps or leaves the limits."""
    positions = np.array([command.positions_rad for command in witness.commands])
    times = np.array([command.time_s for command in witness.commands])
    assert np.isfinite(positions).all()
    assert (positions >= LOWEST_RAD - 1e-9).all()
    assert (positions <= HIGHEST_RAD + 1e-9).all()
    pauses = np.minimum(np.diff(times), 0.05)
    assert (np.abs(np.diff(positions, axis=0)) <= SPEED_RADPS * pauses[:, None] + 1e-6).all()


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("body-freezes", "frozen"),
        ("body-absurd", "where it cannot be"),
        ("body-stops", "silent"),
    ],
)
def test_frames_that_cannot_be_believed_stop_the_body_and_are_told(fault: str, words: str):
    run, witness, _ = walk_with(fault)
    assert any(words in told.what for told in run.faults.faults)
    assert_calm(witness)
    assert witness.commands[-1].time_s < BREAKS_S + 0.2  # it holds instead of walking on blindly
    upright = witness.beliefs[TorsoOrientation]
    assert isinstance(upright, TorsoOrientation)
    assert upright.up_in_torso[2] > 0.9
    assert witness.ways_m[-1] < 0.4


def test_every_third_frame_lost_is_walked_through():
    run, witness, _ = walk_with("body-drops")
    assert run.faults.total == 0
    assert_calm(witness)
    assert witness.commands[-1].time_s > ENDS_S - 0.1


def test_a_dead_axis_is_told_and_nothing_leaps():
    run, witness, _ = walk_with("gyro-y-dead", forward_mps=0.0)
    assert any("axis is dead" in told.what for told in run.faults.faults)
    assert_calm(witness)
    upright = witness.beliefs[TorsoOrientation]
    assert isinstance(upright, TorsoOrientation)
    assert upright.up_in_torso[2] > 0.99


def test_with_a_dead_cell_the_support_is_still_right():
    _, witness, _ = walk_with("pressure-dead", forward_mps=0.0, ends_s=3.3)
    support = witness.beliefs[FootSupport]
    assert isinstance(support, FootSupport)
    assert support.dead_cells == ("left foot, front left",)
    assert support.feet == "both"
    assert support.left_n + support.right_n == pytest.approx(52.6, rel=0.35)
