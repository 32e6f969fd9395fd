import math

import pytest

from ludens.games.soccer.know.walking_time import time_to_ball_s, walking_time_s
from ludens.geometry import Pose2


def test_a_place_straight_ahead_takes_its_way_and_one_behind_a_turn_more():
    ahead, behind = walking_time_s(Pose2(0, 0, 0), (2.5, 0)), walking_time_s(Pose2(0, 0, math.pi), (2.5, 0))
    assert ahead == pytest.approx(10.0)
    assert behind - ahead == pytest.approx(math.pi / 0.8)
    assert walking_time_s(Pose2(1, 1, 0), (1, 1)) == 0.0


def test_who_stands_behind_the_ball_is_quicker_than_who_stands_before_it_at_the_same_distance():
    behind, before = Pose2(-1, 0, 0), Pose2(1, 0, math.pi)
    assert time_to_ball_s(before, (0, 0)) > time_to_ball_s(behind, (0, 0)) + 4.0


def test_the_fallen_the_striker_and_who_only_hears_of_the_ball():
    here, ball_m = Pose2(-1, 0, 0), (0.0, 0.0)
    usual = time_to_ball_s(here, ball_m)
    assert time_to_ball_s(here, ball_m, fallen=True) == pytest.approx(usual + 6.0)
    assert time_to_ball_s(here, ball_m, striker=True) == pytest.approx(usual - 1.0)
    assert time_to_ball_s(here, ball_m, unseen=True) == pytest.approx(usual + 2.0)
    assert time_to_ball_s(Pose2(-0.3, 0, 0), ball_m, striker=True) == 0.0
