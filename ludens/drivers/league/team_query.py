"""Team-mates that ask each other over TCP where they are and where the ball is, as robots of 2011 did.

A robot answers every connection with one line of JSON about itself, and asks each of its mates once a second.
Nothing here waits: sockets are looked at whenever the driver delivers.
"""

import socket
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from ludens.core.contract.capabilities import Capability
from ludens.core.contract.driver import Delivery, Driver, DriverWrapper, Source
from ludens.core.errors import LudensError
from ludens.core.foreign import reading
from ludens.core.runtime.clock import nanoseconds, seconds
from ludens.core.runtime.finite import is_finite
from ludens.drivers.inbox import SELDOM_S
from ludens.drivers.league.packet import PacketError, RefusalLog
from ludens.geometry import Pose2
from ludens.messages import Message
from ludens.messages.league import TeamMessage

QUERY_PORT = 9600
QUESTION = b"status\n"
LONGEST = 512  # bytes of a question or an answer
MOST_CALLERS = 8
ASKS_EVERY_NS = nanoseconds(1.0)
GIVES_UP_NS = nanoseconds(2.0)
MATES = Source(
    "mates/query", SELDOM_S, (Capability("team query", delivers=(TeamMessage,), accepts=(TeamMessage,)),)
)

Address = tuple[str, int]


class StatusLine(msgspec.Struct, forbid_unknown_fields=True):
    """What a robot answers: metres and radians on the field, its ball in its own frame."""

    player: int
    team: int
    fallen: bool
    x_m: float
    y_m: float
    yaw_rad: float
    ball_age_s: float | None  # null: never seen
    ball_x_m: float
    ball_y_m: float


def encode_status(message: TeamMessage) -> bytes:
    """The line that tells a robot's newest message."""
    pose = message.field_from_robot
    return (
        msgspec.json.encode(
            StatusLine(
                player=message.player,
                team=message.team,
                fallen=message.fallen,
                x_m=pose.x_m,
                y_m=pose.y_m,
                yaw_rad=pose.yaw_rad,
                ball_age_s=message.ball_age_s,
                ball_x_m=message.ball_m[0],
                ball_y_m=message.ball_m[1],
            )
        )
        + b"\n"
    )


def decode_status(line: bytes, *, time_s: float) -> TeamMessage:
    """What an answer says; raises `PacketError`."""
    with reading("The answer of a team-mate", remedy="It is left out.", error=PacketError):
        told = msgspec.json.decode(line, type=StatusLine)
        message = TeamMessage(
            time_s=time_s,
            player=told.player,
            team=told.team,
            fallen=told.fallen,
            field_from_robot=Pose2(told.x_m, told.y_m, told.yaw_rad),
            ball_age_s=told.ball_age_s,
            ball_m=(told.ball_x_m, told.ball_y_m),
        )
    if not is_finite(message):
        raise PacketError("The answer of a team-mate holds a number that is not finite.")
    return message


@dataclass(slots=True)
class _Call:
    """An open connection, and what has come over it."""

    socket: socket.socket
    peer: str
    since_ns: int
    is_asked: bool = False  # whether our question has been sent
    heard: bytes = b""

    def hear(self) -> bytes | None:
        """Take what has come; the whole line once it is there, an empty one when the peer has gone."""
        try:
            data = self.socket.recv(LONGEST)
        except BlockingIOError:
            return None
        except OSError:
            return b""
        self.heard += data
        if b"\n" in self.heard:
            return self.heard.partition(b"\n")[0]
        return b"" if not data or len(self.heard) > LONGEST else None


class TeamQueryDriver(DriverWrapper):
    """Lets the one robot of another driver answer and ask its mates, on this computer by default."""

    def __init__(
        self,
        driver: Driver,
        mates: Sequence[Address],
        *,
        listen: Address = ("127.0.0.1", QUERY_PORT),
        refusals: RefusalLog | None = None,
    ) -> None:
        super().__init__(driver, sources=(MATES,))
        self.refusals = refusals if refusals is not None else RefusalLog()
        self._robot = self.robots[0].name
        self._mates = tuple(mates)
        self._newest: TeamMessage | None = None
        self._callers: list[_Call] = []
        self._asked: list[_Call] = []
        self._ask_due_ns = 0
        self._coming: list[Delivery] = []
        self._server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._server.setblocking(False)
        try:
            self._server.bind(listen)
            self._server.listen(MOST_CALLERS)
        except OSError as error:
            self._server.close()
            raise LudensError(
                f"Team-mates cannot ask at {listen[0]}, port {listen[1]}: {error.strerror}. Give an address "
                "of this computer and a free port."
            ) from error

    def next_delivery(self) -> Delivery | None:
        """The driver's next delivery; before it, answers of team-mates."""
        if not self._coming:
            delivery = self.driver.next_delivery()
            if delivery is None:
                return None
            self._answer(delivery.time_ns)
            self._ask(delivery.time_ns)
            self._coming = [*self._answers(delivery.time_ns), delivery]
        return self._coming.pop(0)

    def command(self, robot: str, command: Message) -> None:
        """Keep what is told to mates, pass the rest on."""
        if isinstance(command, TeamMessage):
            self._newest = command
        else:
            self.driver.command(robot, command)

    def close(self) -> None:
        """Hang up everywhere. May be called twice."""
        for call in (*self._callers, *self._asked):
            call.socket.close()
        self._callers, self._asked = [], []
        self._server.close()
        self.driver.close()

    def _answer(self, now_ns: int) -> None:
        """Take new callers, and answer those that have asked."""
        with suppress(OSError):
            while len(self._callers) < MOST_CALLERS:
                connected, (host, _) = self._server.accept()
                connected.setblocking(False)
                self._callers.append(_Call(connected, host, now_ns))
        for call in list(self._callers):
            line = call.hear()
            if line is None and now_ns - call.since_ns < GIVES_UP_NS:
                continue
            if line is not None and line + b"\n" == QUESTION and self._newest is not None:
                with suppress(OSError):
                    call.socket.send(encode_status(self._newest))
            elif line:
                self.refusals.refuse(
                    PacketError(f"Mates ask {QUESTION!r}, not {line[:20]!r}."), sender=call.peer
                )
            call.socket.close()
            self._callers.remove(call)

    def _ask(self, now_ns: int) -> None:
        """Call every mate that is not being called."""
        if now_ns < self._ask_due_ns:
            return
        self._ask_due_ns = now_ns + ASKS_EVERY_NS
        for host, port in self._mates:
            peer = f"{host}:{port}"
            if any(call.peer == peer for call in self._asked):
                continue
            line = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            line.setblocking(False)
            with suppress(OSError):  # it is connected in a moment, or never
                line.connect((host, port))
            self._asked.append(_Call(line, peer, now_ns))

    def _answers(self, now_ns: int) -> Iterator[Delivery]:
        for call in list(self._asked):
            if not call.is_asked:
                with suppress(OSError):
                    call.is_asked = call.socket.send(QUESTION) == len(QUESTION)
            line = call.hear() if call.is_asked else None
            if line is None and now_ns - call.since_ns < GIVES_UP_NS:
                continue
            call.socket.close()
            self._asked.remove(call)
            if not line:
                continue
            try:
                message = decode_status(line, time_s=seconds(now_ns))
            except PacketError as error:
                self.refusals.refuse(error, sender=call.peer)
            else:
                yield Delivery(now_ns, self._robot, MATES.name, (message,))
