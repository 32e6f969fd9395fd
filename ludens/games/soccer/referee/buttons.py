"""Leads robots by their chest buttons, where there is no GameController (001, §4.1.1).

A press switches a robot between penalised and playing; from initial the first one leads to penalised. What a
robot takes itself for is told by the light in its chest, so a press that was missed is made again. Nobody
tells robots whose kick-off it is: those of the other team are let go when the ball is in play.
"""

from ludens.core.errors import LudensError
from ludens.core.runtime.clock import nanoseconds
from ludens.games.soccer.referee.orders import team_and_player
from ludens.games.soccer.rules.match import Match
from ludens.messages.league import MatchState, PenaltyReason
from ludens.messages.refereeing import ButtonPress, FieldRobot, FieldTruth
from ludens.robots.nao.touch import CHEST_BUTTON, LEFT_BUMPERS, RIGHT_BUMPERS

BUTTONS = {"chest": CHEST_BUTTON, "left": LEFT_BUMPERS[0], "right": RIGHT_BUMPERS[0]}
"""What can be pressed, in the words of an order."""
HOLDS_NS = nanoseconds(0.25)
"""How long a finger stays on a button."""
APART_NS = nanoseconds(0.7)
"""From one press to the next: meanwhile the robot shows what it has made of it."""


class ButtonAssistant:
    """The fingers of those who stand beside the field."""

    def __init__(self) -> None:
        self._pressed_ns: dict[str, int] = {}  # when each robot was last pressed
        self._held: dict[str, str] = {}  # which button of a robot
        self._asked: list[tuple[int, int, str]] = []  # team, player, button

    def ask(self, words: str, match: Match) -> None:
        """Have a button of a robot pressed, as in `press 24 2 left`; raises a sentence."""
        _, *given = words.split()
        if len(given) != 3 or given[2] not in BUTTONS:
            raise LudensError(f"It is written: press TEAM PLAYER {'|'.join(BUTTONS)}.")
        team, player = team_and_player(given[0], given[1], match)
        self._asked.append((team, player, BUTTONS[given[2]]))

    def presses(self, truth: FieldTruth, match: Match, *, leads: bool) -> tuple[ButtonPress, ...]:
        """Return what fingers do now: what was asked for, and where buttons lead the match, what it takes."""
        found = []
        for robot in truth.robots:
            pressed_ns = self._pressed_ns.get(robot.name, -APART_NS)
            if robot.name in self._held:
                if match.now_ns - pressed_ns >= HOLDS_NS:
                    found.append(ButtonPress(robot.name, self._held.pop(robot.name), down=False))
            elif match.now_ns - pressed_ns >= APART_NS and robot.is_upright:
                button = self._wanted(robot, match, leads=leads)
                if button:
                    self._held[robot.name], self._pressed_ns[robot.name] = button, match.now_ns
                    found.append(ButtonPress(robot.name, button, down=True))
        return tuple(found)

    def _wanted(self, robot: FieldRobot, match: Match, *, leads: bool) -> str:
        """Return the button of a robot that is due, if any: first what a person has asked for."""
        for asked in self._asked:
            if asked[:2] == (robot.team, robot.player):
                self._asked.remove(asked)
                return asked[2]
        return CHEST_BUTTON if leads and _is_wrong(robot, match) else ""


def _is_wrong(robot: FieldRobot, match: Match) -> bool:
    """Whether a robot shows that it plays and may not, or that it does not and should."""
    is_penalised = match.player(robot.team, robot.player).penalty is not PenaltyReason.NONE
    waits = match.is_kick_off and robot.team != match.kicking
    should_play = match.state is MatchState.PLAYING and not is_penalised and not waits
    red, green, _ = robot.chest_rgb
    shows_play = green > 0.5 > red
    return should_play != shows_play
