"""One small trial of each experiment with a team, in the flat world."""

from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.experiments.free_kick import SoccerFreeKickOptions, free_kick_trial
from ludens.games.soccer.experiments.ready import SoccerReadyOptions, ready_trial, summarise


def test_two_players_let_one_opponent_take_its_free_kick():
    options = SoccerFreeKickOptions(a_side=2, kicks=1)
    row = free_kick_trial(TrialRequest(seed=4, noise="default", options=options))
    assert (row["free_kicks"], row["illegal_defenders"], row["near_free_kicks"], row["faults"]) == (
        1,
        0,
        0,
        0,
    )


def test_one_on_each_side_is_in_its_place_for_two_kick_offs():
    options = SoccerReadyOptions(a_side=1, ready_s=30)
    row = ready_trial(TrialRequest(seed=4, noise="default", options=options))
    assert (row["robots"], row["illegal"], row["faults"]) == (4, 0, 0)
    assert summarise([row])["legal_share"] == 1.0
