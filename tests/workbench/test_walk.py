"""The whole motion stack on the simulated body with default noise. Rates over many seeds: `nao-walk`."""

import math
from dataclasses import replace

import numpy as np
import pytest
from msgspec import structs

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery, Driver, DriverWrapper
from ludens.core.contract.module import CycleTime
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.experiments.json_values import Row
from ludens.experiments.trials import TrialRequest
from ludens.messages import FallReport, ImuReading, LegOdometry, Message, WalkReport
from ludens.motion.walk import Walk, WalkParameters, standing
from ludens.robots.nao.kinematics.stance import stance
from ludens.robots.nao.noise import load_noise
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions
from ludens.workbench.experiments.walk import (
    NaoWalkOptions,
    Way,
    summarise,
    walk_script,
    walk_setup,
    walk_trial,
)
from ludens.workbench.referees import WalkReferee
from ludens.workbench.scripts import WalkScript, WalkScriptParameters


@pytest.mark.parametrize(
    ("way", "seed", "noise"),
    [
        ("forward", 1, "default"),
        ("sideways", 2, "default"),
        ("turn", 3, "default"),
        ("mixed", 4, "default"),
        ("forward", 6, "default+backlash-worn"),  # on hips that only give way it rocks and hardly gets on
    ],
    ids=lambda value: str(value),
)
def test_it_walks_as_asked_and_does_not_fall(way: Way, seed: int, noise: str) -> None:
    options = NaoWalkOptions(way=way, duration_s=7.0)
    row = walk_trial(TrialRequest(seed=seed, noise=noise, options=options))

    assert row["fell"] is False
    assert row["faults"] == 0
    assert isinstance(row["tracking_error"], float)
    assert row["tracking_error"] < 0.15
    assert isinstance(row["odometry_error_m"], float)
    assert row["odometry_error_m"] < 0.15
    assert summarise([row])["falls"] == 0


@pytest.mark.parametrize("sigmas", [2.0, 3.0])
def test_a_biased_accelerometer_does_not_keep_it_from_walking(sigmas: float) -> None:
    """Robot 910 sways more than others: with such a bias it used to take every other step for a shove."""
    bias_mps2 = sigmas * load_noise("default").imu.acceleration_bias_sigma_mps2
    world = NaoWorld(NaoWorldOptions(), seed=910)
    referee, setup = WalkReferee(world), walk_setup(walk_script(NaoWalkOptions(way="forward")))
    driver = BiasedToTheLeft(SimulationDriver(world), bias_mps2)
    with Run(setup, driver, configuration=Configuration(setup.sections()), observers=[referee]) as run:
        run.run_until(9.0)
    assert referee.fell_s is None
    assert referee.tracking_error is not None
    assert referee.tracking_error < 0.15


class BiasedToTheLeft(DriverWrapper):
    """An accelerometer that reads more to the left than there is, on top of the robot's own bias."""

    def __init__(self, driver: Driver, bias_mps2: float) -> None:
        super().__init__(driver)
        self._bias_mps2 = bias_mps2

    def next_delivery(self) -> Delivery | None:
        delivery = super().next_delivery()
        if delivery is None:
            return None
        return structs.replace(delivery, messages=tuple(self._biased(each) for each in delivery.messages))

    def _biased(self, message: Message) -> Message:
        if not isinstance(message, ImuReading):
            return message
        x, y, z = message.linear_acceleration_mps2
        return structs.replace(message, linear_acceleration_mps2=(x, y + self._bias_mps2, z))


def test_a_robot_walks_that_is_near_its_speed_and_upright_and_a_crashed_trial_has_failed() -> None:
    fine: Row = {"walks": True, "fell": False, "tracking_error": 0.05}
    on_the_spot: Row = {"walks": False, "fell": False, "tracking_error": 1.0}
    figures = summarise([fine, fine, on_the_spot, {"error": "It broke."}])
    assert next(iter(figures)) == "walks_rate"
    assert figures["walks_rate"] == 0.5
    assert figures["falls"] == 1


def test_a_tour_asks_for_every_way_a_quarter_of_the_time() -> None:
    asking = WalkScript(walk_script(NaoWalkOptions(way="tour", duration_s=40.0)))
    asked = [asking.cycle(CycleTime(time_s=0.1 * tick)) for tick in range(400)]
    speeds = [(request.forward_mps, request.left_mps, request.turn_radps) for request in asked]
    assert (
        speeds.count((0.2, 0.0, 0.0))
        == speeds.count((0.0, 0.12, 0.0))
        == speeds.count((0.0, 0.0, 0.8))
        == 100
    )
    mixed = set(speeds[316:])
    assert len(mixed) == 3  # drawn anew every 4 s
    assert all(0.0 not in speed for speed in mixed)


def test_shoves_of_one_newton_second_do_not_fell_it() -> None:
    options = NaoWalkOptions(way="forward", duration_s=8.0, push_ns=1.0, push_every_s=1.5)
    row = walk_trial(TrialRequest(seed=5, noise="default", options=options))
    assert row["pushes"] == 3
    assert row["fell"] is False


@pytest.mark.parametrize(
    "options",
    [
        NaoWalkOptions(way="forward", duration_s=7.0, tilt_deg=3.0),
        NaoWalkOptions(way="forward", duration_s=7.0, fault="gyro-x-dead@3"),
        NaoWalkOptions(way="forward", duration_s=7.0, fault="gyro-y-dead@3"),
    ],
    ids=["slope", "no roll rate", "no pitch rate"],
)
def test_neither_a_slope_nor_a_dead_gyroscope_fells_it(options: NaoWalkOptions) -> None:
    row = walk_trial(TrialRequest(seed=962, noise="default", options=options))
    assert row["fell"] is False


def test_a_shove_that_fells_it_is_told_before_it_lies() -> None:
    """The referee of truth and the robot's own sensors agree, and the sensors are first."""
    world = NaoWorld(NaoWorldOptions(), seed=6)
    referee, watch = WalkReferee(world), Watch()
    with running(world, WalkScriptParameters(forward_mps=0.1), referee, watch) as run:
        run.run_until(3.0)
        world.push((0.0, 9.0, 0.0))
        run.run_until(6.0)
    falls = [message for message in watch.falls if message.state != "upright"]
    assert referee.fell_s is not None
    assert falls[0].state == "falling"
    assert falls[0].time_s < referee.fell_s
    assert falls[0].direction == "left"
    assert watch.falls[-1].state == "fallen"


def test_it_stops_within_a_second_and_nine_centimetres_and_then_stands_still() -> None:
    world = NaoWorld(NaoWorldOptions(), seed=7)
    script = WalkScriptParameters(forward_mps=0.2, turn_radps=0.3, stops_s=3.9)
    referee, watch = WalkReferee(world), Watch()
    with running(world, script, referee, watch) as run:
        run.run_until(3.9)
        asked = referee.pose
        run.run_until(4.9)
        assert watch.walks[-1].phase == "stand"
        run.run_until(5.5)
        resting = referee.pose
        run.run_until(6.5)
    assert referee.fell_s is None
    assert asked.distance_m(resting) < 0.09
    assert referee.pose.distance_m(resting) < 0.003
    error_m = watch.odometries[-1].odometry_from_robot.distance_m(referee.pose)
    sigma_m = math.sqrt(np.trace(watch.odometries[-1].covariance[:2, :2]))
    assert error_m < 4.0 * sigma_m


def test_the_walk_s_stand_is_near_the_robot_s_stance() -> None:
    assert np.abs(standing(WalkParameters()) - stance()).max() < 0.25  # a little higher: cooler knees
    lower = replace(WalkParameters(), stand_height_m=0.28)
    assert np.abs(standing(lower) - standing(WalkParameters())).max() > 0.1
    assert Walk.budget_s == 0.001


class Watch:
    """Keeps what the robot says about itself."""

    def __init__(self) -> None:
        self.falls: list[FallReport] = []
        self.walks: list[WalkReport] = []
        self.odometries: list[LegOdometry] = []

    def on_delivery(self, delivery) -> None:
        pass

    def on_outputs(self, time_ns, cycler, outputs) -> None:
        for _, message in outputs:
            if isinstance(message, FallReport):
                self.falls.append(message)
            elif isinstance(message, WalkReport):
                self.walks.append(message)
            elif isinstance(message, LegOdometry):
                self.odometries.append(message)

    def on_fault(self, fault) -> None:
        raise AssertionError(fault)

    def close(self) -> None:
        pass


def running(world: NaoWorld, script: WalkScriptParameters, referee: WalkReferee, watch: Watch) -> Run:
    setup = walk_setup(script)
    return Run(
        setup,
        SimulationDriver(world),
        configuration=Configuration(setup.sections()),
        observers=[referee, watch],
    )
