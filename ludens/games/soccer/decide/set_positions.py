"""Set positions: where robots stand when a kick-off is taken, and who stands where.

Places come from `set_positions_2019.toml`, or that of another field, each with the role that it is for: the
role that a robot walks to in ready is the one it begins to play with. Who takes which is what makes the team
as a whole walk least.
"""

import math
from collections.abc import Sequence
from importlib.resources import files
from itertools import permutations

import msgspec

from ludens.core.errors import LudensError
from ludens.core.foreign import reading
from ludens.games.soccer.decide.roles import KEEPER, RoleCandidate
from ludens.geometry.soccer_field import FIELDS, FieldName, SoccerField
from ludens.messages.team import Role

Point = tuple[float, float]

KEPT_M = 0.5
"""Somebody who walks to a place already counts as so much nearer to it."""
BODY_M = 0.15
"""From a robot's middle to where it ends: so far it stays away from lines that it must not cross."""


class SetPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place for a role."""

    role: Role
    place_m: Point


class SetPositions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The places of a team at its own kick-off and at the other team's."""

    keeper_m: Point
    attack: tuple[SetPlace, ...]
    defence: tuple[SetPlace, ...]

    def places(self, *, kicks_off: bool) -> tuple[SetPlace, ...]:
        """Return the places of field players, the most important first."""
        return self.attack if kicks_off else self.defence

    def place(self, role: Role, *, kicks_off: bool) -> Point | None:
        """Return where a role stands; None where it has no place in set."""
        if role in (Role.KEEPER, Role.REPLACEMENT_KEEPER):
            return self.keeper_m
        return next((one.place_m for one in self.places(kicks_off=kicks_off) if one.role is role), None)


def load_set_positions(text: bytes | None = None, *, field: FieldName = "2019") -> SetPositions:
    """Read positions, those beside this code if no others are given; refuse what the rules forbid."""
    source = (files(__package__) / f"set_positions_{field}.toml").read_bytes() if text is None else text
    with reading("The text of the set positions"):
        positions = msgspec.toml.decode(source, type=SetPositions)
    for kicks_off in (True, False):
        named = positions.places(kicks_off=kicks_off)
        if len({one.role for one in named}) < len(named):
            raise LudensError("Of the set positions two are for the same role; each role has one place.")
        for place_m in (positions.keeper_m, *(one.place_m for one in named)):
            if not is_legal_in_set(place_m, FIELDS[field], kicks_off=kicks_off):
                raise LudensError(
                    f"The set position {place_m} is against the rules: it must lie in the own half, and "
                    "outside the centre circle where the other team kicks off."
                )
    return positions


def is_legal_in_set(place_m: Point, pitch: SoccerField, *, kicks_off: bool) -> bool:
    """Whether a robot may stand there when set begins."""
    x_m, y_m = place_m
    in_half = -pitch.half_length_m <= x_m <= -BODY_M and abs(y_m) <= pitch.half_width_m
    return in_half and (kicks_off or math.hypot(x_m, y_m) >= pitch.circle_radius_m + BODY_M)


def assign_set_roles(
    candidates: Sequence[RoleCandidate], positions: SetPositions, *, kicks_off: bool, team_size: int = 5
) -> tuple[Role, ...]:
    """Return for every number from 1 on the role to whose set position it walks."""
    roles = [Role.NONE] * max([team_size, *(one.player for one in candidates)])
    players = sorted(candidates, key=lambda one: one.player)
    places = [(one.role, one.place_m) for one in positions.places(kicks_off=kicks_off)]
    if players and players[0].player == KEEPER and len(players) > 1:
        roles[0] = Role.KEEPER
        players = players[1:]
    elif len(players) > 1:
        places.insert(1, (Role.REPLACEMENT_KEEPER, positions.keeper_m))
    places = places[: len(players)]
    ways_m = [[_way_m(one, *place) for one in players] for place in places]
    # Five players have 120 ways to share five places: all are tried.
    takers = min(
        permutations(range(len(players)), len(places)),
        key=lambda taken: sum(way_m[one] for way_m, one in zip(ways_m, taken, strict=True)),
    )
    for one, (role, _) in zip(takers, places, strict=True):
        roles[players[one].player - 1] = role
    return tuple(roles)


def _way_m(one: RoleCandidate, role: Role, place_m: Point) -> float:
    here = one.field_from_robot
    return math.dist((here.x_m, here.y_m), place_m) - KEPT_M * (one.was is role)
