"""A match at one moment: state, clocks, scores and penalties, in whole nanoseconds so that sums are exact."""

from dataclasses import dataclass, replace

from ludens.games.soccer.rules.book import RULES_2019, RuleBook
from ludens.messages.league import MatchPhase, MatchState, PenaltyReason, SetPlay

SECOND_NS = 1_000_000_000
TEAM_SIZE = 6
ON_FIELD = 5


class RuleError(ValueError):
    """An event that the rules do not allow now; the sentence says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTimes:
    """Durations of a game in any year; tests and short games may shorten them."""

    half_s: int = 600
    break_s: int = 600
    ready_s: int = 45
    hidden_s: int = 15  # playing is broadcast this much late: the whistle starts play
    kick_off_s: int = 10  # then everybody may play the ball
    free_kick_s: int = 30
    time_out_s: int = 300
    shot_s: int = 30
    shots: int = 3  # of each team in the shoot-out; then one each until somebody leads
    mercy: int = 10  # difference in goals that ends a game


@dataclass(frozen=True, slots=True)
class PlayerState:
    """A robot's penalty."""

    penalty: PenaltyReason = PenaltyReason.NONE
    left_ns: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamState:
    """A team's score, robots and what it has used up."""

    number: int
    colour: int
    score: int = 0
    players: tuple[PlayerState, ...] = (PlayerState(),) * ON_FIELD + (PlayerState(PenaltyReason.SUBSTITUTE),)
    growing_penalties: int = 0  # so far; each makes the next one longer, over both halves
    has_time_out: bool = True
    shots_taken: int = 0
    single_shots: int = 0  # bit i: shot i + 1 was scored
    message_budget: int = 1200  # counted since 2022


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Everything that a referee knows about a match. Teams are called 0 and 1 here."""

    teams: tuple[TeamState, TeamState]
    times: MatchTimes = MatchTimes()
    book: RuleBook = RULES_2019
    is_play_off: bool = False
    now_ns: int = 0
    phase: MatchPhase = MatchPhase.NORMAL
    state: MatchState = MatchState.INITIAL
    set_play: SetPlay = SetPlay.NONE
    is_first_half: bool = True
    kicking: int = 0  # the team that kicks off, or whose free kick or shot it is
    first_kick_off: int = 0  # the team that kicked off the first half
    kick_off_open: bool = False  # nobody has played the ball yet
    state_since_ns: int = 0
    set_play_since_ns: int = 0
    break_since_ns: int = 0
    played_ns: int = 0  # of this half, or of this shot
    played_before_ns: int = 0  # the same when this state began
    before_time_out: MatchPhase = MatchPhase.NORMAL

    @property
    def in_state_ns(self) -> int:
        """How long this state has lasted."""
        return self.now_ns - self.state_since_ns

    @property
    def is_hidden(self) -> bool:
        """Whether play goes on, but is not broadcast yet."""
        is_normal_play = self.state is MatchState.PLAYING and self.phase is MatchPhase.NORMAL
        return is_normal_play and self.in_state_ns < self.times.hidden_s * SECOND_NS

    @property
    def is_kick_off(self) -> bool:
        """Whether only the kicking team may play the ball, from the centre."""
        is_young = self.in_state_ns < self.times.kick_off_s * SECOND_NS
        return self.state is MatchState.PLAYING and self.kick_off_open and is_young

    @property
    def clock_runs(self) -> bool:
        """Whether the half (or the shot) gets shorter now."""
        if self.state is MatchState.PLAYING:
            return True
        between = self.state in (MatchState.READY, MatchState.SET)
        return between and self.phase is MatchPhase.NORMAL and not self.is_play_off and self.played_ns > 0

    @property
    def penalties_run(self) -> bool:
        """Whether penalised robots come nearer to their return."""
        if self.state is MatchState.PLAYING:
            return not self.is_hidden
        return self.state is MatchState.READY

    @property
    def period_ns(self) -> int:
        """Full length of this half or shot."""
        phase = self.before_time_out if self.phase is MatchPhase.TIME_OUT else self.phase
        return (self.times.shot_s if phase is MatchPhase.SHOOT_OUT else self.times.half_s) * SECOND_NS

    @property
    def is_mercy(self) -> bool:
        """Whether one team leads by so much that the game ends."""
        return abs(self.teams[0].score - self.teams[1].score) >= self.times.mercy

    @property
    def shoot_out_winner(self) -> int | None:
        """The team that the other one cannot reach any more in the shoot-out."""
        goals = [team.single_shots.bit_count() for team in self.teams]
        taken = [team.shots_taken for team in self.teams]
        shots = self.times.shots if max(taken) <= self.times.shots else max(taken)
        for team in (0, 1):
            if goals[team] > goals[1 - team] + shots - taken[1 - team]:
                return team
        return None

    @property
    def is_over(self) -> bool:
        """Whether no further play belongs to this match."""
        if self.state is not MatchState.FINISHED:
            return False
        if self.phase is MatchPhase.SHOOT_OUT:
            return self.shoot_out_winner is not None
        is_tie = self.teams[0].score == self.teams[1].score
        return self.is_mercy or (not self.is_first_half and not (self.is_play_off and is_tie))

    @property
    def attacks_right(self) -> int:
        """The team that attacks the goal at positive x of the field.

        Sides change at half-time, by most rule books; in a shoot-out both teams shoot at that goal.
        """
        if MatchPhase.SHOOT_OUT in (self.phase, self.before_time_out):
            return self.kicking
        return 0 if self.is_first_half or not self.book.changes_sides else 1

    def player(self, team: int, number: int) -> PlayerState:
        """A robot by its number from 1."""
        if team not in (0, 1) or not 1 <= number <= len(self.teams[team].players):
            raise RuleError(f"There is no robot {number} in team {team}; numbers go from 1 to {TEAM_SIZE}.")
        return self.teams[team].players[number - 1]

    def with_team(self, team: int, changed: TeamState) -> "Match":
        """The same with one team changed."""
        return replace(self, teams=(changed, self.teams[1]) if team == 0 else (self.teams[0], changed))

    def with_player(self, team: int, number: int, changed: PlayerState) -> "Match":
        """The same with one robot changed."""
        self.player(team, number)
        players = self.teams[team].players
        exchanged = (*players[: number - 1], changed, *players[number:])
        return self.with_team(team, replace(self.teams[team], players=exchanged))


def new_match(
    first: int,
    second: int,
    *,
    colours: tuple[int, int] = (0, 1),
    is_play_off: bool = False,
    times: MatchTimes | None = None,
    book: RuleBook = RULES_2019,
) -> Match:
    """A match of two teams by their numbers, before its first half; the first one kicks off."""
    if first == second:
        raise RuleError(f"Team {first} cannot play against itself.")
    teams = [
        TeamState(number=number, colour=colour)
        for number, colour in zip((first, second), colours, strict=True)
    ]
    return Match(teams=(teams[0], teams[1]), is_play_off=is_play_off, times=times or MatchTimes(), book=book)


def shoot_out_of(match: Match) -> Match:
    """The same teams at the beginning of their shoot-out, as after a play-off that stands level."""
    return replace(match, is_play_off=True, is_first_half=False, phase=MatchPhase.SHOOT_OUT)
