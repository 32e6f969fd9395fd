"""A match as people watch it: the whole field, score and state, who plays what and why, packets.

A module of the game as a whole: it sees the field as it is, and what each robot believes. Beliefs are on the
field as the robot's own team sees it, and are turned here for the team that attacks the other way.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TypeVar

from msgspec import structs

from ludens.core.contract.declaration import Each, Since
from ludens.core.contract.module import Module
from ludens.games.soccer.match_words import (
    clock_words,
    control_words,
    report_words,
    shot_words,
    state_words,
    team_words,
)
from ludens.games.soccer.show import (
    FieldViewParameters,
    ball_shapes,
    field_shapes,
    pose_shapes,
    way_shapes,
)
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELDS, HALF_TURN
from ludens.messages import Circle, Drawing, Message, Polyline, Shape, StateReport, Text
from ludens.messages.field import BallState, FieldPose
from ludens.messages.league import GameControl, MatchPhase, PenaltyReason, RobotReport, TeamMessage
from ludens.messages.listing import Listing, ListingRow
from ludens.messages.refereeing import FieldRobot, FieldTruth, MatchReport
from ludens.messages.scoreboard import Scoreboard
from ludens.messages.soccer import PlayerSetting, WalkPlan
from ludens.messages.team import PlayerRole, RobotsTracked, RobotTeam, TeamBall

TEAM_COLOURS = ("#4d8dff", "#ff5a4d")
BALL, ORANGE_BALL = "#ffffff", "#ff7a1a"
OUTSIDE, TRACKED, TEAM_BALL = "#8a94a3", "#d58bff", "#ff8f4c"
ROBOT_M, BALL_M = 0.17, 0.08
LONGEST_LOG = 60
NOBODY = RobotTeam.UNKNOWN

MessageT = TypeVar("MessageT", bound=Message)


class MatchView(Module[FieldViewParameters]):
    """Draws and tells for people; nobody else reads it."""

    def start(self) -> None:
        """Begin with nothing heard."""
        self._heard: dict[tuple[str, type[Message]], Message] = {}
        self._report: MatchReport | None = None
        self._packets: dict[str, deque[ListingRow]] = {}

    def cycle(
        self,
        truth: FieldTruth,
        report: MatchReport | None,
        controls: Each[GameControl],
        poses: Each[FieldPose],
        balls: Each[BallState],
        team_balls: Each[TeamBall],
        tracked: Each[RobotsTracked],
        roles: Each[PlayerRole],
        states: Each[StateReport],
        plans: Each[WalkPlan],
        settings: Each[PlayerSetting],
        answers: Since[RobotReport],
        messages: Since[TeamMessage],
    ) -> None:
        """Note what is new; draw what is watched."""
        self._report = report or self._report
        for each in (poses, balls, team_balls, tracked, roles, states, plans, settings):
            self._note(each)
        names = {(robot.team, robot.player): robot.name for robot in truth.robots}
        self._log(controls, answers, messages, names)
        told = self._report
        if told is None:
            return
        self.debug.value("scoreboard", lambda: scoreboard(told))
        self.debug.value("roster", lambda: self._roster(truth, told))
        self.debug.drawing("field", lambda: _on_ground(field_shapes(FIELDS[self.parameters.field])))
        ball_colour = ORANGE_BALL if FIELDS[self.parameters.field].ball == "orange" else BALL
        self.debug.drawing("truth", lambda: _on_ground(_true_shapes(truth, told, ball_colour)))
        for robot in truth.robots:
            self.debug.drawing(f"{robot.name}/beliefs", partial(self._beliefs, robot, told))
            self.debug.value(f"{robot.name}/packets", partial(self._packet_list, robot.name))

    def _note(self, each: Mapping[str, Message | None]) -> None:
        for name, message in each.items():
            if message is not None:
                self._heard[name, type(message)] = message

    def _log(
        self,
        controls: Mapping[str, GameControl | None],
        answers: Since[RobotReport],
        messages: Since[TeamMessage],
        names: Mapping[tuple[int, int], str],
    ) -> None:
        known = () if self._report is None else self._report.control.teams
        teams = {team.number: place for place, team in enumerate(known)}
        packets: tuple[RobotReport | TeamMessage, ...] = (*answers, *messages)
        for message in packets:
            name = names.get((teams.get(message.team, -1), message.player))
            if name is not None:
                kind = f"team, {len(message.data)} bytes" if isinstance(message, TeamMessage) else "answer"
                self._write(name, message.time_s, kind, report_words(message))
        for name, control in controls.items():
            if control is not None and name in names.values():
                self._write(name, control.time_s, "control data", control_words(control))

    def _write(self, name: str, time_s: float, kind: str, words: str) -> None:
        log = self._packets.setdefault(name, deque(maxlen=LONGEST_LOG))
        log.appendleft(ListingRow(cells=(f"{time_s:.1f}", kind, words), robot=name))

    def _packet_list(self, name: str) -> Listing:
        return Listing(columns=("s", "packet", "says"), rows=tuple(self._packets.get(name, ())))

    def _roster(self, truth: FieldTruth, told: MatchReport) -> Listing:
        rows = tuple(self._roster_row(robot, told) for robot in truth.robots)
        return Listing(columns=("", "role", "does", "penalty", "why"), rows=rows)

    def _roster_row(self, robot: FieldRobot, told: MatchReport) -> ListingRow:
        player = told.control.teams[robot.team].players[robot.player - 1]
        role, state = self._last(robot.name, PlayerRole), self._last(robot.name, StateReport)
        setting = self._last(robot.name, PlayerSetting)
        bumper = "" if setting is None else "goalie" if setting.is_keeper else "field player"
        is_out = player.penalty is not PenaltyReason.NONE
        left = f", {player.penalty_left_s} s" if player.penalty_left_s else ""
        reason = role.reason if role is not None and role.reason else "" if state is None else state.reason
        return ListingRow(
            cells=(
                str(robot.player),
                bumper if role is None else str(role.role),
                "" if state is None else state.state.replace("_", " "),
                f"{player.penalty}{left}" if is_out else "",
                reason,
            ),
            colour=TEAM_COLOURS[robot.team],
            is_faded=is_out,
            robot=robot.name,
        )

    def _beliefs(self, robot: FieldRobot, told: MatchReport) -> Drawing:
        """What a robot believes of itself, of the ball, of others and of its way; turned for its side."""
        pose = self._last(robot.name, FieldPose)
        side = Pose2.identity() if robot.team == told.attacks_right else HALF_TURN
        if pose is None:
            return _on_ground(())
        here = side @ pose.field_from_robot
        shapes = [*pose_shapes(structs.replace(pose, field_from_robot=here))]
        ball, plan = self._last(robot.name, BallState), self._last(robot.name, WalkPlan)
        if ball is not None:
            shapes += ball_shapes(ball, here)
        if plan is not None:
            shapes += way_shapes(plan, here)
        team_ball, others = self._last(robot.name, TeamBall), self._last(robot.name, RobotsTracked)
        if team_ball is not None and team_ball.is_known:
            shapes.append(
                Circle(center=side.apply(*team_ball.place_m), radius=2.0 * BALL_M, colour=TEAM_BALL)
            )
        for other in () if others is None else others.robots:
            colour = TRACKED if other.team is NOBODY else TEAM_COLOURS[_team_of(other.team, robot.team)]
            shapes.append(Circle(center=here.apply(*other.place_m), radius=0.24, colour=colour))
        return _on_ground(map(_fixed, shapes))

    def _last(self, name: str, kind: type[MessageT]) -> MessageT | None:
        message = self._heard.get((name, kind))
        return message if isinstance(message, kind) else None


def _fixed(shape: Shape) -> Shape:
    """A belief cannot be dragged; what it is about can."""
    return structs.replace(shape, handle="") if isinstance(shape, Circle) else shape


def _team_of(seen: RobotTeam, own: int) -> int:
    return own if seen is RobotTeam.OWN else 1 - own


def scoreboard(told: MatchReport) -> Scoreboard:
    """How the match stands."""
    control = told.control
    first, second = control.teams
    doing = state_words(control, is_automatic=told.is_automatic)
    shots = shot_words(control) if control.phase is MatchPhase.SHOOT_OUT else ()
    return Scoreboard(
        sides=("Blue", "Red"),
        colours=TEAM_COLOURS,
        scores=(first.score, second.score),
        clock_s=float(control.remaining_s),
        second_clock=clock_words(control),
        doing=doing,
        reason="" if told.said.rstrip(".").lower() in doing.lower() else told.said,
        results=(*shots, *team_words(control)),
    )


def _true_shapes(truth: FieldTruth, told: MatchReport, ball_colour: str) -> Iterator[Shape]:
    """All robots in their jerseys, and the ball, where they really are; whoever is penalised is grey."""
    for robot in truth.robots:
        pose = robot.field_from_robot
        here = (pose.x_m, pose.y_m)
        player = told.control.teams[robot.team].players[robot.player - 1]
        colour = TEAM_COLOURS[robot.team] if player.penalty is PenaltyReason.NONE else OUTSIDE
        yield Polyline(points=(here, pose.apply(0.32, 0.0)), colour=colour, width=4.0)
        yield Circle(center=here, radius=ROBOT_M, colour=colour, filled=True, handle=robot.name, solid=True)
        number = str(robot.player) if robot.is_upright else f"{robot.player}!"
        yield Text(at=here, words=number, colour="#ffffff", is_centred=True)
    yield Circle(
        center=truth.ball_m, radius=BALL_M, colour=ball_colour, filled=True, handle="ball", solid=True
    )


def _on_ground(shapes: "Iterator[Shape] | tuple[Shape, ...]") -> Drawing:
    return Drawing(frame="ground", shapes=tuple(shapes))
