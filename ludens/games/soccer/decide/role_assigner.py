"""Role assignment as a module: who does what in the team, as this robot would have it, and its own role."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.module import CycleTime, Module
from ludens.games.soccer.decide.roles import as_coached, assign_roles, believed_role, candidate_of
from ludens.games.soccer.decide.set_positions import assign_set_roles, load_set_positions
from ludens.geometry import Pose2
from ludens.messages import FallReport
from ludens.messages.field import BallState, FieldPose
from ludens.messages.soccer import MatchStatus
from ludens.messages.team import CoachOrder, PlayerRole, Role, TeamBall, Teammate, Teammates

Point = tuple[float, float]

REASONS = {
    Role.NONE: "it has no part in the game now",
    Role.STRIKER: "nobody is sooner at the ball",
    Role.KEEPER: "it is number one",
    Role.REPLACEMENT_KEEPER: "the keeper is away from its goal",
    Role.LEFT_DEFENDER: "somebody must defend on the left",
    Role.RIGHT_DEFENDER: "somebody must defend on the right",
    Role.SUPPORT: "it is best placed behind the striker",
    Role.BISHOP: "it is best placed to be passed to",
}
IN_SET = "its place at the kick-off is near"


@dataclass(frozen=True, slots=True)
class RoleAssignerParameters:
    """Who it is, and how often it thinks."""

    player: Annotated[int, Meta(ge=1, le=20, description="Its number, while it hears no radio.")] = 2
    period_s: Annotated[float, Meta(gt=0, le=5, description="Between two assignments.")] = 0.25
    silent_s: Annotated[float, Meta(gt=0, description="A mate not heard for longer does not count.")] = 4.0
    recent_s: Annotated[float, Meta(gt=0, description="An own ball seen longer ago does not count.")] = 4.0


class RoleAssigner(Module[RoleAssignerParameters]):
    """Tells the robot's role a few times a second, and at once when the referee changes the game."""

    def start(self) -> None:
        """Begin without a role."""
        self._positions = load_set_positions()
        self._told: PlayerRole | None = None
        self._due_s = 0.0
        self._game: tuple[object, ...] = ()
        self._coached: dict[int, Role] = {}

    def cycle(
        self,
        now: CycleTime,
        status: MatchStatus | None,
        team: Teammates | None,
        team_ball: TeamBall | None,
        pose: FieldPose | None,
        ball: BallState | None,
        fall: FallReport | None,
        coach: CoachOrder | None = None,
    ) -> PlayerRole | None:
        """Say which role it has; what was said last while nothing has changed."""
        if coach is not None:
            self._coached = self._coached | {coach.player: coach.role}
        if status is None:
            return self._told
        game = status.state, status.set_play, status.own_kick_off, status.penalised
        if now.time_s < self._due_s and game == self._game:
            return self._told
        self._due_s, self._game = now.time_s + self.parameters.period_s, game
        mates = self._mates(now.time_s, team, pose, ball, fallen=fall is not None and fall.state != "upright")
        own = self.parameters.player if team is None else team.own
        if status.penalised or not mates:
            self._told = PlayerRole(time_s=now.time_s, role=Role.NONE, reason="it may not play")
            return self._told
        assigned = self._assigned(now.time_s, status, mates, team_ball, pose, ball)
        if status.state == "playing":
            assigned = as_coached(assigned, self._coached)
        role, leader = believed_role(own, assigned, mates)
        why = REASONS[role] if status.state == "playing" else IN_SET
        if role is self._coached.get(own, Role.NONE) is not Role.NONE:
            why = "the coach wants it so"
        self._told = PlayerRole(
            time_s=now.time_s,
            role=role,
            reason=why if leader == own else f"{why}, says number {leader}",
            assigned=assigned,
        )
        return self._told

    def _mates(
        self,
        time_s: float,
        team: Teammates | None,
        pose: FieldPose | None,
        ball: BallState | None,
        *,
        fallen: bool,
    ) -> list[Teammate]:
        """Return who may play, itself as it knows itself now."""
        oldest_s = time_s - self.parameters.silent_s
        if team is not None:
            return [
                mate
                for mate in team.players
                if not mate.penalised and (mate.heard_s > oldest_s or mate.player == team.own)
            ]
        sees = ball is not None and time_s - ball.seen_s < self.parameters.recent_s
        here = Pose2.identity() if pose is None else pose.field_from_robot
        return [
            Teammate(
                player=self.parameters.player,
                heard_s=time_s,
                told_s=time_s,
                field_from_robot=here,
                fallen=fallen,
                ball_m=here.apply(*ball.place_m) if ball is not None and sees else None,
            )
        ]

    def _assigned(
        self,
        time_s: float,
        status: MatchStatus,
        mates: list[Teammate],
        team_ball: TeamBall | None,
        pose: FieldPose | None,
        ball: BallState | None,
    ) -> tuple[Role, ...]:
        ball_m = self._ball(time_s, team_ball, pose, ball)
        before = () if self._told is None else self._told.assigned
        candidates = [candidate_of(mate, ball_m, before) for mate in mates]
        if status.state != "playing":
            return assign_set_roles(candidates, self._positions, kicks_off=status.own_kick_off)
        return assign_roles(candidates, ball_m, favours_bishop=status.own_set_play)

    def _ball(
        self, time_s: float, team_ball: TeamBall | None, pose: FieldPose | None, ball: BallState | None
    ) -> Point | None:
        """Return where the ball is on the field, by the team's knowledge, else by its own."""
        if team_ball is not None:
            return team_ball.place_m if team_ball.is_known else None
        if ball is None or pose is None or time_s - ball.seen_s > self.parameters.recent_s:
            return None
        return pose.field_from_robot.apply(*ball.place_m)
