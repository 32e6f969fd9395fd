"""A referee that sees a simulated field as it is: leads the match, calls, lifts robots and puts them back.

It belongs to no robot. Robots hear it by the league's packets only, late or not at all.
"""

from dataclasses import dataclass, replace
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.declaration import Since
from ludens.core.contract.module import Module
from ludens.core.errors import LudensError
from ludens.core.runtime.clock import nanoseconds
from ludens.games.soccer.referee.controller import GameController
from ludens.games.soccer.referee.judge_ball import BallJudge, RefereeCall
from ludens.games.soccer.referee.judge_robots import RobotJudge
from ludens.games.soccer.referee.places import back_in_play, before_half, for_shot, outside
from ludens.games.soccer.referee.report import called, headline, in_colours
from ludens.games.soccer.referee.routine import RefereeRoutine
from ludens.games.soccer.rules import events as e
from ludens.games.soccer.rules.broadcast import told
from ludens.games.soccer.rules.match import SECOND_NS, Match, MatchTimes, new_match, shoot_out_of
from ludens.geometry import Pose2
from ludens.messages.league import GameControl, MatchPhase, MatchState, PenaltyReason, SetPlay
from ludens.messages.refereeing import (
    FieldRobot,
    FieldTruth,
    MatchReport,
    MatchTerms,
    RefereeHands,
    RefereeOrder,
)

PACKET_NS = nanoseconds(0.5)
IN_PLACE = (
    PenaltyReason.NONE,
    PenaltyReason.MOTION_IN_SET,
    PenaltyReason.MANUAL,
    PenaltyReason.SUBSTITUTE,
)
"""For these nobody is lifted."""
SAID_NS = nanoseconds(10.0)
"""So long people are told what was said last."""
AUTOMATIC = {"automatic on": True, "automatic off": False}


@dataclass(frozen=True, slots=True)
class AutomaticRefereeParameters:
    """Who plays, by which clock."""

    first_team: Annotated[int, Meta(ge=0, le=254)] = 24
    second_team: Annotated[int, Meta(ge=0, le=254)] = 5
    control_version: Annotated[int, Meta(description="Of the packets: 12, 14 or 18.")] = 12
    is_play_off: bool = False
    half_s: Annotated[int, Meta(gt=0, le=3600)] = 600
    break_s: Annotated[int, Meta(ge=0, le=3600)] = 20
    ready_s: Annotated[int, Meta(gt=0, le=600)] = 45
    hidden_s: Annotated[int, Meta(ge=0, le=60, description="From the whistle to its broadcast.")] = 15
    initial_s: Annotated[float, Meta(ge=0)] = 10.0
    set_s: Annotated[float, Meta(ge=0)] = 5.0
    shoot_out: Annotated[bool, Meta(description="Whether it begins with the shoot-out of a play-off.")] = (
        False
    )


class AutomaticReferee(Module[AutomaticRefereeParameters]):
    """Looks at the field, calls what it sees, and tells the match twice a second."""

    def start(self) -> None:
        """Begin a match."""
        options = self.parameters
        times = MatchTimes(
            half_s=options.half_s, break_s=options.break_s, ready_s=options.ready_s, hidden_s=options.hidden_s
        )
        match = new_match(
            options.first_team, options.second_team, is_play_off=options.is_play_off, times=times
        )
        if options.shoot_out:
            match = shoot_out_of(match)
        routine = RefereeRoutine(initial_s=options.initial_s, set_s=options.set_s)
        self.controller = GameController(match, version=options.control_version, routine=routine)
        self._ball_judge, self._robot_judge = BallJudge(), RobotJudge()
        self._seen: Match | None = None
        self._packet_due_ns = 0
        self._is_automatic, self._said, self._said_ns = True, "", 0

    def cycle(
        self, truth: FieldTruth, orders: Since[RefereeOrder] = (), terms: MatchTerms | None = None
    ) -> tuple[GameControl | None, RefereeHands | None, MatchReport | None]:
        """Lead the match by one look at the field."""
        now_ns = nanoseconds(truth.time_s)
        if terms is not None:
            self._agree(terms)
        self.controller.let_pass(now_ns)
        ball_m = None
        for order in orders:
            self._obey(order.line, now_ns)
        for call in self._calls(truth) if self._is_automatic else ():
            for event in call.events:
                if self._call(event, truth.time_s) and call.ball_m is not None:
                    ball_m = call.ball_m
        if self._is_automatic:  # after the judges: a robot that returns now still stands outside
            self.controller.advance(now_ns)
        hands = self._hands(truth, ball_m)
        self.debug.value("match", lambda: headline(self.controller))
        packet = None
        if now_ns >= self._packet_due_ns:
            self._packet_due_ns = now_ns + PACKET_NS
            packet = self.controller.packet()
        is_news = packet is not None or hands is not None or self._said_ns == now_ns
        return packet, hands, self._report() if is_news else None

    def _agree(self, terms: MatchTerms) -> None:
        """Play by other times from now on."""
        match = self.controller.match
        times = replace(
            match.times, half_s=terms.half_s, ready_s=terms.ready_s, hidden_s=terms.whistle_delay_s
        )
        self.controller.match = replace(match, times=times)

    def _obey(self, line: str, now_ns: int) -> None:
        """Do what a person says, or say why not."""
        if line in AUTOMATIC:
            self._is_automatic = AUTOMATIC[line]
            self._ball_judge, self._robot_judge = BallJudge(), RobotJudge()
            words = "The referee judges by itself." if self._is_automatic else "You are the referee."
            self._tell(words, now_ns)
            return
        try:
            self.controller.order(line, now_ns)
        except LudensError as error:
            self._tell(str(error), now_ns)
        else:
            self._tell(f"You said: {in_colours(line, self.controller.match)}.", now_ns)

    def _tell(self, words: str, now_ns: int) -> None:
        self._said, self._said_ns = words, now_ns

    def _report(self) -> MatchReport:
        match = self.controller.match
        return MatchReport(
            time_s=match.now_ns / SECOND_NS,
            control=told(match, is_true=True),
            attacks_right=match.attacks_right,
            is_automatic=self._is_automatic,
            said=self._said if match.now_ns - self._said_ns < SAID_NS else "",
        )

    def _calls(self, truth: FieldTruth) -> list[RefereeCall]:
        match = self.controller.match
        calls = [self._ball_judge.look(truth, match)]
        for penalty in self._robot_judge.look(truth, match):
            calls.append(RefereeCall((penalty,)))
            is_foul = penalty.reason is PenaltyReason.PUSHING and match.state is MatchState.PLAYING
            if is_foul and match.phase is MatchPhase.NORMAL:
                kick = e.FreeKick(SetPlay.PUSHING_FREE_KICK, 1 - penalty.team)
                calls.append(RefereeCall((kick,), truth.ball_m))
        return calls

    def _call(self, event: e.Event, time_s: float) -> bool:
        """Apply an event; what another call of the same moment has made impossible is left out."""
        try:
            self.controller.happen(event, nanoseconds(time_s))
        except LudensError:
            return False
        words = called(event, self.controller.match)
        if words:
            self._tell(words, nanoseconds(time_s))
        return True

    def _hands(self, truth: FieldTruth, ball_m: tuple[float, float] | None) -> RefereeHands | None:
        """Carry what the change of the match since the last look asks for."""
        match, before = self.controller.match, self._seen
        self._seen = match
        moved: dict[str, Pose2] = {}
        if before is None or before.state_since_ns != match.state_since_ns:
            if match.state is MatchState.INITIAL and match.phase is MatchPhase.NORMAL:
                moved = {robot.name: _before_half(robot, match) for robot in truth.robots}
            elif match.state is MatchState.SET:
                if match.phase is MatchPhase.SHOOT_OUT:
                    ball_m, placed = for_shot(truth, match)
                    moved = dict(placed)
                else:
                    ball_m = (0.0, 0.0)
        for robot in truth.robots:
            place = self._lifted(robot, truth, before)
            if place is not None:
                moved[robot.name] = place
        if ball_m is None and not moved:
            return None
        return RefereeHands(
            time_s=truth.time_s,
            ball_m=ball_m,
            robots=tuple(moved.items()),
        )

    def _lifted(self, robot: FieldRobot, truth: FieldTruth, before: Match | None) -> Pose2 | None:
        """Where a robot is carried whose penalty has begun or ended."""
        match = self.controller.match
        now = match.player(robot.team, robot.player).penalty
        was = PenaltyReason.NONE if before is None else before.player(robot.team, robot.player).penalty
        leaves_for_good = now is PenaltyReason.SUBSTITUTE is not was
        if (now in IN_PLACE) == (was in IN_PLACE) and not leaves_for_good:
            return None
        if now not in IN_PLACE or leaves_for_good:
            return outside(robot, match)
        is_playing = match.state in (MatchState.READY, MatchState.SET, MatchState.PLAYING)
        return back_in_play(robot, truth, match) if is_playing else None


def _before_half(robot: FieldRobot, match: Match) -> Pose2:
    """Where a robot stands before a half; a substitute waits outside."""
    is_substitute = match.player(robot.team, robot.player).penalty is PenaltyReason.SUBSTITUTE
    return outside(robot, match) if is_substitute else before_half(robot, match)
