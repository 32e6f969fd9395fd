import math

import pytest

from ludens.games.passing.reach import can_be_met
from ludens.games.passing.world.layout import StartLayout
from ludens.geometry import Pose2


def start(ball: tuple[float, float], velocity_mps: tuple[float, float], yaw_rad: float = 0.0) -> StartLayout:
    return StartLayout(
        robots=(Pose2(0.0, 0.0, yaw_rad),),
        ball=ball,
        ball_velocity_mps=velocity_mps,
        target=None,
        obstacles=(),
    )


@pytest.mark.parametrize(
    ("layout", "reachable", "by_looking"),
    [
        (start((1.5, 0.0), (0.0, 0.4)), True, True),
        (start((1.5, 0.0), (0.0, 0.4), math.pi / 2), True, False),  # the camera looks elsewhere
        (start((3.0, 0.0), (0.2, 0.0)), False, False),
        (start((1.0, 0.0), (0.0, 0.09)), False, False),  # too slow from the start
    ],
)
def test_a_ball_is_reachable_only_while_it_rolls_and_only_to_those_who_see_it(
    layout: StartLayout, reachable: bool, by_looking: bool
):
    assert can_be_met(layout, deceleration_mps2=0.1, rolls_mps=0.1) is reachable
    assert can_be_met(layout, deceleration_mps2=0.1, rolls_mps=0.1, scan_radps=-0.8) is by_looking
