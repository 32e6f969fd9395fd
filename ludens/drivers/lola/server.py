"""LoLA's other end: a simulated NAO that other programs reach as if it were a real one.

At every tick a sensor map goes out. The answer is carried out when it comes, and the robot's next 12 ms are
computed at once, so that the next map leaves in time; an answer that has not come shortly before that is
late, and the robot carries out the last command again. In lockstep there are no ticks: the robot's time
stands still until the client has answered, so that a debugger or a slow machine changes nothing.
"""

import logging
import os
import select
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import socket
from threading import Event

from ludens.core.runtime.clock import Clock, seconds
from ludens.drivers.lola.body import LolaBody
from ludens.drivers.lola.connection import Connection, listen, stop_listening
from ludens.drivers.lola.decoding import decode_actuators
from ludens.drivers.lola.encoding import encode_sensors
from ludens.drivers.lola.layout import (
    DEFAULT_SOCKET,
    PERIOD_NS,
    SENSOR_BYTES,
    ActuatorFrame,
    FrameError,
    LolaError,
)

ANSWER_WITHIN_NS = 8_000_000
"""How long a tick waits for its answer; the rest of the period is for the physics."""
SILENT_PERIODS = 40
"""About half a second without an answer: the robot is made safe."""
LOOK_EVERY_NS = 100_000_000  # in lockstep, where nothing else ends the waiting

logger = logging.getLogger("ludens.lola")


@dataclass(slots=True)
class ServerCounts:
    """Counts of events since the start."""

    frames: int = 0  # sensor maps sent
    answers: int = 0  # actuator maps that could be used
    late: int = 0  # ticks whose answer did not come in time
    refused: int = 0  # maps that said something wrong
    unread: int = 0  # sensor maps left out because the client did not read
    delayed: int = 0  # ticks that could not begin in time
    clients: int = 0  # that connected


class LolaServer:
    """Serves one client after the other, and reports what happens to them to `tell`, in sentences.

    The body and the socket are closed at the end.
    """

    def __init__(
        self,
        body: LolaBody,
        path: Path = DEFAULT_SOCKET,
        *,
        clock: Clock,
        lockstep: bool = False,
        tell: Callable[[str], None] = logger.info,
    ) -> None:
        self.counts = ServerCounts()
        self._body = body
        self._path = path
        self._clock = clock
        self._lockstep = lockstep
        self._tell = tell
        self._client: Connection | None = None
        self._command: ActuatorFrame | None = None  # came, but was not carried out yet
        self._answered = False
        self._silent_periods = 0
        self._listening = listen(path)

    def serve(self, *, stop: Event) -> None:
        """Serve until `stop` is set."""
        try:
            tick_ns = self._clock.now_ns()
            while not stop.is_set():
                if self._lockstep and self._client is None:
                    self._attend(LOOK_EVERY_NS)
                    continue
                self._send()
                self._wait_for_answer(tick_ns + ANSWER_WITHIN_NS, stop)
                self._carry_out()
                tick_ns = self._wait_for_tick(tick_ns + PERIOD_NS)
        finally:
            self.close()

    def close(self) -> None:
        """Let go of the client, the socket and the body. May be called twice."""
        self._drop("The server was closed.")
        stop_listening(self._listening, self._path)
        self._body.close()

    def _send(self) -> None:
        self._answered = False
        if self._client is None:
            return
        try:
            sent = self._client.send(encode_sensors(self._body.sensors()))
        except LolaError as error:
            self._read()  # its last word, which may be that the robot shall be limp
            self._drop(str(error))
        else:
            self.counts.frames += sent
            self.counts.unread += not sent

    def _wait_for_answer(self, until_ns: int, stop: Event) -> None:
        while self._client is not None and not self._answered and not stop.is_set():
            if self._lockstep:
                self._attend(LOOK_EVERY_NS)
            elif (left_ns := until_ns - self._clock.now_ns()) > 0:
                self._attend(left_ns)
            else:
                break

    def _carry_out(self) -> None:
        heard = self._command is not None  # perhaps late, but it came
        if self._command is not None:
            self._body.apply(self._command)
            self._command = None
        if self._client is not None:
            self._silent_periods = 0 if heard else self._silent_periods + 1
            self.counts.late += not self._answered
            if self._silent_periods == SILENT_PERIODS:
                self._tell("The client has not answered for half a second; the robot is made safe.")
                self._body.make_safe()
        self._body.advance()

    def _wait_for_tick(self, due_ns: int) -> int:
        """Wait for the next tick, and say when it begins. What was missed is not made up for."""
        while not self._lockstep and (left_ns := due_ns - self._clock.now_ns()) > 0:
            self._attend(left_ns)
        now_ns = self._clock.now_ns()
        if now_ns - due_ns < PERIOD_NS:
            return due_ns
        self.counts.delayed += not self._lockstep
        return now_ns

    def _attend(self, wait_ns: int) -> None:
        """Look after whoever calls first, for at most so long."""
        handles: list[socket | Connection] = [self._listening]
        if self._client is not None:
            handles.append(self._client)
        ready, _, _ = select.select(handles, [], [], seconds(wait_ns))
        if self._client in ready:
            self._read()
        if self._listening in ready:
            self._welcome()

    def _read(self) -> None:
        assert self._client is not None
        try:
            frames = self._client.receive()
        except LolaError as error:
            self._drop(str(error))
            return
        for frame in frames:
            try:
                self._command = _merged(self._command, decode_actuators(frame))
            except FrameError as error:
                if self.counts.refused == 0:
                    self._tell(f"An actuator map was refused: {error} Further ones are only counted.")
                self.counts.refused += 1
            else:
                self.counts.answers += 1
                self._answered = True

    def _welcome(self) -> None:
        connected, _ = self._listening.accept()
        if self._client is not None:
            self._tell("A second client was turned away: there is one robot for one client.")
            connected.close()
            return
        self._client = Connection(connected, clock=self._clock, peer="The client")
        self._client.limit_unread(SENSOR_BYTES)
        self._silent_periods = 0
        self.counts.clients += 1
        self._tell("A client has connected.")

    def _drop(self, reason: str) -> None:
        if self._client is None:
            return
        self._tell(f"The client was let go, and the robot made safe: {reason}")
        if self._command is not None:
            self._body.apply(self._command)
        self._body.make_safe()
        self._client.close()
        self._client = self._command = None


def _merged(earlier: ActuatorFrame | None, later: ActuatorFrame) -> ActuatorFrame:
    """Two maps that came in one period, as one: what the later one lacks is taken from the earlier one."""
    if earlier is None:
        return later
    return ActuatorFrame(
        position_rad=later.position_rad if later.position_rad is not None else earlier.position_rad,
        stiffness=later.stiffness if later.stiffness is not None else earlier.stiffness,
        lights={**earlier.lights, **later.lights},
        sonar=later.sonar if later.sonar is not None else earlier.sonar,
    )


LOWEST_REAL_TIME = 1  # before everything ordinary, after everything else that is real-time


@contextmanager
def real_time_priority() -> Iterator[bool]:
    """Let the calling thread go before ordinary programs for a while; False where the system forbids it."""
    try:
        before = os.sched_getscheduler(0), os.sched_getparam(0)
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(LOWEST_REAL_TIME))
    except (AttributeError, OSError):  # another system than Linux, or not allowed
        yield False
        return
    try:
        yield True
    finally:
        os.sched_setscheduler(0, *before)
