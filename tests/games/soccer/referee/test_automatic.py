"""The automatic referee leads a match: on paper, and in a world with robots, through the league's packets."""

import math

import pytest

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import behind
from ludens.core.contract.setup import WHOLE_GAME
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.games.soccer.league_play import LeagueMatchOptions, league_driver, league_setup
from ludens.games.soccer.referee.automatic import AutomaticReferee, AutomaticRefereeParameters
from ludens.games.soccer.world.league_field import LeagueField
from ludens.geometry import Pose2
from ludens.messages.league import GameControl, MatchPhase, MatchState, PenaltyReason, SetPlay
from ludens.messages.refereeing import FieldRobot, MatchReport, RefereeHands, RefereeOrder
from tests.core.paper_robot import Notebook
from tests.games.soccer.referee.field import robot, truth

QUICK = AutomaticRefereeParameters(half_s=60, break_s=10, ready_s=5, hidden_s=2, initial_s=2.0, set_s=1.0)


class PaperMatch:
    """Robots on paper that stand where the referee's hands put them, and the packets it sends."""

    def __init__(self, *robots: FieldRobot, parameters: AutomaticRefereeParameters = QUICK) -> None:
        self.referee = AutomaticReferee(parameters)
        self.robots = {one.name: one for one in robots}
        self.ball_m = (2.0, 2.0)
        self.packets: list[GameControl] = []
        self.hands: list[RefereeHands] = []
        self.time_s = 0.0
        self.report: MatchReport

    def run(self, until_s: float, *lines: str) -> None:
        orders = tuple(RefereeOrder(time_s=0.0, line=line) for line in lines)
        while self.time_s < until_s:
            self.time_s = round(self.time_s + 0.05, 3)
            seen = truth(*self.robots.values(), ball_m=self.ball_m, time_s=self.time_s)
            packet, hands, report = self.referee.cycle(seen, orders)
            orders = ()
            if report is not None:
                self.report = report
            if packet is not None:
                self.packets.append(packet)
            if hands is not None:
                self.hands.append(hands)
                self.ball_m = self.ball_m if hands.ball_m is None else hands.ball_m
                for name, pose in hands.robots:
                    self.put(name, pose)

    def put(self, name: str, pose: Pose2, **changes: bool) -> None:
        one = self.robots[name]
        self.robots[name] = robot(one.team, one.player, pose.x_m, pose.y_m, pose.yaw_rad, **changes)

    @property
    def match(self):
        return self.referee.controller.match


def started() -> PaperMatch:
    """A match of two against two that was whistled on at 8 s, in legal places."""
    paper = PaperMatch(*(robot(team, player) for team in (0, 1) for player in (1, 2)))
    paper.run(3.0)
    for team, sign in ((0, -1.0), (1, 1.0)):
        paper.put(f"{team}-1", Pose2(sign * 4.2, 0.0, 0.0))
        paper.put(f"{team}-2", Pose2(sign * 1.5, 0.5, 0.0))
    paper.run(10.5)
    assert paper.match.state is MatchState.PLAYING
    return paper


def test_before_a_half_robots_stand_on_the_side_lines_of_their_own_half():
    paper = PaperMatch(robot(0, 1), robot(0, 2), robot(1, 1), robot(1, 2))
    paper.run(0.1)
    placed = dict(paper.hands[0].robots)
    assert all(abs(abs(pose.y_m) - 3.0) < 1e-9 for pose in placed.values())
    assert [math.copysign(1.0, placed[name].x_m) for name in placed] == [-1.0, -1.0, 1.0, 1.0]
    inward = [pose.y_m * math.sin(pose.yaw_rad) for pose in placed.values()]
    assert all(direction < 0.0 for direction in inward)


def test_it_leads_from_initial_to_play_and_tells_it_twice_a_second():
    paper = started()
    states = [packet.state for packet in paper.packets]
    assert list(dict.fromkeys(states)) == [
        MatchState.INITIAL,
        MatchState.READY,
        MatchState.SET,
        MatchState.PLAYING,
    ]
    assert len(paper.packets) == pytest.approx(21, abs=1)
    assert paper.ball_m == (0.0, 0.0)


def test_a_goal_is_counted_and_play_begins_anew_from_the_centre():
    paper = started()
    for scorer in ("0-2", "0-1"):
        paper.put(scorer, paper.robots[scorer].field_from_robot, touches_ball=True)
        paper.run(paper.time_s + 0.1)
        paper.put(scorer, paper.robots[scorer].field_from_robot)
    paper.ball_m = (4.7, 0.1)
    paper.run(paper.time_s + 0.1)
    assert [team.score for team in paper.match.teams] == [1, 0]
    paper.run(paper.time_s + 5.2)
    assert (paper.match.state, paper.ball_m) == (MatchState.SET, (0.0, 0.0))
    assert paper.packets[-1].teams[0].score == 1


def test_a_ball_that_is_out_is_laid_on_the_line_and_told_as_a_kick_in():
    paper = started()
    paper.put("0-2", paper.robots["0-2"].field_from_robot, touches_ball=True)
    paper.run(paper.time_s + 0.1)
    paper.put("0-2", paper.robots["0-2"].field_from_robot)
    paper.ball_m = (1.0, 3.3)
    paper.run(paper.time_s + 0.6)
    assert paper.ball_m == (1.0, 3.0)
    assert (paper.packets[-1].set_play, paper.packets[-1].kicking_team) == (SetPlay.KICK_IN, 5)


def test_a_penalised_robot_is_lifted_off_and_put_back_on_the_side_away_from_the_ball():
    paper = started()
    paper.ball_m = (1.0, 1.0)
    paper.put("0-2", Pose2(0.0, 3.8, 0.0))  # beyond the carpet
    paper.run(paper.time_s + 0.1)
    assert paper.match.player(0, 2).penalty is PenaltyReason.LEAVING_THE_FIELD
    assert abs(paper.robots["0-2"].field_from_robot.y_m) > 3.7
    left_s = 45.0
    for step in range(9):  # the others walk on meanwhile, so that nobody is inactive
        for name, x_m in (("1-2", 1.5), ("1-1", 4.2), ("0-1", -4.2)):
            paper.put(name, Pose2(x_m, 0.2 * (step % 3), 0.0))
        paper.ball_m = (1.0, 1.0 + 0.4 * (step % 2))
        paper.run(paper.time_s + 5.0)
    paper.run(paper.time_s + 45.2 - left_s)
    assert paper.match.player(0, 2).penalty is PenaltyReason.NONE
    place = paper.robots["0-2"].field_from_robot
    assert (place.x_m, place.y_m, place.yaw_rad) == pytest.approx((-3.2, -3.0, math.pi / 2))


def test_pushing_gives_the_other_team_a_free_kick_where_the_ball_is():
    paper = started()
    paper.ball_m = (3.0, -2.0)
    for step in range(40):
        x_m = 2.0 + 0.005 * step
        paper.robots["0-2"] = robot(0, 2, x_m, 0.0, 0.0, touches=("1-2",))
        paper.robots["1-2"] = robot(1, 2, x_m + 0.25, 0.0, math.pi / 2)
        paper.run(paper.time_s + 0.05)
        if paper.match.set_play is not SetPlay.NONE:
            break
    assert paper.match.player(0, 2).penalty is PenaltyReason.PUSHING
    assert (paper.match.set_play, paper.match.kicking) == (SetPlay.PUSHING_FREE_KICK, 1)


def test_a_level_play_off_ends_in_a_shoot_out_with_one_striker_and_one_keeper_on_the_field():
    parameters = AutomaticRefereeParameters(
        half_s=5, break_s=3, ready_s=1, hidden_s=0, initial_s=1.0, set_s=1.0, is_play_off=True
    )
    paper = PaperMatch(*(robot(t, p) for t in (0, 1) for p in (1, 2, 3)), parameters=parameters)
    while paper.match.phase is not MatchPhase.SHOOT_OUT or paper.match.state is not MatchState.SET:
        paper.run(paper.time_s + 0.05)
        assert paper.time_s < 60.0
    paper.run(paper.time_s + 0.1)
    assert paper.ball_m == pytest.approx((3.2, 0.0))
    on_field = {
        name: (one.field_from_robot.x_m, one.field_from_robot.y_m)
        for name, one in paper.robots.items()
        if abs(one.field_from_robot.y_m) < 3.5
    }
    assert on_field == {"0-2": pytest.approx((2.2, 0.0)), "1-1": pytest.approx((4.5, 0.0))}


def test_a_person_who_is_the_referee_is_obeyed_within_the_rules_and_nothing_else_happens():
    paper = started()
    paper.run(20.0, "automatic off")
    paper.ball_m = (4.7, 0.0)  # in the goal
    paper.run(21.0)
    assert paper.match.teams[0].score == 0
    paper.run(22.0, "penalise 5 2 pushing", "return 5 2")
    assert "returns in 45 s" in paper.report.said
    assert abs(paper.robots["1-2"].field_from_robot.y_m) > 3.7
    paper.run(23.0, "goal 24")
    assert (paper.report.said, paper.report.control.teams[0].score) == ("You said: goal blue.", 1)
    assert (paper.match.state, paper.report.is_automatic) == (MatchState.READY, False)
    paper.run(40.0, "automatic on")
    assert paper.match.state is MatchState.PLAYING


def test_a_substitute_waits_outside_and_enters_for_another():
    paper = PaperMatch(*(robot(0, player) for player in (2, 6)), robot(1, 2))
    paper.run(0.1)
    assert abs(paper.robots["0-6"].field_from_robot.y_m) > 3.7
    paper.run(10.0)
    paper.run(11.0, "substitute 24 2 6")
    assert all(abs(paper.robots[name].field_from_robot.y_m) > 3.7 for name in ("0-2", "0-6"))
    paper.run(65.0)
    assert abs(paper.robots["0-6"].field_from_robot.y_m) < 3.1


# ---------------------------------------------------------------- in a world


def test_in_a_world_the_referee_sees_and_lifts_and_robots_know_it_by_packets():
    setup = league_setup(1, initial_s=0.2)
    driver = league_driver(LeagueMatchOptions(loss=0.0, most_delay_s=0.05, noise="off"), seed=1)
    world = behind(driver, SimulationDriver).world  # type: ignore[union-attr]
    assert isinstance(world, LeagueField)
    notebook = Notebook()
    with Run(setup, driver, configuration=Configuration(setup.sections()), observers=[notebook]) as run:
        run.run_until(0.4)
        assert world.pose_of(0).y_m == pytest.approx(-3.0, abs=0.05)
        assert world.pose_of(1).x_m > 2.0
        world.carry(Pose2(0.0, 3.9, 0.0), robot=1)
        run.run_until(0.8)
    assert notebook.faults == []
    own, other = (notebook.of(f"{name}/MatchStatus")[-1] for name in ("blue2", "red2"))
    assert (own.state, own.penalised) == ("ready", False)
    assert (other.state, other.penalised) == ("ready", True)
    assert notebook.of("red2/Penalty")[-1].penalised
    assert world.pose_of(1).y_m > 3.9  # beside its own half
    reports = [d for d in notebook.deliveries if d.robot == WHOLE_GAME and d.source == "league"]
    assert {(report.team, report.player) for d in reports for report in d.messages} == {(24, 2), (5, 2)}  # type: ignore[attr-defined]
    seen = notebook.of("red2/FieldPose")[-1]
    assert seen.field_from_robot.x_m < 0.0  # its own half, as its own team sees it
