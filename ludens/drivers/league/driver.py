"""The league as a driver: adds what GameController and team-mates say to the robots of any other driver.

Everything passes through packets, also in simulated time: a value that does not fit into one does not travel.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from threading import Lock

from msgspec import structs

from ludens.core.contract.capabilities import Capability
from ludens.core.contract.driver import Delivery, Driver, InterposingDriver, RobotDescription, Source
from ludens.core.contract.setup import WHOLE_GAME
from ludens.core.errors import LudensError, did_you_mean
from ludens.core.runtime.clock import nanoseconds, seconds
from ludens.drivers.inbox import SELDOM_S
from ludens.drivers.league.control_data import decode_control, encode_control
from ludens.drivers.league.packet import PacketError, RefusalLog
from ludens.drivers.league.return_data import RETURN_VERSIONS, decode_return, encode_return
from ludens.drivers.league.team_packet import decode_team_message, encode_team_message
from ludens.drivers.league.wire import Arrival, Channel, LeagueWire, PlayerId
from ludens.messages import Message
from ludens.messages.league import GameControl, RobotReport, TeamMessage

SOURCE = "league"
MATES = "mates/league"
"""Source of what team-mates say; a module asks for `Annotated[Since[TeamMessage], under("mates")]`."""
PLAYER = (
    Source(
        SOURCE, SELDOM_S, (Capability("game controller", delivers=(GameControl,), accepts=(RobotReport,)),)
    ),
    Source(MATES, SELDOM_S, (Capability("team radio", delivers=(TeamMessage,), accepts=(TeamMessage,)),)),
)
REFEREE = (
    Source(
        SOURCE,
        SELDOM_S,
        (Capability("league referee", delivers=(RobotReport, TeamMessage), accepts=(GameControl,)),),
    ),
)
FOR_THE_LEAGUE = frozenset({RobotReport, TeamMessage, GameControl})
"""Commands that travel as packets."""
MESSAGE_PERIOD_NS = nanoseconds(1.0)
"""The league's limit of 2019: one team message a second and robot."""
BUDGET_RESERVE = 10
"""Since 2022 a team has messages for a game; the last are never sent, for one too many costs goals."""


class LeagueDriver(InterposingDriver):
    """Makes robots players of the league; with a `referee`, the game as a whole can be their GameController.

    A robot hears control data of its own match and the messages of its team-mates, and answers control data
    with its newest `RobotReport`. Numbers of team and player are the driver's: what modules write there is
    replaced. More than one team message a second is not sent.
    """

    def __init__(
        self,
        driver: Driver,
        wire: LeagueWire,
        players: Mapping[str, PlayerId],
        *,
        referee: bool = False,
        refusals: RefusalLog | None = None,
    ) -> None:
        super().__init__(driver)
        names = [robot.name for robot in driver.robots]
        unknown = [name for name in players if name not in names]
        if unknown:
            raise LudensError(
                f"There is no robot called '{unknown[0]}' that could play; {did_you_mean(unknown[0], names)}"
            )
        self.robots = tuple(_described(driver.robots, players, referee=referee))
        self.refusals = refusals if refusals is not None else RefusalLog()
        self.unsent: Counter[str] = Counter()  # team messages that the league's limits forbade, by robot
        self._wire = wire
        self._players = dict(players)
        self._has_game, self._has_referee = WHOLE_GAME in names, referee
        self._reports: dict[str, RobotReport] = {}
        self._said_ns: dict[str, int] = {}
        self._said: dict[str, bytes] = {}  # the last message of each robot
        self._budgets: dict[str, int | None] = {}
        self._now_ns = 0
        self._lock = Lock()

    def _due_before(self, delivery: Delivery) -> Delivery | None:
        with self._lock:
            while (arrival := self._wire.next_arrival(delivery.time_ns)) is not None:
                self._now_ns = max(self._now_ns, arrival.time_ns)
                delivered = self._delivered(arrival)
                if delivered is not None:
                    return delivered
            self._now_ns = delivery.time_ns
        return None

    def command(self, robot: str, command: Message) -> None:
        """Send what is meant for the league, pass the rest on."""
        if type(command) not in FOR_THE_LEAGUE:
            self.driver.command(robot, command)
        elif isinstance(command, RobotReport) and robot in self._players:
            with self._lock:
                self._reports[robot] = command
        elif isinstance(command, TeamMessage) and robot in self._players:
            with self._lock:
                self._say(robot, command)
        elif isinstance(command, GameControl) and robot == WHOLE_GAME:
            with self._lock:
                data = encode_control(command)
                self._wire.send(Channel.CONTROL, data, sender=WHOLE_GAME, to="", now_ns=self._now_ns)
        else:
            self.driver.command(robot, command)

    def make_safe(self, robot: str) -> None:
        """Bring the robot to rest; the game has no body."""
        if robot != WHOLE_GAME or self._has_game:
            self.driver.make_safe(robot)

    def close(self) -> None:
        """Close the wire and the driver."""
        self._held = None
        self._wire.close()
        self.driver.close()

    def _say(self, robot: str, message: TeamMessage) -> None:
        said_ns, budget = self._said_ns.get(robot), self._budgets.get(robot)
        too_soon = said_ns is not None and self._now_ns - said_ns < MESSAGE_PERIOD_NS
        if too_soon or (budget is not None and budget <= BUDGET_RESERVE):
            self.unsent[robot] += 1
            return
        player = self._players[robot]
        data = encode_team_message(structs.replace(message, team=player.team, player=player.number))
        self._said_ns[robot], self._said[robot] = self._now_ns, data
        self._wire.send(Channel.TEAM, data, sender=robot, to="", now_ns=self._now_ns)

    def _delivered(self, arrival: Arrival) -> Delivery | None:
        """What a packet means for its receiver, if anything."""
        if arrival.receiver == WHOLE_GAME and not self._has_referee:
            return None
        try:
            message = self._understood(arrival)
        except PacketError as error:
            self.refusals.refuse(error, sender=arrival.sender)
            return None
        if message is None:
            return None
        from_mate = arrival.channel is Channel.TEAM and arrival.receiver != WHOLE_GAME
        return Delivery(self._now_ns, arrival.receiver, MATES if from_mate else SOURCE, (message,))

    def _understood(self, arrival: Arrival) -> Message | None:
        time_s = seconds(arrival.time_ns)
        if arrival.channel is Channel.RETURN:
            return decode_return(arrival.data, time_s=time_s)
        if arrival.channel is Channel.CONTROL:
            control = decode_control(arrival.data, time_s=time_s)
            return self._obeyed(arrival, control)
        message = decode_team_message(arrival.data, time_s=time_s)
        player = self._players.get(arrival.receiver)
        is_echo = arrival.data == self._said.get(arrival.receiver)  # a broadcast comes back to its sender
        is_foreign = player is not None and player.team != message.team
        return None if is_echo or is_foreign else message

    def _obeyed(self, arrival: Arrival, control: GameControl) -> GameControl | None:
        """Answer control data of the robot's own match; that of another field is none of its business."""
        robot, player = arrival.receiver, self._players[arrival.receiver]
        team = control.team(player.team)
        if team is None:
            return None
        self._budgets[robot] = team.message_budget
        report = self._reports.get(robot) or RobotReport(time_s=control.time_s, player=1, team=1)
        report = structs.replace(report, team=player.team, player=player.number)
        data = encode_return(report, version=RETURN_VERSIONS[control.version])
        self._wire.send(Channel.RETURN, data, sender=robot, to=arrival.sender, now_ns=self._now_ns)
        return control


def _described(
    robots: tuple[RobotDescription, ...], players: Mapping[str, PlayerId], *, referee: bool
) -> Iterator[RobotDescription]:
    """Describe every robot with what the league adds, and the game as a whole where it has the referee."""
    added = dict.fromkeys(players, PLAYER) | ({WHOLE_GAME: REFEREE} if referee else {})
    if referee and WHOLE_GAME not in [robot.name for robot in robots]:
        robots = (*robots, RobotDescription(WHOLE_GAME, WHOLE_GAME, ()))
    for robot in robots:
        yield replace(robot, sources=(*robot.sources, *added.get(robot.name, ())))
