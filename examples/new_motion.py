"""A new motion in one file: the humanoid waves with its right arm and nods.

    python examples/new_motion.py

A motion is a module that reads `MotionWeights` and produces `WantedJoints` under its own name. The arbiter
gives it the body when `MotionRequest` asks for that name, and blends it with the motions before and after.
Nothing else knows of it, so a setup needs one more line: `Node(Wave)`.
"""

import math
from typing import Annotated

import click
import numpy as np

from ludens.core.configuration import Configuration
from ludens.core.contract.declaration import under
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.core.contract.setup import Node
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.geometry import FloatArray
from ludens.geometry.easing import eased
from ludens.messages import CalibratedJoints, MotionRequest, MotionWeights, WantedJoints
from ludens.robots.nao.joints import INDEX, JOINTS
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions
from ludens.workbench.play import WALKING

WAVE = "wave"
RAISE_S, WAVE_S, PERIOD_S = 1.0, 3.0, 1.0
RAISED_RAD = {"RShoulderPitch": -1.2, "RShoulderRoll": -0.3, "RElbowRoll": 0.9, "RElbowYaw": 0.3}


class Wave(Module[NoParameters]):
    """Raises the right arm, waves and nods, and lowers it again; all other joints stay as they were."""

    def start(self) -> None:
        """Begin anew when the body is given to it next."""
        self._start_rad: FloatArray | None = None
        self._began_s = 0.0

    def cycle(
        self, weights: MotionWeights, joints: CalibratedJoints
    ) -> Annotated[WantedJoints | None, under(WAVE)]:
        """Say where every joint shall be now; nothing without a weight."""
        if weights.of(WAVE) <= 0.0:
            self._start_rad = None
            return None
        if self._start_rad is None:
            self._start_rad, self._began_s = np.array(joints.position_rad), joints.time_s
        since_s = joints.time_s - self._began_s
        end_s = 2.0 * RAISE_S + WAVE_S
        raised = eased(since_s / RAISE_S) - eased((since_s - RAISE_S - WAVE_S) / RAISE_S)
        swing = raised * math.sin(2.0 * math.pi * since_s / PERIOD_S)
        position_rad = self._start_rad.copy()
        for joint, angle_rad in RAISED_RAD.items():
            position_rad[INDEX[joint]] += raised * (angle_rad - position_rad[INDEX[joint]])
        position_rad[INDEX["RElbowRoll"]] += 0.5 * swing
        position_rad[INDEX["HeadPitch"]] += 0.2 * swing
        finished = since_s >= end_s
        return WantedJoints(
            time_s=joints.time_s,
            position_rad=position_rad,
            stiffness=np.full(len(JOINTS), 0.9),
            may_leave=finished,
            finished=finished,
            uses_head=True,
        )


class Greeter(Module[NoParameters]):
    """Asks for the new motion between the second and the eighth second, and to stand otherwise."""

    def cycle(self, now: CycleTime) -> MotionRequest:
        """Ask by name."""
        return MotionRequest(time_s=now.time_s, motion=WAVE if 2.0 <= now.time_s < 8.0 else "walk")


SETUP = WALKING.adding("body", Node(Wave), Node(Greeter)).named("nao-waving")


def wave(until_s: float = 10.0) -> list[tuple[float, float, float]]:
    """Return time, measured shoulder pitch and measured head pitch of a simulated robot that waves."""
    seen: list[tuple[float, float, float]] = []

    def note(_: str, time_s: float, joints: CalibratedJoints) -> None:
        shoulder_rad, head_rad = joints.position_rad[[INDEX["RShoulderPitch"], INDEX["HeadPitch"]]].tolist()
        seen.append((time_s, shoulder_rad, head_rad))

    driver = SimulationDriver(NaoWorld(NaoWorldOptions(), seed=1))
    with Run(SETUP, driver, configuration=Configuration(SETUP.sections())) as run:
        run.hub.watch("CalibratedJoints", note)
        run.run_until(until_s)
    return seen


if __name__ == "__main__":
    for time_s, shoulder_rad, head_rad in wave()[::40]:
        click.echo(f"{time_s:5.2f} s   shoulder {shoulder_rad:+.2f} rad   head {head_rad:+.2f} rad")
