"""What a person or a script tells the referee, a line each: `goal 24`, `penalise 5 3 pushing`, `kick-in 24`.

A script is a file of such lines with the second in front at which each is due, counted from the start, or
with a plus from the line before:

    0    ready
    +50  play           # whistled in set
    90.5 goal 24
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from ludens.core.errors import LudensError, did_you_mean
from ludens.games.soccer.rules import events as e
from ludens.games.soccer.rules.match import SECOND_NS, Match
from ludens.messages.league import PenaltyReason, SetPlay

UNDO = "undo"
REASONS = {
    "ball": PenaltyReason.ILLEGAL_BALL_CONTACT,
    "pushing": PenaltyReason.PUSHING,
    "motion": PenaltyReason.MOTION_IN_SET,
    "inactive": PenaltyReason.INACTIVE,
    "defender": PenaltyReason.ILLEGAL_DEFENDER,
    "leaving": PenaltyReason.LEAVING_THE_FIELD,
    "kick-off-goal": PenaltyReason.KICK_OFF_GOAL,
    "pick-up": PenaltyReason.PICK_UP,
    "stuck": PenaltyReason.LOCAL_GAME_STUCK,
    "positioning": PenaltyReason.ILLEGAL_POSITIONING,
    "manual": PenaltyReason.MANUAL,
}
SHORT = {
    "r": "ready",
    "s": "set",
    "p": "play",
    "f": "finish",
    "g": "goal",
    "k": "kick-in",
    "c": "corner",
    "b": "ball-played",
    "x": "penalise",
    "u": UNDO,
}


class Order(NamedTuple):
    """How one order is written, and the event it means; `make` gets a team as 0 or 1 where it wants one."""

    words: str
    make: Callable[..., e.Event]


def _free_kick(kind: SetPlay) -> Callable[[int], e.Event]:
    return lambda team: e.FreeKick(kind, team)


ORDERS = {
    "ready": Order("", e.Ready),
    "set": Order("", e.Set),
    "play": Order("", e.Whistle),
    "finish": Order("", e.Finish),
    "second-half": Order("", e.SecondHalf),
    "shoot-out": Order("", e.ShootOut),
    "next-shot": Order("", e.NextShot),
    "time-out": Order("TEAM", e.TimeOut),
    "goal": Order("TEAM", e.Goal),
    "kick-in": Order("TEAM", _free_kick(SetPlay.KICK_IN)),
    "corner": Order("TEAM", _free_kick(SetPlay.CORNER_KICK)),
    "goal-kick": Order("TEAM", _free_kick(SetPlay.GOAL_FREE_KICK)),
    "free-kick": Order("TEAM", _free_kick(SetPlay.PUSHING_FREE_KICK)),
    "ball-played": Order("", e.BallPlayed),
    "stuck": Order("TEAM", e.GameStuck),
    "penalise": Order("TEAM PLAYER REASON", e.Penalise),
    "return": Order("TEAM PLAYER", e.Return),
    "substitute": Order("TEAM PLAYER PLAYER", e.Substitute),
}


class TimedOrder(NamedTuple):
    """A line of a script."""

    time_ns: int
    line: str


def event_of(line: str, match: Match) -> e.Event:
    """The event that a line means in a match; raises a sentence."""
    word, *given = line.split()
    word = SHORT.get(word.lower(), word.lower())
    if word not in ORDERS:
        raise LudensError(f"There is no order '{word}'; {did_you_mean(word, [*ORDERS, UNDO])}")
    wanted = ORDERS[word].words.split()
    if len(given) != len(wanted):
        raise LudensError(f"It is written: {' '.join((word, *wanted))}.")
    return ORDERS[word].make(*(_meant(kind, text, match) for kind, text in zip(wanted, given, strict=True)))


def _meant(kind: str, text: str, match: Match) -> int | PenaltyReason:
    if kind == "REASON":
        if text.lower() not in REASONS:
            raise LudensError(f"There is no penalty '{text}'; {did_you_mean(text, REASONS)}")
        return REASONS[text.lower()]
    return _number(text) if kind == "PLAYER" else _team(text, match)  # the rules say which players there are


def team_and_player(team: str, player: str, match: Match) -> tuple[int, int]:
    """Which robot of a match is meant by two written numbers."""
    return _team(team, match), _number(player)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else -1


def _team(text: str, match: Match) -> int:
    numbers = [team.number for team in match.teams]
    if _number(text) not in numbers:
        raise LudensError(f"Team {text} does not play here; {numbers[0]} and {numbers[1]} do.")
    return numbers.index(_number(text))


def read_script(path: Path) -> list[TimedOrder]:
    """Read a file of timed orders, in order of time."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LudensError(f"The script {path} cannot be read: {error}.") from error
    return sorted(_timed_orders(text, path.name), key=lambda order: order.time_ns)


def _timed_orders(text: str, name: str) -> Iterator[TimedOrder]:
    last_ns = 0
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        time_s = _seconds(words[0])
        if time_s is None or len(words) < 2:
            raise LudensError(
                f"{name}, line {number}: write the second and the order, such as '12.5 goal 24'; found "
                f"'{line.strip()}'."
            )
        last_ns = round(time_s * SECOND_NS) + (last_ns if words[0].startswith("+") else 0)
        yield TimedOrder(last_ns, " ".join(words[1:]))


def _seconds(text: str) -> float | None:
    digits = text.removeprefix("+")
    if not digits.replace(".", "", 1).isdecimal() or not digits.isascii() or len(digits) > 12:
        return None
    return float(digits)
