"""Getting up, diving, standing up from a seat: motion files on the simulated body with default noise."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.module import CycleTime, Module
from ludens.core.contract.observer import Keyed
from ludens.core.contract.setup import Node
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.experiments.json_values import Row
from ludens.experiments.trials import TrialRequest
from ludens.messages import Fault, JointCommand, MotionRequest, MotionWeights
from ludens.motion.arbiter.joint_protection import beyond_protection
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions, has_fallen
from ludens.workbench.experiments.getup import GetUpOptions, getup_trial, goals, summarise
from ludens.workbench.play import WALKING
from ludens.workbench.referees import lying_side


@pytest.mark.parametrize("side", ["front", "back"])
def test_pushed_over_it_gets_up_within_ten_seconds(side) -> None:
    row = getup_trial(TrialRequest(seed=961, noise="default", options=GetUpOptions(side=side)))
    assert row["lay_on"] == side
    assert row["in_time"]
    assert row["tries"] == 1
    assert row["too_stiff_commands"] == 0
    assert row["faults"] == 0


@pytest.mark.parametrize("seed", [717, 718])
def test_on_a_soft_carpet_its_back_comes_off_the_floor_and_it_does_not_stay_leaning_on_its_toes(seed) -> None:
    row = getup_trial(TrialRequest(seed=seed, noise="default", options=GetUpOptions(side="back")))
    assert row["lay_on"] == "back"
    assert row["in_time"]
    assert row["tries"] == 1


def test_a_summary_counts_by_side_and_late_ones_not() -> None:
    quick: Row = {"lay_on": "front", "stands": True, "in_time": True, "time_s": 8.0, "tries": 1}
    late: Row = {"lay_on": "back", "stands": True, "in_time": False, "time_s": 18.0, "tries": 2}
    summary = summarise([quick, quick, late])
    assert summary["from_front"] == "2 of 2"
    assert summary["from_back"] == "0 of 1"
    assert summary["in_time_rate"] == pytest.approx(2 / 3)
    assert summary["stands"] == 3
    assert "in_time_rate" in goals(GetUpOptions())
    assert "in_time_rate" not in goals(GetUpOptions(push_ns=2.0))


@pytest.mark.parametrize(
    ("up_in_torso", "side"),
    [
        ((-1.0, 0.1, 0.0), "front"),
        ((1.0, 0.0, 0.2), "back"),
        ((0.1, -1.0, 0.0), "left"),
        ((0, 1, 0), "right"),
    ],
)
def test_the_side_it_lies_on_is_told_by_where_up_is(up_in_torso, side) -> None:

    assert lying_side(np.array(up_in_torso)) == side


@dataclass
class Witness:
    """Notes what the body is told."""

    motions: list[str] = field(default_factory=list)
    commands: list[JointCommand] = field(default_factory=list)

    def on_delivery(self, delivery: Delivery) -> None:
        """What arrives is not asked."""

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        for _, message in outputs:
            if isinstance(message, MotionWeights):
                self.motions.append(message.motion)
            elif isinstance(message, JointCommand):
                self.commands.append(message)

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""


@dataclass(frozen=True, slots=True)
class AskingParameters:
    """What to ask for, and until when; then to walk."""

    motion: str = "walk"
    until_s: float = math.inf


class Asking(Module[AskingParameters]):
    """Asks for one motion, from the beginning on."""

    def cycle(self, now: CycleTime) -> MotionRequest:
        p = self.parameters
        return MotionRequest(time_s=now.time_s, motion=p.motion if now.time_s < p.until_s else "walk")


def asking(world: NaoWorld, witness: Witness, motion: str, until_s: float = 1000.0) -> Run:
    setup = WALKING.adding("body", Node(Asking)).replacing(Asking, Asking, motion=motion, until_s=until_s)
    return Run(
        setup, SimulationDriver(world), configuration=Configuration(setup.sections()), observers=[witness]
    )


def test_from_a_seat_it_stands_up_without_lying_down() -> None:
    world, witness = NaoWorld(NaoWorldOptions(), seed=962), Witness()
    with asking(world, witness, "sit", until_s=6.5) as run:
        run.run_until(6.4)
        assert world.ground_from_torso().translation[2] < 0.16
        assert world.ground_from_torso().rotation[2, 2] > math.cos(0.6)
        while run.time_s < 18.0 and witness.motions[-1] != "walk":
            run.step()
    assert "stand_up_from_sit" in witness.motions
    assert not any(motion.startswith(("fall_", "get_up_")) for motion in witness.motions)
    assert witness.motions[-1] == "walk"
    assert not has_fallen(world.ground_from_torso())


@pytest.mark.parametrize(("motion", "sign"), [("dive_left", 1.0), ("dive_right", -1.0)])
def test_a_dive_reaches_far_at_once_and_lands_soft(motion, sign) -> None:
    world, witness = NaoWorld(NaoWorldOptions(), seed=963), Witness()
    hand = world.physics.data.body("nao/LHand" if sign > 0.0 else "nao/RHand")
    with asking(world, witness, motion) as run:
        while motion not in witness.motions:
            run.step()
        began_s = run.time_s
        run.run_until(began_s + 0.75)
        assert sign * hand.xpos[1] > 0.5
        assert hand.xpos[2] < 0.1
        run.run_until(began_s + 1.3)
    soft = [command for command in witness.commands if command.time_s > began_s + 1.0]
    assert len(soft) > 10
    assert all(beyond_protection(command) == () for command in soft)


def test_with_its_arms_behind_its_back_it_stands() -> None:
    world, witness = NaoWorld(NaoWorldOptions(), seed=964), Witness()
    with asking(world, witness, "arms_behind") as run:
        run.run_until(2.5)
    assert not has_fallen(world.ground_from_torso())
    torso = world.ground_from_torso()
    for hand in ("nao/LHand", "nao/RHand"):
        assert torso.inverse().apply(world.physics.data.body(hand).xpos)[0] < -0.06
