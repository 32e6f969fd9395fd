"""A body that makes something else of what it is told than was meant."""

import numpy as np
import pytest

from ludens.geometry import Pose2
from ludens.motion.walk import Gait, GaitPhase, Speed, WalkParameters
from ludens.motion.walk.pace import LearntPace

CYCLE_S = 0.012
PARAMETERS = WalkParameters()
TRUE = np.array([[0.01, 0.9, 0.0, 0.0], [0.0, 0.02, 1.1, 0.0], [-0.03, -0.1, 0.0, 0.85]])
"""Speeds of this body, in m/s and rad/s, by 1 and the speeds that it is told."""


def walked(told: Speed) -> Speed:
    forward, left, turn = TRUE @ (1.0, told.forward_mps, told.left_mps, told.turn_radps)
    return Speed(forward, left, turn)


def walk(
    pace: LearntPace, wanted: Speed, *, seconds: float, felt_m=(0.0, 0.0), corrects: bool = True
) -> Speed:
    """Walk as wanted, and return the true speed at the end."""
    gait, pose = Gait(PARAMETERS), Pose2.identity()
    for number in range(round(seconds / CYCLE_S)):
        told = pace.corrected(wanted, PARAMETERS)
        gait.advance(told, elapsed_s=CYCLE_S, felt_m=felt_m)
        true = walked(gait.speed) if gait.phase is GaitPhase.STEP else Speed()
        pose = pose @ Pose2(*(CYCLE_S * part for part in (true.forward_mps, true.left_mps, true.turn_radps)))
        pace.learn(pose, gait, time_s=number * CYCLE_S)
    return true


def off(true: Speed, wanted: Speed) -> float:
    return max(
        abs(true.forward_mps - wanted.forward_mps) / PARAMETERS.forward_most_mps,
        abs(true.left_mps - wanted.left_mps) / PARAMETERS.left_most_mps,
        abs(true.turn_radps - wanted.turn_radps) / PARAMETERS.turn_most_radps,
    )


@pytest.mark.parametrize("wanted", [Speed(0.2), Speed(left_mps=-0.12), Speed(0.0, 0.0, 0.8)])
def test_a_body_that_strays_walks_as_asked_within_some_steps(wanted: Speed) -> None:
    pace = LearntPace()
    assert off(walked(wanted), wanted) > 0.045
    assert off(walk(pace, wanted, seconds=12.0), wanted) < 0.02
    told = pace.corrected(wanted, PARAMETERS)
    assert off(pace.expected(told, PARAMETERS), wanted) < 0.01


def test_what_it_learnt_in_one_way_counts_when_it_walks_that_way_again() -> None:
    pace = LearntPace()
    for wanted in (Speed(0.2), Speed(left_mps=0.12), Speed(turn_radps=0.8), Speed(-0.1, 0.0, 0.3)):
        walk(pace, wanted, seconds=8.0)
    for wanted in (Speed(0.2), Speed(0.1, 0.05, 0.3)):
        assert off(walked(pace.corrected(wanted, PARAMETERS)), wanted) < 0.025


def test_nothing_is_learnt_from_stepping_on_the_spot_after_a_shove() -> None:
    pace = LearntPace()
    walk(pace, Speed(0.2), seconds=6.0, felt_m=(0.0, 0.2))
    assert pace.corrected(Speed(0.2), PARAMETERS) == Speed(0.2)


def test_odometry_that_is_absurd_changes_a_command_no_more_than_a_little() -> None:
    pace, gait = LearntPace(), Gait(PARAMETERS)
    for number in range(1000):
        gait.advance(Speed(0.2), elapsed_s=CYCLE_S)
        pace.learn(Pose2(0.0, 3.0 * number, 0.0), gait, time_s=number * CYCLE_S)
    told = pace.corrected(Speed(0.2), PARAMETERS)
    assert off(told, Speed(0.2)) < 0.3
    assert pace.corrected(Speed(), PARAMETERS).is_zero
