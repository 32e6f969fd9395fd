"""A referee that sees a simulated field as it is: leads the match, calls, lifts robots and puts them back.

It belongs to no robot. Robots hear it by the league's packets only, late or not at all.
"""

from dataclasses import dataclass, replace
from typing import Annotated

from msgspec import Meta, structs

from ludens.core.contract.declaration import Since
from ludens.core.contract.module import Module
from ludens.core.errors import LudensError
from ludens.core.runtime.clock import nanoseconds
from ludens.games.soccer.referee.assistants import carried
from ludens.games.soccer.referee.buttons import ButtonAssistant
from ludens.games.soccer.referee.controller import GameController
from ludens.games.soccer.referee.judge_ball import BallJudge, RefereeCall
from ludens.games.soccer.referee.judge_robots import RobotJudge
from ludens.games.soccer.referee.report import called, headline, in_colours
from ludens.games.soccer.referee.routine import RefereeRoutine
from ludens.games.soccer.rules import events as e
from ludens.games.soccer.rules.book import RULE_BOOKS
from ludens.games.soccer.rules.broadcast import told
from ludens.games.soccer.rules.match import SECOND_NS, Match, MatchTimes, new_match, shoot_out_of
from ludens.geometry.soccer_field import FieldName
from ludens.messages.league import GameControl, MatchPhase, MatchState, PenaltyReason, SetPlay
from ludens.messages.refereeing import (
    FieldTruth,
    MatchReport,
    MatchTerms,
    RefereeHands,
    RefereeOrder,
)

PACKET_NS = nanoseconds(0.5)
SAID_NS = nanoseconds(10.0)
"""So long people are told what was said last."""
AUTOMATIC = {"automatic on": True, "automatic off": False}


@dataclass(frozen=True, slots=True)
class AutomaticRefereeParameters:
    """Who plays where, by which clock."""

    field: Annotated[FieldName, Meta(description="By its year; its rules count, too.")] = "2019"
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
    by_buttons: Annotated[
        bool, Meta(description="Robots hear nothing: they are carried, and led by their chest buttons.")
    ] = False
    shoot_out: Annotated[bool, Meta(description="Whether it begins with the shoot-out of a play-off.")] = (
        False
    )
    shot_s: Annotated[int, Meta(gt=0, le=600, description="Of a shoot-out.")] = 30
    one_touch: Annotated[bool, Meta(description="Whether a second touch ends a penalty shot.")] = True


class AutomaticReferee(Module[AutomaticRefereeParameters]):
    """Looks at the field, calls what it sees, and tells the match twice a second."""

    def start(self) -> None:
        """Begin a match."""
        options = self.parameters
        times = MatchTimes(
            half_s=options.half_s,
            break_s=options.break_s,
            ready_s=options.ready_s,
            hidden_s=options.hidden_s,
            shot_s=options.shot_s,
        )
        match = new_match(
            options.first_team,
            options.second_team,
            is_play_off=options.is_play_off,
            times=times,
            book=replace(RULE_BOOKS[options.field], one_touch=options.one_touch),
        )
        if options.shoot_out:
            match = shoot_out_of(match)
        routine = RefereeRoutine(initial_s=options.initial_s, set_s=options.set_s)
        self.controller = GameController(match, version=options.control_version, routine=routine)
        self._ball_judge, self._robot_judge = BallJudge(), RobotJudge()
        self._fingers = ButtonAssistant()
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
            if call.words:
                self._tell(call.words, now_ns)
                ball_m = call.ball_m
            for event in call.events:
                if self._call(event, truth.time_s) and call.ball_m is not None:
                    ball_m = call.ball_m
        if self._is_automatic:  # after the judges: a robot that returns now still stands outside
            self.controller.advance(now_ns)
        match, before = self.controller.match, self._seen
        by_buttons = self.parameters.by_buttons
        hands = carried(truth, match, before, ball_m=ball_m, to_kick_off=by_buttons)
        presses = self._fingers.presses(truth, match, leads=by_buttons)
        if presses:
            hands = structs.replace(hands or RefereeHands(time_s=truth.time_s), presses=presses)
        self._seen = match
        self.debug.value("match", lambda: headline(self.controller))
        packet = None
        if now_ns >= self._packet_due_ns:
            self._packet_due_ns = now_ns + PACKET_NS
            packet = self.controller.packet()
        is_news = packet is not None or hands is not None or self._said_ns == now_ns
        return None if by_buttons else packet, hands, self._report() if is_news else None

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
            if line.startswith("press "):
                self._fingers.ask(line, self.controller.match)
            else:
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
            is_over=match.is_over,
            said=self._said if match.now_ns - self._said_ns < SAID_NS else "",
        )

    def _calls(self, truth: FieldTruth) -> list[RefereeCall]:
        match = self.controller.match
        calls = [self._ball_judge.look(truth, match)]
        for penalty in self._robot_judge.look(truth, match):
            calls.append(RefereeCall((penalty,)))
            is_foul = penalty.reason is PenaltyReason.PUSHING and match.state is MatchState.PLAYING
            if is_foul and match.phase is MatchPhase.NORMAL and not match.book.throws_in:
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
