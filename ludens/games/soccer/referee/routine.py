"""What a referee does by routine, without looking: start, whistle, let robots return, change sides."""

from collections.abc import Iterator
from dataclasses import dataclass

from ludens.games.soccer.rules import events as e
from ludens.games.soccer.rules.match import SECOND_NS, Match
from ludens.messages.league import MatchPhase, MatchState, PenaltyReason

STAY_OUT = (PenaltyReason.NONE, PenaltyReason.SUBSTITUTE, PenaltyReason.MOTION_IN_SET, PenaltyReason.MANUAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeRoutine:
    """How long an unattended referee lets each state last."""

    initial_s: float = 10.0
    set_s: float = 5.0
    finished_s: float = 5.0  # between two shots


def next_event(match: Match, routine: RefereeRoutine) -> e.Event | None:
    """The event that is due now by routine, if any."""
    in_state_s = match.in_state_ns / SECOND_NS
    is_shoot_out = match.phase is MatchPhase.SHOOT_OUT
    if match.state is MatchState.SET:
        return e.Whistle() if in_state_s >= routine.set_s else None
    if match.state is MatchState.FINISHED:
        return None if match.is_over else _after_the_end(match, routine, in_state_s)
    if match.state is MatchState.INITIAL:
        is_time_out = match.phase is MatchPhase.TIME_OUT
        if in_state_s < (match.times.time_out_s if is_time_out else routine.initial_s):
            return None
        is_shot = is_shoot_out or (is_time_out and match.before_time_out is MatchPhase.SHOOT_OUT)
        return e.Set() if is_shot else e.Ready()
    return next(_returns(match), None)


def _returns(match: Match) -> Iterator[e.Return]:
    for team, state in enumerate(match.teams):
        for number, player in enumerate(state.players, 1):
            if player.penalty not in STAY_OUT and player.left_ns == 0:
                yield e.Return(team, number)


def _after_the_end(match: Match, routine: RefereeRoutine, in_state_s: float) -> e.Event | None:
    if match.phase is MatchPhase.SHOOT_OUT:
        return e.NextShot() if in_state_s >= routine.finished_s else None
    if in_state_s < match.times.break_s - routine.initial_s:
        return None
    return e.SecondHalf() if match.is_first_half else e.ShootOut()
