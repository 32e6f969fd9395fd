"""The GameController itself: a match, its history and the robots that answer, without sockets or a clock."""

from collections import deque

from ludens.core.errors import LudensError
from ludens.games.soccer.referee.liveness import Attendance
from ludens.games.soccer.referee.orders import UNDO, event_of
from ludens.games.soccer.referee.routine import RefereeRoutine, next_event
from ludens.games.soccer.rules.broadcast import told
from ludens.games.soccer.rules.events import Event, MessageSent
from ludens.games.soccer.rules.match import Match, RuleError
from ludens.games.soccer.rules.transitions import advanced, after
from ludens.messages.league import GameControl, RobotReport, TeamMessage

MOST_UNDONE = 50


class GameController:
    """Applies events and orders to a match, and tells it as packets.

    With a `routine` it goes on by itself. `undo` makes the match what it would be without the last event.
    """

    def __init__(self, match: Match, *, version: int = 12, routine: RefereeRoutine | None = None) -> None:
        self.match = match
        self.attendance = Attendance()
        self._version = version
        self._routine = routine
        self._history: deque[Match] = deque(maxlen=MOST_UNDONE)
        self._packets = self._true_packets = 0

    def let_pass(self, time_ns: int) -> None:
        """Let time pass, without doing anything by routine."""
        self.match = advanced(self.match, time_ns)

    def advance(self, time_ns: int) -> None:
        """Let time pass, and do what is due by routine."""
        self.let_pass(time_ns)
        while self._routine is not None and (event := next_event(self.match, self._routine)) is not None:
            self.happen(event, time_ns)

    def happen(self, event: Event, time_ns: int) -> None:
        """Apply an event; one that the rules do not allow changes nothing and raises a sentence."""
        try:
            changed = after(self.match, event, time_ns)
        except RuleError as error:
            raise LudensError(str(error)) from error
        if not isinstance(event, MessageSent):
            self._history.append(self.match)
        self.match = changed

    def order(self, line: str, time_ns: int) -> None:
        """Do what a line says; raises a sentence."""
        if line.strip().lower() in (UNDO, "u"):
            if not self._history:
                raise LudensError("There is nothing to undo.")
            self.match = advanced(self._history.pop(), time_ns)
        elif line.strip():
            self.happen(event_of(line, self.match), time_ns)

    def heard(self, message: RobotReport | TeamMessage, time_ns: int) -> None:
        """Note a robot's answer, or count a message of its team."""
        if isinstance(message, RobotReport):
            self.attendance.heard(message, self.match, time_ns)
            return
        numbers = [team.number for team in self.match.teams]
        if message.team in numbers:
            self.happen(MessageSent(numbers.index(message.team)), time_ns)

    def packet(self) -> GameControl:
        """The next packet for robots."""
        self._packets += 1
        return told(self.match, packet_number=self._packets - 1, version=self._version)

    def true_packet(self) -> GameControl:
        """The next packet for monitors."""
        self._true_packets += 1
        return told(self.match, packet_number=self._true_packets - 1, version=self._version, is_true=True)
