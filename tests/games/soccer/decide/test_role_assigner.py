"""Five robots with nothing but their radio agree on one striker, whatever the air does to their messages."""

import heapq
import math
from dataclasses import dataclass, field
from itertools import count

import numpy as np
import pytest
from msgspec import structs

from ludens.core.contract.module import CycleTime
from ludens.games.soccer.decide.role_assigner import RoleAssigner
from ludens.games.soccer.experiments.match_invariants import RADIO_S, Spell
from ludens.games.soccer.know.team_radio import TeamRadio
from ludens.geometry import Pose2
from ludens.messages.field import FieldPose
from ludens.messages.league import (
    GameControl,
    PenaltyReason,
    PlayerControl,
    RobotReport,
    TeamControl,
    TeamMessage,
)
from ludens.messages.soccer import MatchStatus
from ludens.messages.team import BallOrigin, PlayerRole, Role, TeamBall

STEP_S = 0.1
SETTLES_S = 6.0
"""Until robots that have just been switched on have heard of each other."""


@dataclass
class Robot:
    """A player whose clock shows something of its own; it walks to the ball if it is the striker."""

    number: int
    x_m: float
    y_m: float
    clock_s: float
    phase_s: float
    says: bool = True
    penalised: bool = False
    radio: TeamRadio = field(default_factory=TeamRadio)
    assigner: RoleAssigner = field(default_factory=RoleAssigner)
    role: PlayerRole | None = None

    def cycle(self, time_s: float, heard: list[TeamMessage], ball_m, control) -> TeamMessage | None:
        now = CycleTime(time_s=self.clock_s + time_s)
        here = Pose2(self.x_m, self.y_m, math.atan2(ball_m[1] - self.y_m, ball_m[0] - self.x_m))
        pose = FieldPose(time_s=now.time_s, field_from_robot=here, sigma_m=0.05, sigma_rad=0.03, error=1.0)
        ball = TeamBall(time_s=now.time_s, origin=BallOrigin.OWN, place_m=ball_m, seen_s=now.time_s)
        nothing = dict.fromkeys(("penalty", "ball", "robots", "search", "head"))
        team, said = self.radio.cycle(
            now,
            report=RobotReport(time_s=now.time_s, player=self.number, team=24, field_from_robot=here),
            heard=tuple(structs.replace(message, time_s=now.time_s) for message in heard),
            control=control,
            pose=pose,
            team_ball=ball,
            role=self.role,
            **nothing,
        )
        if time_s < self.phase_s:
            said = None
        status = MatchStatus(time_s=now.time_s, state="playing", penalised=self.penalised)
        self.role = self.assigner.cycle(
            now, status=status, team=team, team_ball=ball, pose=pose, ball=None, fall=None, said=said
        )
        if self.role is not None and self.role.role is Role.STRIKER:
            away_m = max(math.dist((self.x_m, self.y_m), ball_m), 1e-6)
            self.x_m += min(0.2 * STEP_S, away_m) * (ball_m[0] - self.x_m) / away_m
            self.y_m += min(0.2 * STEP_S, away_m) * (ball_m[1] - self.y_m) / away_m
        return said if self.says else None


@dataclass
class Air:
    """Five robots, a ball that is kicked about, and air that loses and delays what they say."""

    seed: int
    loss: float = 0.2
    numbers: tuple[int, ...] = (1, 2, 3, 4, 5)
    changes: int = 0  # of the striker
    wrong: int = 0  # spells without exactly one striker
    one: int = 0
    looks: int = 0

    def __post_init__(self) -> None:
        self.random = np.random.default_rng(self.seed)
        self.robots = [
            Robot(number, *self.somewhere(), self.random.uniform(0, 1e4), self.random.uniform(0, 1))
            for number in self.numbers
        ]
        for robot in self.robots:
            robot.radio.start()
            robot.assigner.start()
        self.ball_m = self.somewhere()
        self.spell = Spell(RADIO_S)

    def somewhere(self) -> tuple[float, float]:
        return float(self.random.uniform(-4, 4)), float(self.random.uniform(-2.5, 2.5))

    def play(self, length_s: float, *events) -> "Air":
        flying: list[tuple[float, int, int, TeamMessage]] = []
        order, striker = count(), 0
        for tick in range(round(length_s / STEP_S)):
            time_s = tick * STEP_S
            for event in events:
                event(self, tick)
            if tick % 60 == 59:
                self.ball_m = self.somewhere()
            heard: list[list[TeamMessage]] = [[] for _ in self.robots]
            while flying and flying[0][0] <= time_s:
                _, _, to, message = heapq.heappop(flying)
                heard[to].append(message)
            for place, robot in enumerate(self.robots):
                told = self.control() if tick % 5 == 0 and self.random.random() > self.loss else None
                said = robot.cycle(time_s, heard[place], self.ball_m, told)
                for to in range(len(self.robots)):
                    lost, delay_s = self.random.random() < self.loss, self.random.uniform(0.0, 0.5)
                    if said is not None and to != place and not lost:
                        heapq.heappush(flying, (time_s + delay_s, next(order), to, said))
            if time_s < SETTLES_S:
                continue
            strikers = [
                robot
                for robot in self.robots
                if not robot.penalised and robot.role and robot.role.role is Role.STRIKER
            ]
            self.looks += 1
            self.one += len(strikers) == 1
            self.spell.look(time_s, len(strikers) != 1)
            if len(strikers) == 1 and id(strikers[0]) != striker:
                striker, self.changes = id(strikers[0]), self.changes + 1
        self.wrong = self.spell.count
        return self

    def control(self) -> GameControl:
        away = {robot.number for robot in self.robots if robot.penalised}
        players = tuple(
            PlayerControl(PenaltyReason.PUSHING if number in away else PenaltyReason.NONE)
            for number in range(1, 7)
        )
        own = TeamControl(number=24, colour=0, players=players)
        other = TeamControl(number=5, colour=1, players=(PlayerControl(),) * 6)
        return GameControl(time_s=0.0, version=12, packet_number=0, players_per_team=6, teams=(own, other))


def _sent_off_in_turn(air: Air, tick: int) -> None:
    away = tick // 300 % len(air.robots) if tick % 300 >= 150 else None
    for place, robot in enumerate(air.robots):
        robot.penalised = place == away


def _one_silent(air: Air, _tick: int) -> None:
    air.robots[2].says = False


def _clocks_jump(air: Air, tick: int) -> None:
    if tick and tick % 400 == 0:
        air.robots[tick // 400 % len(air.robots)].clock_s += float(air.random.uniform(-300, 300))


@pytest.mark.parametrize(
    ("air", "event"),
    [
        (Air(1), None),
        (Air(2, loss=0.5), None),
        (Air(3), _sent_off_in_turn),
        (Air(4), _one_silent),
        (Air(5), _clocks_jump),
        (Air(6, numbers=(1, 2, 3, 4, 4)), None),
        (Air(7, numbers=(1, 1, 3, 4, 5)), None),
    ],
    ids=["usual", "half is lost", "sent off", "one silent", "clocks jump", "two fours", "two leaders"],
)
def test_there_is_one_striker_within_a_second_and_a_half(air, event):
    air.play(200.0, *([event] if event else []))
    assert air.changes > 15
    assert air.one / air.looks > 0.95
    assert air.wrong == 0


def test_a_robot_that_hears_nobody_plays_the_ball_itself():
    air = Air(8, loss=1.0).play(8.0)
    assert all(robot.role and robot.role.role is Role.STRIKER for robot in air.robots)
