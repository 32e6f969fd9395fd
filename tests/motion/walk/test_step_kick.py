import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.motion.walk import STILL, Gait, GaitPhase, Speed, WalkParameters
from ludens.motion.walk.step_kick import STROKES, Kind, StepKick, best_step_place_m
from ludens.robots.nao.places import SOLE_INNER_M

CYCLE_S = 0.012
kicks = st.builds(
    StepKick, st.sampled_from(["forward", "side", "turn"]), st.booleans(), st.floats(allow_nan=True)
)


def stages(gait: Gait, kick: StepKick | None, wanted: Speed = STILL, *, cycles: int = 200) -> list[str]:
    seen: list[str] = []
    for _ in range(cycles):
        gait.advance(wanted, elapsed_s=CYCLE_S, kick=kick)
        if not seen or seen[-1] != gait.kicking.stage:
            seen.append(gait.kicking.stage)
    return seen


@settings(max_examples=20)
@given(kicks, st.floats(-0.2, 0.2))
def test_it_prepares_kicks_once_and_ends(kick: StepKick, forward_mps: float) -> None:
    gait = Gait(WalkParameters())
    assert stages(gait, kick, Speed(forward_mps, 0.0, 0.0)) == ["wait", "prepare", "kick", "done"]
    assert stages(gait, None, STILL) == [""]
    assert gait.phase is GaitPhase.STAND
    assert stages(gait, kick) == ["wait", "prepare", "kick", "done"]


@settings(max_examples=20)
@given(kicks)
def test_the_asked_foot_kicks_beyond_its_way_and_never_onto_the_other_foot(kick: StepKick) -> None:
    gait = Gait(WalkParameters())
    side = 1.0 if kick.with_left else -1.0
    farthest, highest_m = 0.0, 0.0
    for _ in range(200):
        targets = gait.advance(STILL, elapsed_s=CYCLE_S, kick=kick)
        if gait.kicking.stage == "kick" and targets.phase is GaitPhase.STEP:
            assert targets.left_is_stance is not kick.with_left
            assert side * targets.swing.y_m > 2.0 * SOLE_INNER_M
            reached_m = side * targets.swing.y_m - 0.1 if kick.kind == "side" else targets.swing.x_m
            farthest, highest_m = max(farthest, reached_m), max(highest_m, targets.swing_height_m)
    assert farthest > 0.3 * 0.8 * max(STROKES[kick.kind].ahead_m, STROKES[kick.kind].aside_m)
    assert highest_m == pytest.approx(0.03, abs=0.003)


def test_a_shoved_body_gives_up_a_kick_that_has_not_begun_to_swing() -> None:
    gait = Gait(WalkParameters())
    kick = StepKick("forward", True, 1.0)
    for _ in range(200):
        gait.advance(STILL, elapsed_s=CYCLE_S, kick=kick)
        if gait.kicking.stage == "prepare":
            break
    gait.advance(STILL, elapsed_s=CYCLE_S, kick=kick, felt_m=(0.2, 0.0))
    assert gait.kicking.stage == "done"


@pytest.mark.parametrize("kind", ["forward", "side", "turn"])
def test_the_right_foot_s_place_mirrors_the_left_s(kind: Kind) -> None:
    ahead_m, left_m = best_step_place_m(kind, with_left=True)
    assert best_step_place_m(kind, with_left=False) == (ahead_m, -left_m)
    assert math.hypot(ahead_m, left_m) < 0.25
