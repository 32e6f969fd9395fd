import math
from typing import Any

import pytest
from msgspec import structs

from ludens.core.contract.module import CycleTime
from ludens.games.soccer.know.team_data import unpacked
from ludens.games.soccer.know.team_radio import TeamRadio
from ludens.geometry import Pose2
from ludens.messages import HeadRequest, Penalty
from ludens.messages.field import BallState, FieldPose
from ludens.messages.league import (
    GameControl,
    PenaltyReason,
    PlayerControl,
    RobotReport,
    TeamControl,
    TeamMessage,
)
from ludens.messages.team import PlayerRole, RobotsTracked, Role, RolePlan, TrackedRobot

NOTHING: dict[str, Any] = dict.fromkeys(
    ("control", "penalty", "pose", "ball", "robots", "team_ball", "role", "search", "head")
)


PLAN = RolePlan(
    leader=1,
    number=7,
    starts_s=5010.75,
    roles=(Role.KEEPER, Role.NONE, Role.STRIKER),
    before=(Role.KEEPER, Role.STRIKER, Role.NONE),
)


class Player:
    """A robot of team 24 whose clock shows something of its own."""

    def __init__(self, number: int, *, clock_s: float = 0.0, at: Pose2 = Pose2(-1.0, 0.5, 0.3)) -> None:
        self.number, self.clock_s, self.at = number, clock_s, at
        self.radio = TeamRadio()

    def cycle(self, time_s: float, *heard: TeamMessage, **inputs: Any) -> tuple[Any, TeamMessage | None]:
        now_s = self.clock_s + time_s
        ball = inputs.get("ball")
        pose = FieldPose(time_s=now_s, field_from_robot=self.at, sigma_m=0.05, sigma_rad=0.03, error=1.0)
        report = RobotReport(
            time_s=now_s,
            player=self.number,
            team=24,
            field_from_robot=self.at,
            ball_age_s=None if ball is None else now_s - ball.seen_s,
            ball_m=(0.0, 0.0) if ball is None else ball.place_m,
        )
        arrived = tuple(structs.replace(message, time_s=now_s) for message in heard)
        given = NOTHING | {"pose": pose} | inputs
        return self.radio.cycle(CycleTime(time_s=now_s), report=report, heard=arrived, **given)

    def says(self, time_s: float, **inputs: Any) -> TeamMessage:
        message = self.cycle(time_s, **inputs)[1]
        assert message is not None
        return message

    def mate(self, time_s: float, number: int, *heard: TeamMessage, **inputs: Any) -> Any:
        players = self.cycle(time_s, *heard, **inputs)[0].players
        return next((mate for mate in players if mate.player == number), None)


def seen(place_m: tuple[float, float], seen_s: float, **more: Any) -> BallState:
    return BallState(
        time_s=seen_s, place_m=place_m, destination_m=place_m, seen_s=seen_s, observations=9, **more
    )


def control(*penalised: int, budget: int | None = None) -> GameControl:
    players = tuple(
        PlayerControl(PenaltyReason.PUSHING if number in penalised else PenaltyReason.NONE)
        for number in range(1, 7)
    )
    return GameControl(
        time_s=0.0,
        version=12,
        packet_number=0,
        players_per_team=6,
        teams=(
            TeamControl(number=24, colour=0, players=players, message_budget=budget),
            TeamControl(number=5, colour=1, players=(PlayerControl(),) * 6),
        ),
    )


def test_a_mate_hears_all_that_a_robot_knows_of_itself_by_its_own_clock():
    speaker, listener = Player(3, clock_s=5000.0, at=Pose2(1.0, 2.0, math.pi / 2)), Player(2)
    ball = seen((1.0, 0.5), 5010.0 - 0.25, velocity_mps=(0.4, 0.0), sigma_m=0.07)
    robot = TrackedRobot(place_m=(0.5, 0.0), seen_s=5009.0)
    message = speaker.says(
        10.0,
        ball=ball,
        robots=RobotsTracked(time_s=5010.0, robots=(robot,)),
        role=PlayerRole(time_s=5010.0, role=Role.STRIKER, plan=PLAN),
        head=HeadRequest(time_s=5010.0, point_m=(1.0, 1.0, 0.0)),
        penalty=Penalty(time_s=5010.0, penalised=True),
    )
    mate = listener.mate(10.0, 3, message)
    assert mate is not None
    assert mate.ball_m == pytest.approx((0.5, 3.0), abs=2e-3)
    assert mate.ball_mps == pytest.approx((0.0, 0.4), abs=2e-3)
    assert mate.ball_seen_s == pytest.approx(9.75)
    assert mate.head_yaw_rad == pytest.approx(math.pi / 4, abs=1e-3)
    assert (mate.role, mate.penalised) == (Role.STRIKER, True)
    assert mate.plan == structs.replace(PLAN, starts_s=pytest.approx(10.75))
    assert mate.robots[0].place_m == pytest.approx((1.0, 2.5), abs=2e-3)
    assert mate.robots[0].seen_s == pytest.approx(9.0)
    own = speaker.cycle(10.1, ball=ball)[0].me
    assert own.ball_m == pytest.approx(mate.ball_m, abs=2e-3)
    assert own.to_ball_s == pytest.approx(mate.to_ball_s + 1.0, abs=0.02)  # not the striker any more


def test_a_robot_speaks_once_a_second_and_less_where_messages_are_counted():
    robot = Player(2)
    said = [robot.cycle(0.1 * cycle)[1] is not None for cycle in range(101)]
    assert sum(said) == 11
    robot.cycle(10.1, control=control(budget=1200))  # 1200 s of six robots
    said = [robot.cycle(10.1 + 0.1 * cycle)[1] is not None for cycle in range(1, 301)]
    assert sum(said) == 5


def test_a_mate_that_falls_silent_drops_out_and_one_that_is_heard_again_is_back():
    speaker, listener = Player(3), Player(2)
    assert listener.mate(0.0, 3, speaker.says(0.0)) is not None
    assert listener.mate(4.9, 3) is not None
    assert listener.mate(5.1, 3) is None
    assert listener.mate(9.0, 3, speaker.says(9.0)) is not None


def test_the_game_controller_knows_of_penalties_before_the_mate_says_so():
    speaker, listener = Player(3), Player(2)
    assert not listener.mate(0.0, 3, speaker.says(0.0)).penalised
    assert listener.mate(0.1, 3, control=control(3)).penalised
    assert listener.mate(1.0, 3, speaker.says(1.0)).penalised
    assert not listener.mate(1.2, 3, control=control()).penalised


def test_a_late_message_is_told_from_a_quick_one_and_an_overtaken_one_counts_no_more():
    speaker, listener = Player(3, clock_s=777.0), Player(2)
    for second in range(3):
        listener.cycle(second, speaker.says(second))
    third, fourth = speaker.says(3.0), speaker.says(4.0)
    late = listener.mate(3.4, 3, third)
    assert late.heard_s == pytest.approx(3.4)
    assert late.told_s == pytest.approx(3.0, abs=0.01)
    speaker.at = Pose2(0.0, 0.0, 0.0)
    fifth = speaker.says(5.0)
    listener.cycle(5.0, fifth)
    assert listener.mate(5.2, 3, fourth).field_from_robot.x_m == 0.0


def test_one_of_two_robots_with_a_mates_number_is_believed_until_it_is_silent():
    one, other = Player(3, clock_s=100.0), Player(3, clock_s=20.0, at=Pose2(3.0, 0.0, 0.0))
    listener = Player(2)
    for second in range(10):
        listener.cycle(second, one.says(second))
        assert listener.mate(second + 0.5, 3, other.says(second + 0.5)).field_from_robot.x_m == -1.0
    for second in range(11, 15):
        mate = listener.mate(second, 3, other.says(second))
    assert mate.field_from_robot.x_m == 3.0


def test_another_robot_with_the_own_number_does_not_change_who_the_robot_is():
    robot, other = Player(2), Player(2, at=Pose2(3.0, 0.0, 0.0))
    team = robot.cycle(0.0, other.says(0.0))[0]
    assert [mate.player for mate in team.players] == [2]
    assert team.me.field_from_robot.x_m == -1.0


@pytest.mark.parametrize("jump_s", [-1000.0, -3.0, 3.0, 1000.0])
@pytest.mark.parametrize("whose", ["the speaker's", "the listener's"])
def test_after_a_clock_has_jumped_mates_are_heard_again_within_three_seconds(jump_s, whose):
    speaker, listener = Player(3, clock_s=2000.0), Player(2, clock_s=2000.0)
    for second in range(5):
        listener.cycle(second, speaker.says(second))
    (speaker if whose == "the speaker's" else listener).clock_s += jump_s
    for second in range(5, 9):
        mate = listener.mate(second, 3, speaker.says(second))
    assert mate is not None
    assert mate.told_s == pytest.approx(listener.clock_s + 8.0, abs=0.01)
    listener.says(9.0)


@pytest.mark.parametrize("data", [b"", b"Lu", b"\x00" * 474, b"another team's own"])
def test_a_mate_with_other_software_is_known_by_the_standard_fields(data):
    message = TeamMessage(
        time_s=0.0,
        player=5,
        team=24,
        field_from_robot=Pose2(1.0, 0.0, 0.0),
        ball_age_s=0.5,
        ball_m=(1.0, 0.0),
        data=data,
    )
    mate = Player(2).mate(3.0, 5, message)
    assert mate is not None
    assert (mate.ball_m, mate.ball_seen_s, mate.role) == ((2.0, 0.0), 2.5, Role.NONE)


def test_whoever_claims_to_be_far_beyond_the_field_is_not_believed():
    message = TeamMessage(time_s=0.0, player=5, team=24, field_from_robot=Pose2(1e30, 0.0, 0.0))
    assert Player(2).mate(0.0, 5, message) is None
    beside = structs.replace(message, field_from_robot=Pose2.identity(), ball_age_s=0.1, ball_m=(1e30, 1e30))
    assert Player(2).mate(0.0, 5, beside).ball_m is None


def test_a_robot_that_does_not_know_where_it_is_says_so_and_tells_no_ball():
    robot = Player(2)
    message = robot.says(0.0, pose=None, ball=seen((1.0, 0.0), 0.0, velocity_mps=(0.0, 0.0), sigma_m=0.1))
    assert message.ball_age_s is None
    data = unpacked(message.data)
    assert data is not None
    assert (data.is_sure, data.to_ball_s) == (False, None)
