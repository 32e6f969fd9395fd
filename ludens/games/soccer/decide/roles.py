"""Role assignment as values: which roles the players of a team should have, by where they and the ball are.

The striker is who will be at the ball first; number one keeps the goal, another one where it is away; the
rest are, in this order, defender, support or bishop, defender, support or bishop, whatever is left.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from ludens.games.soccer.decide.legal_places import in_own_area
from ludens.games.soccer.decide.stations import own_goal_m, place_of_role
from ludens.games.soccer.know.walking_time import time_to_ball_s
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2019, SoccerField
from ludens.messages.team import Role, Teammate

Point = tuple[float, float]

KEEPER = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleTuning:
    """When roles change hands."""

    striker_bonus_s: float = 2.0  # the present striker is taken to be so much faster
    at_ball_bonus_s: float = 2.0  # and so much more once it is at the ball
    at_ball_m: float = 0.5
    keeper_leaves_m: float = 1.8  # a ball farther from the own goal costs the keeper …
    keeper_s_per_m: float = 10.0  # … so much for every metre, before it becomes striker
    keeper_far_m: float = 1.5  # from the own goal: a replacement takes over
    keep_role_m: float = 0.8  # a way to another role's place must be shorter by this
    bishop_x_m: float = -1.0  # with the ball farther ahead somebody waits ahead of it, not behind it …
    bishop_slack_m: float = 0.8  # … and stays there until the ball is so much farther back
    keeper_plays_area: bool = False  # the rules of 2011 allow nobody else in the own penalty area
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


def candidate_of(
    mate: Teammate,
    ball_m: Point | None,
    before: Sequence[Role] = (),
    *,
    lies_s: float = 0.0,
    pitch: SoccerField = FIELD_2019,
) -> RoleCandidate:
    """Return a player that was heard as somebody who may get a role; it will lie for `lies_s` yet.

    What it was `before`, in the last plan, counts more than what it says itself: that is older.
    """
    to_ball_s = lies_s
    if ball_m is not None:
        to_ball_s += time_to_ball_s(mate.field_from_robot, ball_m, unseen=mate.ball_m is None, pitch=pitch)
    was = role_in(before, mate.player)
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
    guards: bool = False,
    tuning: RoleTuning = DEFAULTS,
    pitch: SoccerField = FIELD_2019,
) -> tuple[Role, ...]:
    """Return a role for every number from 1 on; who is no candidate gets none.

    Without a ball the striker of before stays it, so that one robot still searches as the striker does. While
    the team attacks, or at its own free kick (`favours_bishop`), a bishop comes before a support striker. At
    the other team's (`guards`) number one keeps the goal: it alone may stay near the ball, in its own area.
    """
    roles = [Role.NONE] * max([team_size, *(one.player for one in candidates)])
    left = sorted(candidates, key=lambda one: one.player)
    if not left:
        return tuple(roles)

    def give(one: RoleCandidate, role: Role) -> None:
        roles[one.player - 1] = role
        left.remove(one)

    field_players = [one for one in left if one.player != KEEPER]
    strikers = field_players if guards and field_players else left
    give(_striker(strikers, ball_m, tuning, pitch), Role.STRIKER)
    keeper = next((one for one in left if one.player == KEEPER), None)
    if keeper is not None:
        give(keeper, Role.KEEPER)
    is_away = keeper is None or _from_goal_m(keeper, pitch) > tuning.keeper_far_m
    if is_away and left and tuning.with_replacement:
        give(min(left, key=lambda one: _replacement_order(one, tuning, pitch)), Role.REPLACEMENT_KEEPER)
    is_ahead = any(one.was is Role.BISHOP for one in left)
    if ball_m is not None and ball_m[0] > tuning.bishop_x_m - tuning.bishop_slack_m * is_ahead:
        favours_bishop = True
    wanted = _wanted(len(left), ball_m, favours_bishop=favours_bishop, tuning=tuning)
    for one, role in _nearest(left, wanted, ball_m or (0.0, 0.0), tuning, pitch):
        roles[one.player - 1] = role
    return tuple(roles)


def _striker(
    candidates: Sequence[RoleCandidate], ball_m: Point | None, tuning: RoleTuning, pitch: SoccerField
) -> RoleCandidate:
    """Return who is at the ball first; without a ball who has been striker, else the first field player."""
    if ball_m is None:
        return min(
            candidates, key=lambda one: (one.was is not Role.STRIKER, one.player == KEEPER, one.player)
        )
    keeper = next((one for one in candidates if one.player == KEEPER), None)
    if tuning.keeper_plays_area and keeper is not None and in_own_area(ball_m, margin_m=0.1, pitch=pitch):
        return keeper
    from_goal_m = math.dist(ball_m, own_goal_m(pitch))

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


def _from_goal_m(one: RoleCandidate, pitch: SoccerField) -> float:
    return math.dist((one.field_from_robot.x_m, one.field_from_robot.y_m), own_goal_m(pitch))


def _replacement_order(one: RoleCandidate, tuning: RoleTuning, pitch: SoccerField) -> float:
    return _from_goal_m(one, pitch) - tuning.keep_role_m * (one.was is Role.REPLACEMENT_KEEPER)


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
    candidates: Sequence[RoleCandidate],
    roles: Sequence[Role],
    ball_m: Point,
    tuning: RoleTuning,
    pitch: SoccerField,
) -> list[tuple[RoleCandidate, Role]]:
    """Return who takes which role so that all together walk least; nobody changes for a little."""
    places_m = [place_of_role(role, ball_m, pitch=pitch) for role in roles]

    def way_m(one: RoleCandidate, number: int) -> float:
        here = one.field_from_robot
        return math.dist((here.x_m, here.y_m), places_m[number]) - tuning.keep_role_m * (
            one.was is roles[number]
        )

    ways_m = [[way_m(one, number) for one in candidates] for number in range(len(roles))]
    orders = permutations(range(len(candidates)), len(roles))
    best = min(orders, key=lambda order: sum(ways[who] for ways, who in zip(ways_m, order, strict=True)))
    return [(candidates[who], roles[number]) for number, who in enumerate(best)]


def role_in(roles: Sequence[Role], player: int) -> Role:
    """Return the role of a player, NONE for one that roles say nothing of."""
    return roles[player - 1] if 0 < player <= len(roles) else Role.NONE


HEIRS = (
    Role.SUPPORT,
    Role.BISHOP,
    Role.LEFT_DEFENDER,
    Role.RIGHT_DEFENDER,
    Role.REPLACEMENT_KEEPER,
    Role.KEEPER,
)
"""Who plays the ball while the striker is away and nobody has said more: the first of these roles."""


def without_absent(roles: Sequence[Role], absent: Collection[int]) -> tuple[Role, ...]:
    """Return roles of which the striker's, if its player is away, has passed to another one.

    Everybody who knows the same roles and the same penalties comes to the same end, without a word.
    """
    left = [Role.NONE if player in absent else role for player, role in enumerate(roles, 1)]
    if Role.STRIKER in roles and Role.STRIKER not in left:
        heir = next((role for role in HEIRS if role in left), None)
        if heir is not None:
            left[left.index(heir)] = Role.STRIKER
    return tuple(left)


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
