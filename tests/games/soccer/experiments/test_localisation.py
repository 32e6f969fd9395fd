"""How localisation is judged, and the player that walks about."""

import math
from typing import Any

import pytest

from ludens.core.contract.module import CycleTime
from ludens.games.soccer.experiments.localisation import (
    LOCALISATION,
    LocalisationOptions,
    _Recovery,
    nearer_error,
)
from ludens.games.soccer.experiments.wanderer import Wanderer
from ludens.geometry import Pose2
from ludens.messages.field import FieldPose
from ludens.messages.soccer import MatchStatus


def test_half_a_turn_of_the_field_is_no_error_after_being_carried_away():
    truth = Pose2(2.0, 1.0, 0.3)
    turned = Pose2(-2.0, -1.0, 0.3 + math.pi)
    assert nearer_error(turned, truth) == pytest.approx((0.0, 0.0), abs=1e-9)
    assert nearer_error(Pose2(-2.0, -1.0, 0.3), truth)[1] == pytest.approx(math.pi)
    assert nearer_error(None, truth)[0] > 1.0


def test_right_for_a_moment_is_not_right_again():
    recovery = _Recovery(10.0)
    for time_s, off_m in ((10.2, 2.0), (11.0, 0.1), (11.4, 2.0), (14.0, 0.1), (14.6, 0.1)):
        recovery.look(time_s, (off_m, 0.0))
    assert recovery.after_s is None
    recovery.look(15.2, (0.1, 0.0))
    assert recovery.after_s == pytest.approx(4.0)
    recovery.look(16.0, (3.0, 0.0))  # what comes later changes nothing
    assert recovery.after_s == pytest.approx(4.0)


def test_figures_of_a_kidnapping_count_all_of_them():
    rows: list[Any] = [
        {"kidnaps": 3, "recovered": 2, "recovery_s": [3.0, 5.0, None]},
        {"kidnaps": 1, "recovered": 0, "recovery_s": [14.0]},
    ]
    figures = LOCALISATION.summarise(rows)
    assert (figures["recovered_rate"], figures["never_recovered"]) == (0.5, 1)
    assert figures["recovery_median_s"] == 5.0
    assert "recovered_rate" in LOCALISATION.goals(LocalisationOptions(kidnap=True))
    assert "recovered_rate" not in LOCALISATION.goals(LocalisationOptions())


def step(wanderer, time_s, pose, *, error=1.0, state="playing"):
    believed = FieldPose(time_s=time_s, field_from_robot=pose, sigma_m=0.1, sigma_rad=0.1, error=error)
    status = MatchStatus(time_s=time_s, state=state)
    return wanderer.cycle(CycleTime(time_s=time_s), believed, status, None)


def test_it_walks_to_a_target_then_to_the_next_and_stands_where_it_is_lost():
    wanderer = Wanderer()
    here = Pose2(0.0, 0.0, 0.0)
    assert step(wanderer, 0.0, here, state="initial")[1].mode == "velocity"
    first = here @ step(wanderer, 1.0, here)[1].target
    assert here.distance_m(first) > 1.5
    again = step(wanderer, 2.0, first)[1].target  # arrived: another one
    assert math.hypot(again.x_m, again.y_m) > 1.5
    _, plan, gaze = step(wanderer, 3.0, here, error=20.0)
    assert (plan.mode, plan.forward_mps, plan.turn_radps, gaze.mode) == ("velocity", 0.0, 0.0, "survey")
    assert step(wanderer, 7.0, here, error=20.0)[1].turn_radps > 0.0  # it may see the border only
