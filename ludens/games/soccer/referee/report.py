"""How a match stands, in words for a terminal."""

from ludens.games.soccer.referee.controller import GameController
from ludens.games.soccer.rules import events as e
from ludens.games.soccer.rules.broadcast import told
from ludens.games.soccer.rules.match import Match
from ludens.messages.league import MatchPhase, MatchState, PenaltyReason, SetPlay

COLOUR_WORDS = ("blue", "red", "yellow", "black", "white", "green", "orange", "purple", "brown", "grey")
"""As the league counts them."""


def headline(controller: GameController) -> str:
    """State and score, without anything that changes every second."""
    match = controller.match
    first, second = match.teams
    half = "first half" if match.is_first_half else "second half"
    words = [half if match.phase is MatchPhase.NORMAL else str(match.phase), str(match.state)]
    if match.is_hidden:
        words[-1] += " (robots are told set)"
    if match.set_play is not SetPlay.NONE:
        words.append(f"{match.set_play} for {match.teams[match.kicking].number}")
    elif match.state in (MatchState.READY, MatchState.SET) or match.is_kick_off:
        words.append(f"{match.teams[match.kicking].number} kicks off")
    return f"{first.number} {first.score} : {second.score} {second.number}, {', '.join(words)}"


def called(event: e.Event, match: Match) -> str:
    """What the referee has called, in a sentence with the teams' colours; "" for what nobody calls out."""
    match event:
        case e.Goal(team):
            return f"Goal for {colour_of(team, match)}!"
        case e.FreeKick(kind, team):
            return f"{str(kind).capitalize()} for {colour_of(team, match)}."
        case e.Penalise(team, player, reason):
            return f"{str(reason).capitalize()}: {colour_of(team, match)} {player} leaves the field."
        case e.GameStuck(team):
            return f"Nothing moves: kick-off for {colour_of(team, match)}."
    return ""


def colour_of(team: int, match: Match) -> str:
    """Colour of a team in words."""
    return COLOUR_WORDS[match.teams[team].colour]


def in_colours(line: str, match: Match) -> str:
    """An order with the team's colour in the place of its number, which follows the first word."""
    word, *given = line.split()
    colours = {str(team.number): COLOUR_WORDS[team.colour] for team in match.teams}
    return " ".join((word, *(colours.get(text, text) for text in given[:1]), *given[1:]))


def attendance(controller: GameController, now_ns: int) -> str:
    """Every robot that is on the field, with its penalty and whether it answers."""
    match, lines = controller.match, []
    for team in match.teams:
        robots = []
        for number, player in enumerate(team.players, 1):
            alive = controller.attendance.of(team.number, number, now_ns)
            is_out = player.penalty is not PenaltyReason.NONE
            if player.penalty is PenaltyReason.SUBSTITUTE and alive == "offline":
                continue
            robots.append(f"{number} {alive}" + (f" ({player.penalty})" if is_out else ""))
        lines.append(f"team {team.number}: {', '.join(robots)}")
    return "; ".join(lines)


def clocks(controller: GameController) -> str:
    """Both clocks as minutes and seconds."""
    packet = told(controller.match, is_true=True)
    second = f", {packet.secondary_s} s" if packet.secondary_s else ""
    sign = "-" if packet.remaining_s < 0 else ""
    minutes, left_s = divmod(abs(packet.remaining_s), 60)
    return f"{sign}{minutes}:{left_s:02}{second}"
