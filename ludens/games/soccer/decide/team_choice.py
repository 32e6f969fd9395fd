"""Which way a team's striker plays the ball: of many plays the one that is worth most among other robots.

A play is a kick from a stand, harder or softer, a kick in walking, or pushing the ball on, in some direction
of the field. What each is worth once it is played says `play_worth`; here counts how long it takes, and who
is at the ball before.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ludens.games.soccer.decide.play_choice import KICK_M, STEP_KICK_M, PlayChoice, PlayKind, direction_at
from ludens.games.soccer.decide.play_worth import measures_of, shared, worth_of_plays
from ludens.geometry import FloatArray
from ludens.geometry.angles import difference
from ludens.geometry.soccer_field import FIELD_2019, SoccerField

Point = tuple[float, float]

OFFSETS_RAD = np.radians(7.5 * np.arange(-10, 11))
"""Directions, round the usual one of play."""
SHOOTS_WITHIN_M = 3.6  # before the goal line
AIMED = np.array((-0.75, -0.5, 0.5, 0.75))
"""At which parts of half the goal's width shots are aimed besides."""
LIES_S = 6.0  # an opponent that has fallen, on average
KEPT_WORTH = 0.03  # for the play that is being prepared already, in goals
KEPT_RAD = 0.3
ROUND_S_PER_RAD = 2.2  # to walk round the ball
WALKS_MPS = 0.23
AT_BALL_M = 0.3
HURRY_PER_S = 0.002  # what a second is worth where nobody is near
OPPONENT_REACHES_M = 0.35  # an opponent so near to the ball plays it
OPPONENT_TAKES_S = 2.5  # it slows down beside others, and comes from where it can play it
WRONG_SIDE_S = 2.0  # more for one that follows: the striker is in its way, and it would play backwards
DUEL_SHARE = 0.4  # of balls that the own team has after an opponent came before


@dataclass(frozen=True, slots=True)
class FieldPlayers:
    """Where other robots are on the field."""

    opponents_m: tuple[Point, ...] = ()  # and those of whom nobody knows whose they are
    fallen_m: tuple[Point, ...] = ()  # opponents that lie
    mates_m: tuple[Point, ...] = ()
    is_own: bool = False  # whether nobody else may play the ball yet: the own free kick


@dataclass(frozen=True, slots=True)
class _Kind:
    """A way to play: how far the ball goes, and how long a robot that stands behind it needs."""

    kind: PlayKind
    length_m: float
    scatter_rad: float
    takes_s: float
    rests_s: float  # until it walks after the ball
    strength: float = 1.0


KINDS = (
    _Kind("kick", KICK_M, 0.09, 3.8, 1.8),
    _Kind("kick", 3.5, 0.09, 3.8, 1.8, 0.5),
    _Kind("kick", 1.9, 0.09, 3.8, 1.8, 0.3),
    _Kind("step kick", STEP_KICK_M, 0.10, 2.4, 0.5),
    _Kind("dribble", 0.75, 0.25, 0.5, 0.0),
)
FIGURES = np.array([(kind.length_m, kind.scatter_rad, kind.rests_s) for kind in KINDS])
TAKES_S = np.array([kind.takes_s for kind in KINDS])
PUSH = len(KINDS) - 1


def choose_team_play(
    ball_m: Point,
    players: FieldPlayers,
    *,
    facing_rad: float,
    away_m: float = 0.0,
    last: PlayChoice | None = None,
    may_kick: bool = True,
    pitch: SoccerField = FIELD_2019,
) -> PlayChoice:
    """Return the best play.

    `facing_rad` is the direction of the field in which the robot sees the ball, `away_m` how far away.
    """
    directions_rad = _directions(ball_m, pitch)
    worth = worth_of_plays(
        ball_m,
        directions_rad,
        FIGURES,
        _opponents(players),
        np.array(players.mates_m, dtype=np.float64).reshape(-1, 2),
        measures_of(pitch),
    )
    round_rad = np.abs((directions_rad - facing_rad + math.pi) % math.tau - math.pi)
    walk_s = max(away_m - AT_BALL_M, 0.0) / WALKS_MPS
    needed_s = walk_s + ROUND_S_PER_RAD * round_rad[:, None] + TAKES_S
    if not players.is_own:
        reached_s = _reached_s(ball_m, players.opponents_m, pitch)
        in_time = 1.0 / (1.0 + np.exp(np.clip(needed_s - reached_s, -30.0, 30.0)))
        worth = in_time * worth + (1.0 - in_time) * shared(ball_m, DUEL_SHARE, pitch.half_length_m)
    worth = worth - HURRY_PER_S * needed_s
    if last is not None:
        number = next(
            n for n, kind in enumerate(KINDS) if (kind.kind, kind.strength) == (last.kind, last.strength)
        )
        off_rad = np.array([abs(difference(float(rad), last.direction_rad)) for rad in directions_rad])
        worth[:, number] += KEPT_WORTH * np.maximum(1.0 - off_rad / KEPT_RAD, 0.0)
    if not may_kick:
        worth[:, :PUSH] = -math.inf
    elif players.is_own:
        worth[:, PUSH] = -math.inf  # from a line it would go out, and the others wait for it
    row, column = divmod(int(np.argmax(worth)), len(KINDS))
    return PlayChoice(KINDS[column].kind, float(directions_rad[row]), KINDS[column].strength)


def _directions(ball_m: Point, pitch: SoccerField) -> FloatArray:
    """Return directions round the usual one of play, and those to places between the posts."""
    usual_rad: FloatArray = direction_at(ball_m, pitch) + OFFSETS_RAD
    ahead_m = pitch.half_length_m - ball_m[0]
    if not 0.0 < ahead_m < SHOOTS_WITHIN_M:
        return usual_rad
    shots_rad: FloatArray = np.arctan2(AIMED * 0.5 * pitch.goal_width_m - ball_m[1], ahead_m)
    return np.concatenate((usual_rad, shots_rad))


def _opponents(players: FieldPlayers) -> FloatArray:
    """Return rows of opponents: place, and how long each lies yet."""
    rows = [(x_m, y_m, 0.0) for x_m, y_m in players.opponents_m]
    rows += [(x_m, y_m, LIES_S) for x_m, y_m in players.fallen_m]
    return np.array(rows, dtype=np.float64).reshape(-1, 3)


def _reached_s(ball_m: Point, opponents_m: Iterable[Point], pitch: SoccerField) -> float:
    """Return when the first opponent can play the ball."""
    goal_rad = math.atan2(-ball_m[1], -pitch.half_length_m - ball_m[0])
    soonest_s = math.inf
    for x_m, y_m in opponents_m:
        away_m = math.hypot(ball_m[0] - x_m, ball_m[1] - y_m)
        off_rad = difference(math.atan2(ball_m[1] - y_m, ball_m[0] - x_m), goal_rad)
        arrives_s = max(away_m - OPPONENT_REACHES_M, 0.0) / WALKS_MPS + OPPONENT_TAKES_S
        soonest_s = min(soonest_s, arrives_s + 0.5 * WRONG_SIDE_S * (1.0 - math.cos(off_rad)))
    return soonest_s
