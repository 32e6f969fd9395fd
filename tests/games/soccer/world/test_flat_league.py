"""A match of the league in the flat world: heard by packets, judged by the automatic referee, repeatable."""

from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.experiments.match import SoccerMatchTrialOptions, match_trial
from ludens.games.soccer.world.flat_league import FlatLeagueField
from ludens.games.soccer.world.league_field import LeagueFieldOptions, LeaguePlayer
from ludens.geometry import Pose2
from ludens.messages.refereeing import FieldTruth, RefereeHands
from ludens.sim.parts.nao import BLUE_JERSEY, RED_JERSEY


def test_a_short_half_is_played_to_its_end_and_the_same_by_the_same_seed() -> None:
    options = SoccerMatchTrialOptions(a_side=1, half_s=30, ready_s=8, whistle_delay_s=1, flat=True)
    first, again = (match_trial(TrialRequest(seed=8, noise="default", options=options)) for _ in range(2))
    assert first == again
    assert (first["finished"], first["penalised_moved"], first["faults"]) == (True, 0, 0)


def test_the_referee_sees_who_touches_ball_and_others_and_its_hands_carry() -> None:
    players = tuple(
        LeaguePlayer(team=team, number=2, start=start)
        for team, start in enumerate((Pose2(-0.12, 0.0, 0.0), Pose2(-0.3, 0.0, 0.0)))
    )
    field = FlatLeagueField(LeagueFieldOptions(players=players, noise="off"), seed=1)
    field.advance_to(100_000_000)
    _, sight = field.referee.sources
    (truth,) = sight.capture(100_000_000)
    assert isinstance(truth, FieldTruth)
    first, second = truth.robots
    assert (first.touches_ball, second.touches_ball) == (True, False)
    assert first.touches == (second.name,)
    hands = RefereeHands(time_s=0.1, ball_m=(1.0, 1.0), robots=((second.name, Pose2(2.0, 0.0, 0.5)),))
    field.referee.command(hands, time_ns=100_000_000)
    assert (field.ball.place_m, field.pose_of(1)) == ((1.0, 1.0), Pose2(2.0, 0.0, 0.5))
    shapes = {entity.name: entity.shapes for entity in field.scene(0).entities}
    assert {"turf", "ball"} < set(shapes)
    colours = [{shape.colour_rgba for shape in shapes[name]} for name in ("blue2", "red2")]
    assert colours[0] - colours[1] == {BLUE_JERSEY}
    assert colours[1] - colours[0] == {RED_JERSEY}
