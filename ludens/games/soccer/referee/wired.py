"""A simulated field whose referee is elsewhere: a GameController that robots hear by UDP leads the match.

Here its assistants carry what it asks for, and people are told how the match stands. Calls, and the ball at a
free kick, are left to whoever sits at the GameController and at the page.
"""

from dataclasses import replace

from msgspec import structs

from ludens.core.contract.declaration import Each, Since
from ludens.core.contract.module import Module
from ludens.core.runtime.clock import nanoseconds
from ludens.games.soccer.referee.assistants import carried
from ludens.games.soccer.referee.automatic import AutomaticRefereeParameters
from ludens.games.soccer.rules.broadcast import told
from ludens.games.soccer.rules.match import Match, PlayerState, TeamState, new_match
from ludens.messages.league import GameControl, MatchState, TeamControl
from ludens.messages.refereeing import FieldTruth, MatchReport, RefereeHands, RefereeOrder

DEAF = "A GameController elsewhere leads this match: it does not hear you here."
SILENT_NS = nanoseconds(4.0)
"""Without a word for so long, people are told that nobody leads the match."""
REPORT_NS = nanoseconds(0.5)


class WiredReferee(Module[AutomaticRefereeParameters]):
    """Follows the control data that any of the robots has heard."""

    def start(self) -> None:
        """Begin with nothing heard."""
        options = self.parameters
        self._match = new_match(options.first_team, options.second_team)
        self._seen: Match | None = None
        self._control = told(self._match, is_true=True)
        self._heard_ns: int | None = None
        self._deaf_ns = -SILENT_NS
        self._report_due_ns = 0

    def cycle(
        self, truth: FieldTruth, controls: Each[GameControl], orders: Since[RefereeOrder] = ()
    ) -> tuple[RefereeHands | None, MatchReport | None]:
        """Listen, carry, and tell."""
        now_ns = nanoseconds(truth.time_s)
        heard = [control for control in controls.values() if control is not None]
        if heard:
            control = max(heard, key=lambda one: one.time_s)
            self._heard_ns, self._control = now_ns, in_order(control, self._match)
            self._match = followed(self._match, self._control, now_ns)
        if orders:
            self._deaf_ns = now_ns
        hands, self._seen = carried(truth, self._match, self._seen), self._match
        if now_ns < self._report_due_ns and hands is None and not orders:
            return hands, None
        self._report_due_ns = now_ns + REPORT_NS
        return hands, MatchReport(
            time_s=truth.time_s,
            control=self._control,
            attacks_right=self._match.attacks_right,
            is_automatic=True,
            is_over=self._match.is_over,
            said=self._words(now_ns),
        )

    def _words(self, now_ns: int) -> str:
        if now_ns - self._deaf_ns < SILENT_NS:
            return DEAF
        if self._heard_ns is None or now_ns - self._heard_ns > SILENT_NS:
            first, second = self._match.teams
            return (
                f"No GameController is heard: start `ludens soccer referee {first.number} {second.number}`."
            )
        return ""


def in_order(control: GameControl, match: Match) -> GameControl:
    """Control data with the teams in the order of the match; a team that it does not know is as it was."""
    known = told(match, is_true=True).teams
    first, second = (control.team(team.number) or team for team in known)
    return structs.replace(control, teams=(first, second))


def followed(match: Match, control: GameControl, now_ns: int) -> Match:
    """The match as far as control data tells of it: enough to know where robots and ball belong."""
    first, second = match.teams
    numbers = [first.number, second.number]
    is_new = (control.state, control.phase) != (match.state, match.phase)
    state = MatchState.INITIAL if control.state is MatchState.STANDBY else control.state
    return replace(
        match,
        teams=(_followed_team(first, control.teams[0]), _followed_team(second, control.teams[1])),
        now_ns=now_ns,
        phase=control.phase,
        state=state,
        set_play=control.set_play,
        is_first_half=control.is_first_half,
        kicking=numbers.index(control.kicking_team) if control.kicking_team in numbers else match.kicking,
        state_since_ns=now_ns if is_new else match.state_since_ns,
    )


def _followed_team(team: TeamState, control: TeamControl) -> TeamState:
    """Score and penalties of a team; newer control data has more robots than ever play here."""
    penalties = [player.penalty for player in control.players][: len(team.players)]
    players = tuple(map(PlayerState, penalties)) + team.players[len(penalties) :]
    return replace(team, score=control.score, players=players)
