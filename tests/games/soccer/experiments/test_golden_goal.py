"""How the golden goal is scored."""

from typing import Any

import pytest

from ludens.core.contract.driver import Delivery
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.experiments import golden_goal
from ludens.games.soccer.experiments.golden_goal import GOLDEN_GOAL, GoldenGoalOptions, golden_goal_trial
from ludens.messages import FallReport, StateReport
from ludens.messages.balance import FallState


def row(**changes: Any) -> dict[str, Any]:
    return {
        "scored": True,
        "own_goal": False,
        "time_s": 30.0,
        "kicks": 1,
        "step_kicks": 1,
        "falls": 0,
    } | changes


def test_misses_and_own_goals_are_no_goals_and_have_no_time():
    rows: list[Any] = [
        row(time_s=20.0),
        row(time_s=40.0, kicks=3),
        row(scored=False, time_s=None, own_goal=True, falls=2),
        row(scored=False, time_s=None),
    ]
    figures = GOLDEN_GOAL.summarise(rows)
    assert figures["scored_rate"] == 0.5
    assert figures["time_median_s"] == pytest.approx(30.0)
    assert (figures["own_goals"], figures["falls"]) == (1, 2)
    assert figures["kicks_median"] == 2.0


def test_kicks_and_falls_are_counted_when_they_begin():
    watch = golden_goal.GoalWatch()
    told: tuple[tuple[str, FallState], ...] = (
        ("kick", "upright"),
        ("kick", "falling"),
        ("get_up", "fallen"),
        ("step_kick", "upright"),
    )
    for state, fall in told:
        watch.on_outputs(
            0,
            "body",
            [
                ("", StateReport(time_s=0.0, state=state, since_s=0.0, reason="", states=(), transitions=())),
                ("", FallReport(time_s=0.0, state=fall, direction="forward", lean_rad=0.0)),
            ],
        )
    watch.on_delivery(Delivery(0, "", "body", ()))
    assert (watch.kicks, watch.step_kicks, watch.falls) == (1, 1, 1)


def test_the_clock_begins_with_the_word_that_play_goes_on_and_ends_the_trial():
    options = GoldenGoalOptions(length_s=2.0, world="flat")
    scored = golden_goal_trial(TrialRequest(seed=7, noise="default", options=options))
    assert (scored["scored"], scored["time_s"], scored["touches"]) == (False, None, 0)
