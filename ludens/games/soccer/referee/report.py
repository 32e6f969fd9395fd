"""How a match stands, in words for a terminal."""

from ludens.games.soccer.referee.controller import GameController
from ludens.games.soccer.rules.broadcast import told
from ludens.messages.league import MatchPhase, MatchState, PenaltyReason, SetPlay


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
