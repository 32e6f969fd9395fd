"""Penalties: when each may be called, how long it lasts, and how it grows."""

from dataclasses import replace

from ludens.games.soccer.rules.match import SECOND_NS, Match, PlayerState, RuleError
from ludens.messages.league import MatchState, PenaltyReason

R = PenaltyReason
GROWING = (R.ILLEGAL_BALL_CONTACT, R.PUSHING, R.ILLEGAL_DEFENDER, R.LEAVING_THE_FIELD, R.KICK_OFF_GOAL)
"""Each lasts longer than the team's last one of these, by a fixed time."""
SPECIAL_S = {
    R.ILLEGAL_POSITIONING: 15,
    R.MOTION_IN_SET: 0,  # ends when playing is broadcast, where the robot stands
    R.MANUAL: 0,  # ends when its team says so
}
"""How long penalties last that are no standard ones."""
IN_PLAY = (MatchState.READY, MatchState.SET, MatchState.PLAYING)
CALLABLE_IN = {
    **dict.fromkeys((R.PUSHING, R.LEAVING_THE_FIELD, R.INACTIVE), IN_PLAY),
    **dict.fromkeys(
        (R.ILLEGAL_BALL_CONTACT, R.ILLEGAL_DEFENDER, R.KICK_OFF_GOAL, R.LOCAL_GAME_STUCK),
        (MatchState.PLAYING,),
    ),
    R.MOTION_IN_SET: (MatchState.SET,),
    R.ILLEGAL_POSITIONING: (MatchState.READY, MatchState.SET),
    **dict.fromkeys((R.PICK_UP, R.MANUAL), tuple(MatchState)),
}


def penalised(match: Match, team: int, number: int, reason: PenaltyReason) -> Match:
    """The match with a robot penalised."""
    current = match.player(team, number).penalty
    if current is not R.NONE:
        raise RuleError(f"Robot {number} of team {match.teams[team].number} is penalised already: {current}.")
    if reason not in CALLABLE_IN:
        raise RuleError(f"'{reason}' is no penalty; there are {', '.join(CALLABLE_IN)}.")
    is_early_motion = reason is R.MOTION_IN_SET and match.is_hidden
    if match.state not in CALLABLE_IN[reason] and not is_early_motion:
        states = " or ".join(CALLABLE_IN[reason])
        raise RuleError(f"'{reason}' is called in {states}; this is {match.state}.")
    stuck_after_s = match.book.stuck_after_s
    if reason is R.LOCAL_GAME_STUCK and match.in_state_ns < stuck_after_s * SECOND_NS:
        raise RuleError(f"A game is stuck after {stuck_after_s} s of playing at the earliest.")
    lasts_s = SPECIAL_S.get(reason, match.book.penalty_s)
    if reason in GROWING:
        state = match.teams[team]
        lasts_s += match.book.growth_s * state.growing_penalties
        match = match.with_team(team, replace(state, growing_penalties=state.growing_penalties + 1))
    return match.with_player(team, number, PlayerState(reason, lasts_s * SECOND_NS))


def returned(match: Match, team: int, number: int) -> Match:
    """The match with a robot back in play; refused before its time."""
    player = match.player(team, number)
    whose = f"Robot {number} of team {match.teams[team].number}"
    if player.penalty is R.NONE:
        raise RuleError(f"{whose} is not penalised.")
    if player.penalty is R.SUBSTITUTE:
        raise RuleError(f"{whose} is a substitute; name the robot that it enters for.")
    if player.penalty is R.MOTION_IN_SET:
        raise RuleError(f"{whose} returns by itself when playing is broadcast.")
    if player.left_ns > 0:
        raise RuleError(f"{whose} returns in {-(-player.left_ns // SECOND_NS)} s at the earliest.")
    return match.with_player(team, number, PlayerState())


def substituted(match: Match, team: int, leaving: int, entering: int) -> Match:
    """The match with one robot for another, which waits as after a pick-up unless nobody plays yet."""
    if match.player(team, entering).penalty is not R.SUBSTITUTE:
        raise RuleError(f"Robot {entering} of team {match.teams[team].number} is no substitute.")
    if match.player(team, leaving).penalty is R.SUBSTITUTE:
        raise RuleError(f"Robot {leaving} of team {match.teams[team].number} does not play.")
    match = match.with_player(team, leaving, PlayerState(R.SUBSTITUTE))
    waits = match.state in IN_PLAY
    enters = PlayerState(R.PICK_UP, match.book.penalty_s * SECOND_NS) if waits else PlayerState()
    return match.with_player(team, entering, enters)


def without_penalties(match: Match, *only: PenaltyReason) -> Match:
    """The match with all penalties, or those for some reasons, ended; substitutes stay outside."""
    ended = only or tuple(reason for reason in R if reason is not R.SUBSTITUTE)
    for team in (0, 1):
        players = tuple(
            PlayerState() if player.penalty in ended else player for player in match.teams[team].players
        )
        if players != match.teams[team].players:
            match = match.with_team(team, replace(match.teams[team], players=players))
    return match
