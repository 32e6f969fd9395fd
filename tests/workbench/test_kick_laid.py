"""Kicks of the motion stack on the simulated body with default noise. Rates over seeds: `nao-kick-laid`."""

import math

import pytest

from ludens.core.configuration import Configuration
from ludens.core.contract.declaration import Last
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.core.contract.setup import Setup
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.experiments.json_values import Row
from ludens.experiments.trials import TrialRequest
from ludens.messages import KickReport, KickRequest, MotionRequest
from ludens.motion.kick import best_place_m
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions
from ludens.workbench.experiments.kick import kick_figures
from ludens.workbench.experiments.kick_laid import KickLaidOptions, kick_setup, kick_trial
from ludens.workbench.play import KICKING
from ludens.workbench.referees import KickReferee
from ludens.workbench.scripts import KickScript

STARTS_S = 1.5


def number(row: Row, column: str) -> float:
    value = row[column]
    assert isinstance(value, float)
    return value


def test_a_full_kick_rolls_the_ball_far_and_straight_and_a_weak_one_less() -> None:
    strong, weak = (
        kick_trial(
            TrialRequest(seed=910, noise="default", options=KickLaidOptions(foot="right", strength=strength))
        )
        for strength in (1.0, 0.3)
    )
    for row in (strong, weak):
        assert row["fell"] is False
        assert row["refused"] == ""
        assert row["faults"] == 0
        assert abs(number(row, "direction_error_deg")) < 10.0
    assert number(strong, "distance_m") > 2.0
    assert 0.2 < number(weak, "distance_m") < 0.7 * number(strong, "distance_m")
    assert kick_figures([strong, weak])["falls"] == 0


def test_a_touch_does_not_tip_over_a_body_that_stands_long_on_one_leg_on_a_soft_carpet() -> None:
    row = kick_trial(TrialRequest(seed=604, noise="default", options=KickLaidOptions(strength=0.0)))
    assert row["fell"] is False
    assert 0.1 < number(row, "distance_m") < 0.6


def test_a_full_kick_strikes_the_ball_in_its_middle_though_the_stance_foot_sinks_in() -> None:
    row = kick_trial(TrialRequest(seed=810, noise="default", options=KickLaidOptions()))
    assert row["fell"] is False
    assert number(row, "distance_m") > 3.0


@pytest.mark.parametrize("foot", ["left", "right"])
def test_a_side_kick_goes_to_the_side_of_its_foot(foot) -> None:
    row = kick_trial(TrialRequest(seed=904, noise="default", options=KickLaidOptions(kind="side", foot=foot)))
    assert row["fell"] is False
    assert number(row, "distance_m") > 0.2
    assert abs(number(row, "direction_error_deg")) < 15.0


def test_without_noise_left_is_the_mirror_of_right() -> None:
    left, right = (
        kick_trial(
            TrialRequest(
                seed=1, noise="off", options=KickLaidOptions(foot=foot, strength=0.5, ball_sigma_m=0.0)
            )
        )
        for foot in ("left", "right")
    )
    assert number(left, "distance_m") == pytest.approx(number(right, "distance_m"), rel=0.05)
    mirrored_deg = -number(right, "direction_error_deg")
    assert number(left, "direction_error_deg") == pytest.approx(mirrored_deg, abs=1.0)


def running(setup: Setup, world: NaoWorld, referee: KickReferee) -> Run:
    return Run(
        setup, SimulationDriver(world), configuration=Configuration(setup.sections()), observers=[referee]
    )


def until_phase(run: Run, referee: KickReferee, phase: str) -> None:
    while referee.phase != phase:
        assert run.step() is not None
        assert run.time_s < 5.0


@pytest.mark.parametrize("heading_rad", [0.0, 0.5 * math.pi])
def test_shoved_while_its_foot_is_in_the_air_it_stays_on_its_feet(heading_rad: float) -> None:
    world = NaoWorld(NaoWorldOptions(), seed=907)
    referee = KickReferee(world)
    with running(kick_setup(KickRequest(time_s=0.0)), world, referee) as run:
        until_phase(run, referee, "draw back")
        run.run_until(run.time_s + 0.2)
        world.push((0.5 * math.cos(heading_rad), 0.5 * math.sin(heading_rad), 0.0))
        run.run_until(run.time_s + 2.5)
    assert referee.fell_s is None
    assert referee.ended_s is not None


class Impatient(Module[NoParameters]):
    """Wants a kick, but not any more once the foot is in the air."""

    def start(self) -> None:
        self._bored = False

    def cycle(self, now: CycleTime, kick: Last[KickReport]) -> MotionRequest:
        self._bored = self._bored or (kick is not None and kick.phase == "draw back" and kick.share > 0.6)
        wanted = now.time_s > STARTS_S and not self._bored
        return MotionRequest(time_s=now.time_s, motion="kick" if wanted else "walk")


def test_a_kick_that_is_not_wanted_any_more_is_broken_off_and_the_walk_takes_over() -> None:
    world = NaoWorld(NaoWorldOptions(), seed=909)
    referee = KickReferee(world)
    with running(KICKING.replacing(KickScript, Impatient), world, referee) as run:
        run.run_until(STARTS_S + 3.0)
    assert referee.refused == "Another motion was wanted."
    assert referee.phase == "return"
    assert referee.ended_s is not None
    assert referee.fell_s is None


def test_a_ball_out_of_reach_is_refused_at_once_with_a_reason() -> None:
    world = NaoWorld(NaoWorldOptions(), seed=908)
    referee = KickReferee(world)
    setup = kick_setup(KickRequest(time_s=0.0)).replacing(
        KickScript, KickScript, ball_ahead_m=0.6, ball_left_m=0.05
    )
    with running(setup, world, referee) as run:
        run.run_until(STARTS_S + 1.0)
    assert referee.refused.startswith("The ball lies ")
    assert referee.began_s is not None
    assert referee.ended_s is not None
    assert referee.ended_s - referee.began_s < 0.05
    assert referee.fell_s is None


def test_the_best_place_is_before_the_foot_or_beside_it() -> None:
    for with_left in (True, False):
        side = 1.0 if with_left else -1.0
        ahead_m, aside_m = best_place_m(KickRequest(time_s=0.0, with_left=with_left))
        assert 0.15 < ahead_m < 0.2
        assert 0.02 < side * aside_m < 0.07
        _, aside_m = best_place_m(KickRequest(time_s=0.0, kind="side", with_left=with_left))
        assert 0.15 < side * aside_m < 0.22


def test_it_kicks_in_walking_without_a_fall() -> None:
    options = KickLaidOptions(kind="in-walk", foot="right", ball_sigma_m=0.005)
    row = kick_trial(TrialRequest(seed=911, noise="default", options=options))
    assert row["fell"] is False
    assert row["faults"] == 0
    assert number(row, "distance_m") > 0.4
    assert abs(number(row, "direction_error_deg")) < 12.0
