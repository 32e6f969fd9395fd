"""A match as the GameController tells it: to robots with the start of play held back, to monitors in full."""

from ludens.games.soccer.rules.match import SECOND_NS, TEAM_SIZE, Match, PlayerState, TeamState
from ludens.messages.league import (
    GameControl,
    MatchPhase,
    MatchState,
    PlayerControl,
    SetPlay,
    TeamControl,
)


def told(match: Match, *, packet_number: int = 0, version: int = 12, is_true: bool = False) -> GameControl:
    """Control data of this moment; `is_true` leaves nothing out, as monitors want it."""
    hidden = match.is_hidden and not is_true
    return GameControl(
        time_s=match.now_ns / SECOND_NS,
        version=version,
        packet_number=packet_number % 256,
        players_per_team=TEAM_SIZE,
        is_play_off=match.is_play_off,
        phase=match.phase,
        state=MatchState.SET if hidden else match.state,
        set_play=SetPlay.NONE if hidden else match.set_play,
        is_first_half=match.is_first_half,
        kicking_team=match.teams[match.kicking].number,
        remaining_s=(match.period_ns - _shown_ns(match, hidden=hidden)) // SECOND_NS,
        secondary_s=0 if hidden else secondary_s(match),
        teams=(_team(match.teams[0], version), _team(match.teams[1], version)),
    )


def secondary_s(match: Match) -> int:
    """What the second clock shows: the time-out, ready, a kick-off, a free kick or the break; else 0."""
    times = match.times
    if match.phase is MatchPhase.TIME_OUT:
        return times.time_out_s - match.in_state_ns // SECOND_NS
    if match.state is MatchState.READY:
        return times.ready_s - match.in_state_ns // SECOND_NS
    if match.set_play is not SetPlay.NONE:
        return times.free_kick_s - (match.now_ns - match.set_play_since_ns) // SECOND_NS
    if match.is_kick_off and match.phase is MatchPhase.NORMAL:
        return times.kick_off_s - match.in_state_ns // SECOND_NS
    if match.phase is MatchPhase.NORMAL and _is_break(match):
        return times.break_s - (match.now_ns - match.break_since_ns) // SECOND_NS
    return 0


def _is_break(match: Match) -> bool:
    if match.is_first_half:
        return match.state is MatchState.FINISHED and not match.is_over
    return match.state is MatchState.INITIAL and match.played_ns == 0


def _shown_ns(match: Match, *, hidden: bool) -> int:
    """Return the time played, rounded up; a clock that begins with the whistle would tell of it."""
    stood = match.is_play_off or match.played_before_ns == 0
    played_ns = match.played_before_ns if hidden and stood else match.played_ns
    return played_ns // SECOND_NS * SECOND_NS


def _team(team: TeamState, version: int) -> TeamControl:
    return TeamControl(
        number=team.number,
        colour=team.colour,
        score=team.score,
        shots_taken=team.shots_taken,
        single_shots=team.single_shots,
        players=tuple(map(_player, team.players)),
        message_budget=team.message_budget if version >= 14 else None,
    )


def _player(player: PlayerState) -> PlayerControl:
    return PlayerControl(player.penalty, min(-(-player.left_ns // SECOND_NS), 255))
