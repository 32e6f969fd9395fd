"""What follows from an event, and what happens by itself as time passes: pure functions of the match."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ludens.games.soccer.rules import events as e
from ludens.games.soccer.rules.match import SECOND_NS, Match, PlayerState, RuleError, TeamState
from ludens.games.soccer.rules.penalties import penalised, returned, substituted, without_penalties
from ludens.messages.league import MatchPhase, MatchState, PenaltyReason, SetPlay

S = MatchState


def after(match: Match, event: e.Event, time_ns: int) -> Match:
    """The match once an event has happened at a time; raises `RuleError` where it is not allowed."""
    return _RULES[type(event)](advanced(match, time_ns), event)


# ---------------------------------------------------------------- time


def advanced(match: Match, time_ns: int) -> Match:
    """The match at a later time: clocks have run, and what was due has happened. Never goes back."""
    while (due_ns := _next_due_ns(match)) is not None and due_ns <= time_ns:
        match = _happened(_passed(match, due_ns))
    return _passed(match, time_ns)


def _next_due_ns(match: Match) -> int | None:
    """Return when something happens by itself next, if nothing else happens first."""
    times, due = match.times, []
    if match.state is S.READY:
        due.append(match.state_since_ns + times.ready_s * SECOND_NS)
    if match.is_hidden:
        due.append(match.state_since_ns + times.hidden_s * SECOND_NS)
    if match.set_play is not SetPlay.NONE:
        due.append(match.set_play_since_ns + times.free_kick_s * SECOND_NS)
    if match.clock_runs:
        due.append(match.now_ns + match.period_ns - match.played_ns)
    return min(due, default=None)


def _served(team: TeamState, elapsed_ns: int) -> TeamState:
    """Let penalties run; the same team where nobody has one that does."""
    if not any(player.left_ns for player in team.players):
        return team
    players = (PlayerState(player.penalty, max(player.left_ns - elapsed_ns, 0)) for player in team.players)
    return replace(team, players=tuple(players))


def _passed(match: Match, time_ns: int) -> Match:
    """Let clocks run over a stretch in which nothing happens."""
    elapsed_ns = time_ns - match.now_ns
    if elapsed_ns <= 0:
        return match
    teams = match.teams
    if match.penalties_run:
        teams = _served(teams[0], elapsed_ns), _served(teams[1], elapsed_ns)
    played_ns = match.played_ns + elapsed_ns if match.clock_runs else match.played_ns
    return replace(match, now_ns=time_ns, played_ns=played_ns, teams=teams)


def _happened(match: Match) -> Match:
    """Do what is due now."""
    if match.clock_runs and match.played_ns >= match.period_ns:
        return _finish(match)
    if match.state is S.READY and match.in_state_ns >= match.times.ready_s * SECOND_NS:
        return _entered(match, S.SET)
    in_set_play_ns = match.now_ns - match.set_play_since_ns
    if match.set_play is not SetPlay.NONE and in_set_play_ns >= match.times.free_kick_s * SECOND_NS:
        return replace(match, set_play=SetPlay.NONE)
    return without_penalties(match, PenaltyReason.MOTION_IN_SET)  # playing is broadcast from now on


# ---------------------------------------------------------------- states


def _entered(match: Match, state: MatchState, **changes: Any) -> Match:
    begun = replace(
        match,
        state=state,
        state_since_ns=match.now_ns,
        played_before_ns=match.played_ns,
        set_play=SetPlay.NONE,
        kick_off_open=state is S.PLAYING,
    )
    return replace(begun, **changes)


def _need(match: Match, what: str, *states: MatchState) -> None:
    if match.state not in states:
        raise RuleError(f"{what} needs the state {' or '.join(states)}; this is {match.state}.")


def _resumed(match: Match) -> Match:
    """End a time-out, if it is one."""
    return replace(match, phase=match.before_time_out) if match.phase is MatchPhase.TIME_OUT else match


def _ready(match: Match, _event: e.Ready) -> Match:
    _need(match, "Ready", S.INITIAL)
    match = _resumed(match)
    if match.phase is MatchPhase.SHOOT_OUT:
        raise RuleError("In a shoot-out robots are carried to their places: after initial comes set.")
    return _entered(match, S.READY)


def _set(match: Match, _event: e.Set) -> Match:
    match = _resumed(match)
    if match.phase is not MatchPhase.SHOOT_OUT:
        _need(match, "Set", S.READY)
        return _entered(match, S.SET)
    _need(match, "Set", S.INITIAL)
    team = match.teams[match.kicking]
    return _entered(match.with_team(match.kicking, replace(team, shots_taken=team.shots_taken + 1)), S.SET)


def _play(match: Match, _event: e.Whistle) -> Match:
    _need(match, "The whistle for play", S.SET)
    if match.phase is not MatchPhase.NORMAL:  # broadcast at once
        match = without_penalties(match, PenaltyReason.MOTION_IN_SET)
    return _entered(match, S.PLAYING)


def _finish(match: Match, _event: e.Finish | None = None) -> Match:
    _need(match, "The end", S.READY, S.SET, S.PLAYING)
    return _entered(without_penalties(match), S.FINISHED, break_since_ns=match.now_ns)


def _second_half(match: Match, _event: e.SecondHalf) -> Match:
    _need(match, "The second half", S.FINISHED)
    if match.phase is not MatchPhase.NORMAL or not match.is_first_half or match.is_over:
        raise RuleError("There is no second half to come.")
    return _entered(
        replace(match, is_first_half=False, played_ns=0), S.INITIAL, kicking=1 - match.first_kick_off
    )


def _shoot_out(match: Match, _event: e.ShootOut) -> Match:
    _need(match, "The shoot-out", S.FINISHED)
    is_level = match.teams[0].score == match.teams[1].score
    if match.phase is not MatchPhase.NORMAL or match.is_first_half or not match.is_play_off or not is_level:
        raise RuleError("A shoot-out follows the second half of a play-off that stands level.")
    return _entered(replace(match, phase=MatchPhase.SHOOT_OUT, played_ns=0), S.INITIAL, kicking=0)


def _next_shot(match: Match, _event: e.NextShot) -> Match:
    _need(match, "The next shot", S.FINISHED)
    if match.phase is not MatchPhase.SHOOT_OUT or match.is_over:
        raise RuleError("There is no further shot in this match.")
    return _entered(replace(match, played_ns=0), S.INITIAL, kicking=1 - match.kicking)


def _time_out(match: Match, event: e.TimeOut) -> Match:
    _need(match, "A time-out", S.INITIAL, S.READY, S.SET)
    team = match.teams[event.team]
    if match.phase is MatchPhase.TIME_OUT:
        raise RuleError("This is a time-out already.")
    if not team.has_time_out:
        raise RuleError(f"Team {team.number} has had its time-out.")
    if match.phase is MatchPhase.SHOOT_OUT and match.state is S.SET:
        raise RuleError("The shot has begun; a time-out comes before it is set.")
    used = match.with_team(event.team, replace(team, has_time_out=False))
    return _entered(used, S.INITIAL, phase=MatchPhase.TIME_OUT, before_time_out=match.phase)


# ---------------------------------------------------------------- play


def _goal(match: Match, event: e.Goal) -> Match:
    _need(match, "A goal", S.PLAYING)
    team = match.teams[event.team]
    scored = replace(team, score=team.score + 1)
    if match.phase is MatchPhase.SHOOT_OUT:
        if event.team != match.kicking:
            raise RuleError("In a shoot-out only the shooting team scores.")
        bits = team.single_shots | 1 << (team.shots_taken - 1)
        return _finish(match.with_team(event.team, replace(scored, single_shots=bits)))
    match = match.with_team(event.team, scored)
    if match.is_mercy:
        return _finish(match)
    return _entered(match, S.READY, kicking=1 - event.team)


def _free_kick(match: Match, event: e.FreeKick) -> Match:
    _need(match, "A free kick", S.PLAYING)
    if match.phase is not MatchPhase.NORMAL:
        raise RuleError(f"There are no free kicks in a {match.phase}.")
    if event.kind in (SetPlay.NONE, SetPlay.PENALTY_KICK):
        raise RuleError(f"'{event.kind}' is no free kick of 2019.")
    return replace(
        match, set_play=event.kind, set_play_since_ns=match.now_ns, kicking=event.team, kick_off_open=False
    )


def _ball_played(match: Match, _event: e.BallPlayed) -> Match:
    _need(match, "Playing the ball", S.PLAYING)
    return replace(match, set_play=SetPlay.NONE, kick_off_open=False)


def _game_stuck(match: Match, event: e.GameStuck) -> Match:
    _need(match, "A stuck game", S.PLAYING)
    if match.phase is not MatchPhase.NORMAL:
        raise RuleError("A shot ends by itself.")
    if match.in_state_ns < match.book.stuck_after_s * SECOND_NS:
        raise RuleError(f"A game is stuck after {match.book.stuck_after_s} s of playing at the earliest.")
    return _entered(match, S.READY, kicking=event.team)


def _message_sent(match: Match, event: e.MessageSent) -> Match:
    team = match.teams[event.team]
    return match.with_team(event.team, replace(team, message_budget=max(team.message_budget - 1, 0)))


_RULES: dict[type[Any], Callable[[Match, Any], Match]] = {
    e.Ready: _ready,
    e.Set: _set,
    e.Whistle: _play,
    e.Finish: _finish,
    e.SecondHalf: _second_half,
    e.ShootOut: _shoot_out,
    e.NextShot: _next_shot,
    e.TimeOut: _time_out,
    e.Goal: _goal,
    e.FreeKick: _free_kick,
    e.BallPlayed: _ball_played,
    e.GameStuck: _game_stuck,
    e.Penalise: lambda match, event: penalised(match, event.team, event.player, event.reason),
    e.Return: lambda match, event: returned(match, event.team, event.player),
    e.Substitute: lambda match, event: substituted(match, event.team, event.leaving, event.entering),
    e.MessageSent: _message_sent,
}
