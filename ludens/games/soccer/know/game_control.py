"""Which game a robot plays in: what GameController, chest button and bumpers say, and which of it to believe.

The newest word counts: a controller's change of a penalty, or a press. Referees make mistakes. A penalty that
ends while the robot still hangs in somebody's hands goes on until it stands; a corner kick or goal kick whose
ball lies in the wrong half is not believed.
"""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.declaration import Last
from ludens.core.contract.module import CycleTime, Module
from ludens.games.soccer.referee.places import (
    at_kick_off,
    back_on_side_lines,
    keeper_of_shot,
    on_own_side_line,
    striker_of_shot,
)
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELDS, FieldName
from ludens.messages import FallReport, FootSupport, Penalty, TouchState
from ludens.messages.field import BallState, FieldPose, PlacedAt
from ludens.messages.league import GameControl, MatchPhase, MatchState, PenaltyReason, RobotReport, SetPlay
from ludens.messages.soccer import MatchStatus, PlayerSetting, PlayState, ShotPart
from ludens.robots.nao.touch import CHEST_BUTTON, LEFT_BUMPERS, RIGHT_BUMPERS

COLOURS = 10
IN_PLACE = (PenaltyReason.NONE, PenaltyReason.MOTION_IN_SET, PenaltyReason.MANUAL)
"""After these a robot stands where it stood."""
SHOT = (MatchState.SET, MatchState.PLAYING)
"""In a shoot-out: states of one shot, of which a packet may get lost."""
STATES: dict[MatchState, PlayState] = {
    MatchState.INITIAL: "initial",
    MatchState.STANDBY: "initial",
    MatchState.READY: "ready",
    MatchState.SET: "set",
    MatchState.PLAYING: "playing",
    MatchState.FINISHED: "finished",
}

Knowledge = tuple[MatchStatus, Penalty, PlayerSetting, RobotReport, PlacedAt | None]


@dataclass(frozen=True, slots=True)
class GameListenerParameters:
    """Who the robot is, and where it plays."""

    field: Annotated[FieldName, Meta(description="By its year.")] = "2019"
    team: Annotated[int, Meta(ge=0, le=254)] = 24
    player: Annotated[int, Meta(ge=1, le=20)] = 2
    colour: Annotated[int, Meta(ge=0, lt=COLOURS, description="Of the team, as the league counts them.")] = 0
    lands_within_s: Annotated[float, Meta(ge=0, description="Standing for so long is safe contact.")] = 0.5
    sure_m: Annotated[
        float, Meta(ge=0, description="A ball so far in the wrong half speaks against a call.")
    ] = 0.5
    recent_s: Annotated[float, Meta(ge=0, description="A ball not seen for longer says nothing.")] = 2.0


class GameListener(Module[GameListenerParameters]):
    """Tells in every cycle whether the robot may play, and reports it to the controller."""

    def start(self) -> None:
        """Begin in initial, with nothing heard and no button pressed."""
        self._pitch = FIELDS[self.parameters.field]
        self._control: GameControl | None = None
        self._told = PenaltyReason.NONE  # by the controller
        self._by_hand = False  # penalised by the chest button
        self._lifted_for = PenaltyReason.NONE  # a penalty that ended while the robot was in the air
        self._standing_since_s: float | None = None
        self._state_by_hand: PlayState = "initial"
        self._pressed: frozenset[str] = frozenset()
        self._colour, self._is_keeper = self.parameters.colour, self.parameters.player == 1

    def cycle(
        self,
        now: CycleTime,
        control: GameControl | None,
        touch: TouchState | None,
        falls: FallReport | None,
        support: FootSupport | None,
        pose: Last[FieldPose],
        ball: BallState | None,
    ) -> Knowledge:
        """Listen, feel, and tell."""
        is_upright = falls is None or falls.state == "upright"
        put = None if control is None else self._listen(control)
        released = touch is not None and self._feel(touch, is_upright=is_upright)
        placed = self._landed(now.time_s, support)
        if released and self._control is None:
            placed = PlacedAt(time_s=now.time_s, poses=self._laid_down(pose))
        if put is not None:
            placed = PlacedAt(time_s=now.time_s, poses=(put,))
        in_air = self._lifted_for is not PenaltyReason.NONE
        penalised = self._by_hand or in_air or self._told is not PenaltyReason.NONE
        return (
            self._status(now.time_s, penalised, pose, ball),
            Penalty(time_s=now.time_s, penalised=penalised),
            PlayerSetting(time_s=now.time_s, colour=self._colour, is_keeper=self._is_keeper),
            self._report(now.time_s, pose, ball, fallen=not is_upright),
            placed,
        )

    def _listen(self, control: GameControl) -> Pose2 | None:
        """Take control data; return where the robot has been put, if the state of the game says so."""
        put = self._put(control)
        self._control = control
        player = control.player(self.parameters.team, self.parameters.player)
        told = PenaltyReason.NONE if player is None else player.penalty
        if told is self._told:
            return put
        self._by_hand = False
        if told is PenaltyReason.NONE:
            self._lifted_for = self._told
        self._told = told
        return put

    def _put(self, control: GameControl) -> Pose2 | None:
        """Where hands have put the robot: before a half, or for a shot."""
        was = None if self._control is None else self._control.state
        own = on_own_side_line(self.parameters.player, self._pitch)
        if control.phase is MatchPhase.SHOOT_OUT:
            begins = control.state in SHOT and was not in SHOT
            shoots = control.kicking_team == self.parameters.team
            place = striker_of_shot(self._pitch) if shoots else keeper_of_shot(self._pitch)
            plays = self._shot_part(control) != "none"  # all others wait outside
            return place if plays and (begins or was is None) else None
        if was is None:  # it has not walked yet
            return own if control.state in (MatchState.INITIAL, MatchState.READY) else None
        if control.state is was:
            return None
        return own if control.state is MatchState.INITIAL and control.phase is MatchPhase.NORMAL else None

    def _feel(self, touch: TouchState, *, is_upright: bool) -> bool:
        """Take presses; the floor presses buttons, too, which does not count. True if one ends a penalty."""
        pressed = frozenset(touch.pressed)
        new, self._pressed = pressed - self._pressed, pressed
        if not is_upright:
            return False
        if CHEST_BUTTON in new:
            self._by_hand = not self._by_hand
            if not self._by_hand and self._control is None:
                self._state_by_hand = "playing"
        if self._by_hand or self._told is not PenaltyReason.NONE or self._state() == "initial":
            self._is_keeper ^= bool(new & frozenset(RIGHT_BUMPERS))
            self._colour = (self._colour + bool(new & frozenset(LEFT_BUMPERS))) % COLOURS
        return CHEST_BUTTON in new and not self._by_hand

    def _laid_down(self, pose: FieldPose | None) -> tuple[Pose2, ...]:
        """Where hands may have put a robot that only its button tells: for a kick-off, or at a side line."""
        player = 1 if self._is_keeper else max(self.parameters.player, 2)
        places = [at_kick_off(player, kicks_off=kicks_off, field=self._pitch) for kicks_off in (True, False)]
        here = () if pose is None else (pose.field_from_robot,)
        return (*here, *dict.fromkeys(places), *back_on_side_lines(self._pitch))

    def _landed(self, time_s: float, support: FootSupport | None) -> PlacedAt | None:
        """End a penalty that is over once the robot stands safely, and say where it was put."""
        if self._lifted_for is PenaltyReason.NONE or support is None:
            return None
        if not support.has_contact:
            self._standing_since_s = None
            return None
        self._standing_since_s = time_s if self._standing_since_s is None else self._standing_since_s
        if time_s - self._standing_since_s < self.parameters.lands_within_s:
            return None
        was, self._lifted_for, self._standing_since_s = self._lifted_for, PenaltyReason.NONE, None
        plays = self._state() in ("ready", "set", "playing")
        if not plays or was in IN_PLACE:
            return None
        return PlacedAt(time_s=time_s, poses=back_on_side_lines(self._pitch))

    def _state(self) -> PlayState:
        return self._state_by_hand if self._control is None else STATES[self._control.state]

    def _status(
        self, time_s: float, penalised: bool, pose: FieldPose | None, ball: BallState | None
    ) -> MatchStatus:
        control = self._control
        if control is None:
            return MatchStatus(time_s=time_s, state=self._state(), penalised=penalised)
        scores = {team.number: team.score for team in control.teams}
        own = scores.pop(self.parameters.team, 0)
        is_ours = control.kicking_team == self.parameters.team
        believed = not self._is_mistaken(time_s, control.set_play, is_ours, pose, ball)
        return MatchStatus(
            time_s=time_s,
            state=self._state(),
            own_score=own,
            other_score=next(iter(scores.values()), 0),
            remaining_s=float(control.remaining_s),
            own_kick_off=is_ours,
            penalised=penalised,
            set_play=control.set_play if believed else SetPlay.NONE,
            own_set_play=believed and is_ours and control.set_play is not SetPlay.NONE,
            phase=control.phase,
            shot_part=self._shot_part(control),
        )

    def _shot_part(self, control: GameControl) -> ShotPart:
        """Whether this robot takes or keeps the shot of a shoot-out: the keeper keeps, the next one takes."""
        team = control.team(self.parameters.team)
        if control.phase is not MatchPhase.SHOOT_OUT or team is None:
            return "none"
        shoots = control.kicking_team == team.number
        numbers = [n for n, one in enumerate(team.players, 1) if one.penalty is PenaltyReason.NONE]
        chosen = min(numbers, key=lambda number: ((number == team.keeper) is shoots, number), default=0)
        if chosen != self.parameters.player:
            return "none"
        return "striker" if shoots else "keeper"

    def _is_mistaken(
        self, time_s: float, call: SetPlay, is_ours: bool, pose: FieldPose | None, ball: BallState | None
    ) -> bool:
        """Whether the ball, seen just now, lies in the half where this free kick is never taken."""
        if call not in (SetPlay.GOAL_FREE_KICK, SetPlay.CORNER_KICK) or pose is None or ball is None:
            return False
        if time_s - ball.seen_s > self.parameters.recent_s:
            return False
        x_m, _ = pose.field_from_robot.apply(*ball.place_m)
        in_front = is_ours is (call is SetPlay.CORNER_KICK)
        return (x_m if in_front else -x_m) < -self.parameters.sure_m

    def _report(
        self, time_s: float, pose: FieldPose | None, ball: BallState | None, *, fallen: bool
    ) -> RobotReport:
        return RobotReport(
            time_s=time_s,
            player=self.parameters.player,
            team=self.parameters.team,
            fallen=fallen,
            field_from_robot=Pose2.identity() if pose is None else pose.field_from_robot,
            ball_age_s=None if ball is None else max(time_s - ball.seen_s, 0.0),
            ball_m=(0.0, 0.0) if ball is None else ball.place_m,
        )
