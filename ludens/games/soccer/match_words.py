"""How a match stands, in words for people who watch it."""

from collections.abc import Iterator

from ludens.games.soccer.referee.report import COLOUR_WORDS
from ludens.messages.league import (
    GameControl,
    MatchPhase,
    MatchState,
    PenaltyReason,
    RobotReport,
    SetPlay,
    TeamMessage,
)

STATES = {
    MatchState.INITIAL: "Before the half",
    MatchState.READY: "Ready: all walk to their places",
    MatchState.SET: "Set: all wait for the whistle",
    MatchState.PLAYING: "Playing",
    MatchState.FINISHED: "The half is over",
    MatchState.STANDBY: "Standby",
}
SHOT_STATES = {
    **STATES,
    MatchState.INITIAL: "TEAM shoots next",
    MatchState.SET: "TEAM waits for the whistle",
    MatchState.PLAYING: "TEAM shoots",
    MatchState.FINISHED: "The shot is over",
}


def state_words(control: GameControl, *, is_automatic: bool) -> str:
    """Half, state, and whose kick it is."""
    words = STATES[control.state]
    if control.phase is MatchPhase.SHOOT_OUT:
        words = SHOT_STATES[control.state].replace("TEAM", kicking_colour(control))
    elif control.state is MatchState.FINISHED and not control.is_first_half:
        words = "The match is over"
    elif control.set_play is not SetPlay.NONE:
        words = f"{str(control.set_play).capitalize()} for {kicking_colour(control)}"
    elif control.state in (MatchState.READY, MatchState.SET):
        words += f", {kicking_colour(control)} kicks off"
    half = "1st half" if control.is_first_half else "2nd half"
    part = half if control.phase is MatchPhase.NORMAL else str(control.phase).capitalize()
    return f"{part} · {words}" + ("" if is_automatic else " · you are the referee")


def shot_words(control: GameControl) -> Iterator[str]:
    """The shots of each team in a shoot-out: scored, missed, and the one that goes on."""
    for team in control.teams:
        goes_on = control.kicking_team == team.number and control.state is not MatchState.FINISHED
        done = team.shots_taken - goes_on
        marks = ["●" if team.single_shots >> shot & 1 else "○" for shot in range(max(done, 0))]
        if team.shots_taken:
            yield f"{COLOUR_WORDS[team.colour].capitalize()} {''.join(marks)}{'◌' if goes_on else ''}"


def kicking_colour(control: GameControl) -> str:
    """Colour of the team that kicks off, or whose free kick it is."""
    team = control.team(control.kicking_team)
    return "nobody" if team is None else COLOUR_WORDS[team.colour]


def clock_words(control: GameControl) -> str:
    """What the second clock counts down, if anything."""
    return f"{control.secondary_s} s" if control.secondary_s > 0 else ""


def team_words(control: GameControl) -> Iterator[str]:
    """Every penalty with its seconds."""
    for team in control.teams:
        for number, player in enumerate(team.players, 1):
            if player.penalty not in (PenaltyReason.NONE, PenaltyReason.SUBSTITUTE):
                left = f" {player.penalty_left_s} s" if player.penalty_left_s else ""
                yield f"{COLOUR_WORDS[team.colour]} {number}: {player.penalty}{left}"


def control_words(control: GameControl) -> str:
    """The line of the packet log for control data."""
    first, second = control.teams
    words = [str(control.state), f"{first.score}:{second.score}", f"{control.remaining_s} s"]
    if control.set_play is not SetPlay.NONE:
        words.insert(1, f"{control.set_play} for {kicking_colour(control)}")
    return ", ".join(words)


def report_words(report: RobotReport | TeamMessage) -> str:
    """The line of the packet log for what a robot says of itself; answers of 2019 say no more than alive."""
    if report == RobotReport(time_s=report.time_s, player=report.player, team=report.team):
        return "alive"
    pose = report.field_from_robot
    where = f"at {pose.x_m:z.1f}, {pose.y_m:z.1f} m"
    ball = (
        "no ball"
        if report.ball_age_s is None
        else f"ball {report.ball_age_s:.1f} s ago at {report.ball_m[0]:z.1f}, {report.ball_m[1]:z.1f} m"
    )
    return f"{where}, {ball}" + (", fallen" if report.fallen else "")
