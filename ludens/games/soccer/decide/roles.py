"""Role assignment as values: every robot assigns roles to its whole team, and believes the lowest number.

The striker is who will be at the ball first; number one keeps the goal, another one where it is away; the
rest are, in this order, defender, support or bishop, defender, support or bishop, whatever is left.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from ludens.games.soccer.decide.stations import OWN_GOAL_M, place_of_role
from ludens.games.soccer.know.walking_time import time_to_ball_s
from ludens.geometry import Pose2
from ludens.messages.team import Role, Teammate

Point = tuple[float, float]

KEEPER = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleTuning:
    """When roles change hands."""

    striker_bonus_s: float = 1.0  # the present striker is taken to be so much faster
    at_ball_bonus_s: float = 2.0  # and so much more once it is at the ball
    at_ball_m: float = 0.5
    keeper_leaves_m: float = 1.8  # a ball farther from the own goal costs the keeper …
    keeper_s_per_m: float = 4.0  # … so much for every metre, before it becomes striker
    keeper_far_m: float = 1.5  # from the own goal: a replacement takes over
    keep_role_m: float = 0.8  # a way to another role's place must be shorter by this
    bishop_x_m: float = -1.0  # with the ball farther ahead somebody waits ahead of it, not behind it …
    bishop_slack_m: float = 0.8  # … and stays there until the ball is so much farther back
    with_replacement: bool = True
    with_bishop: bool = True


DEFAULTS = RoleTuning()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleCandidate:
    """A player that may be given a role."""

    player: int  # from 1
    field_from_robot: Pose2
    to_ball_s: float = 0.0
    was: Role = Role.NONE


def candidate_of(mate: Teammate, ball_m: Point | None, before: Sequence[Role] = ()) -> RoleCandidate:
    """Return a player that was heard as somebody who may get a role.

    What it was `before`, in the own last assignment, counts more than what it says itself: that is older.
    """
    to_ball_s = 0.0
    if ball_m is not None:
        to_ball_s = time_to_ball_s(
            mate.field_from_robot, ball_m, fallen=mate.fallen, unseen=mate.ball_m is None
        )
    was = _role_in(before, mate.player)
    return RoleCandidate(
        player=mate.player,
        field_from_robot=mate.field_from_robot,
        to_ball_s=to_ball_s,
        was=mate.role if was is Role.NONE else was,
    )


def assign_roles(
    candidates: Sequence[RoleCandidate],
    ball_m: Point | None,
    *,
    team_size: int = 5,
    favours_bishop: bool = False,
    tuning: RoleTuning = DEFAULTS,
) -> tuple[Role, ...]:
    """Return a role for every number from 1 on; who is no candidate gets none.

    Without a ball the striker of before stays it, so that one robot still searches as the striker does. While
    the team attacks, or at its own free kick (`favours_bishop`), a bishop comes before a support striker.
    """
    roles = [Role.NONE] * max([team_size, *(one.player for one in candidates)])
    left = sorted(candidates, key=lambda one: one.player)
    if not left:
        return tuple(roles)

    def give(one: RoleCandidate, role: Role) -> None:
        roles[one.player - 1] = role
        left.remove(one)

    give(_striker(left, ball_m, tuning), Role.STRIKER)
    keeper = next((one for one in left if one.player == KEEPER), None)
    if keeper is not None:
        give(keeper, Role.KEEPER)
    is_away = keeper is None or _from_goal_m(keeper) > tuning.keeper_far_m
    if is_away and left and tuning.with_replacement:
        give(min(left, key=lambda one: _replacement_order(one, tuning)), Role.REPLACEMENT_KEEPER)
    is_ahead = any(one.was is Role.BISHOP for one in left)
    if ball_m is not None and ball_m[0] > tuning.bishop_x_m - tuning.bishop_slack_m * is_ahead:
        favours_bishop = True
    wanted = _wanted(len(left), ball_m, favours_bishop=favours_bishop, tuning=tuning)
    for one, role in _nearest(left, wanted, ball_m or (0.0, 0.0), tuning):
        roles[one.player - 1] = role
    return tuple(roles)


def _striker(candidates: Sequence[RoleCandidate], ball_m: Point | None, tuning: RoleTuning) -> RoleCandidate:
    """Return who is at the ball first; without a ball who has been striker, else the first field player."""
    if ball_m is None:
        return min(
            candidates, key=lambda one: (one.was is not Role.STRIKER, one.player == KEEPER, one.player)
        )
    from_goal_m = math.dist(ball_m, OWN_GOAL_M)

    def expected_s(one: RoleCandidate) -> float:
        seconds = one.to_ball_s
        if one.was is Role.STRIKER:
            at_ball = (
                math.dist((one.field_from_robot.x_m, one.field_from_robot.y_m), ball_m) < tuning.at_ball_m
            )
            seconds -= tuning.striker_bonus_s + at_ball * tuning.at_ball_bonus_s
        if one.player == KEEPER:
            seconds += tuning.keeper_s_per_m * max(from_goal_m - tuning.keeper_leaves_m, 0.0)
        return seconds

    return min(candidates, key=lambda one: (expected_s(one), one.player))


def _from_goal_m(one: RoleCandidate) -> float:
    return math.dist((one.field_from_robot.x_m, one.field_from_robot.y_m), OWN_GOAL_M)


def _replacement_order(one: RoleCandidate, tuning: RoleTuning) -> float:
    return _from_goal_m(one) - tuning.keep_role_m * (one.was is Role.REPLACEMENT_KEEPER)


def _wanted(
    count: int, ball_m: Point | None, *, favours_bishop: bool, tuning: RoleTuning
) -> tuple[Role, ...]:
    """Return the roles of as many players as are left, in no order."""
    ahead = [Role.BISHOP, Role.SUPPORT] if favours_bishop else [Role.SUPPORT, Role.BISHOP]
    if not tuning.with_bishop:
        ahead = [Role.SUPPORT]
    near, far = (
        (Role.LEFT_DEFENDER, Role.RIGHT_DEFENDER)
        if ball_m is None or ball_m[1] >= 0.0
        else (Role.RIGHT_DEFENDER, Role.LEFT_DEFENDER)
    )
    order = (near, ahead[0], far, *ahead[1:])
    return (*order, *(Role.SUPPORT,) * (count - len(order)))[:count]


def _nearest(
    candidates: Sequence[RoleCandidate], roles: Sequence[Role], ball_m: Point, tuning: RoleTuning
) -> list[tuple[RoleCandidate, Role]]:
    """Return who takes which role so that all together walk least; nobody changes for a little."""
    places_m = [place_of_role(role, ball_m) for role in roles]

    def way_m(one: RoleCandidate, number: int) -> float:
        here = one.field_from_robot
        return math.dist((here.x_m, here.y_m), places_m[number]) - tuning.keep_role_m * (
            one.was is roles[number]
        )

    orders = permutations(range(len(candidates)), len(roles))
    best = min(
        orders,
        key=lambda order: sum(way_m(candidates[who], number) for number, who in enumerate(order)),
    )
    return [(candidates[who], roles[number]) for number, who in enumerate(best)]


def believed_role(own: int, assigned: Sequence[Role], mates: Sequence[Teammate]) -> tuple[Role, int]:
    """Return the own role and whose word it is: that of the lowest number that may play and has assigned.

    `assigned` is what the robot itself would have. One whom the leader has given no role, since it thinks
    it away, takes what is left for it, but never a second striker's.
    """
    leader = min(
        (mate for mate in mates if not mate.penalised and mate.assigned and mate.player != own),
        key=lambda mate: mate.player,
        default=None,
    )
    mine = _role_in(assigned, own)
    if leader is None or leader.player > own:
        return mine, own
    told = _role_in(leader.assigned, own)
    if told is not Role.NONE:
        return told, leader.player
    if mine is Role.STRIKER and Role.STRIKER in leader.assigned:
        return Role.SUPPORT, leader.player
    return mine, own


def _role_in(assigned: Sequence[Role], player: int) -> Role:
    return assigned[player - 1] if player <= len(assigned) else Role.NONE


def as_coached(assigned: Sequence[Role], wanted: Mapping[int, Role]) -> tuple[Role, ...]:
    """Return an assignment in which players that a coach has called have exchanged roles to get theirs."""
    roles = list(assigned)
    for player, role in sorted(wanted.items()):
        place = player - 1
        if role is Role.NONE or place >= len(roles) or roles[place] is Role.NONE:
            continue
        if role in roles:
            roles[roles.index(role)] = roles[place]
        roles[place] = role
    return tuple(roles)
