"""The client's side of the exchange: every sensor map gets one answer.

It is given at once when a command for the joints comes, otherwise shortly before the next map is due, and
then it repeats what was told last. So a module that misses a cycle costs nothing, and one that hangs leaves
the robot in the posture it has.
"""

import logging
import select
import socket
from contextlib import suppress
from threading import Lock

from ludens.core.runtime.clock import Clock, seconds
from ludens.drivers.lola.connection import Connection
from ludens.drivers.lola.decoding import decode_sensors
from ludens.drivers.lola.encoding import encode_actuators
from ludens.drivers.lola.joint_guard import JointGuard
from ludens.drivers.lola.layout import (
    PERIOD_NS,
    ActuatorFrame,
    ConnectionLost,
    FrameError,
    LolaError,
    SensorFrame,
)
from ludens.drivers.lola.lights import LightBoard
from ludens.messages import JointCommand, LedCommand

ANSWER_WITHIN_NS = 9_000_000
"""After this the last command is repeated: early enough to arrive before the next map is due."""
BOTH_SONARS = (True, True)

logger = logging.getLogger("ludens.lola")


class Exchange:
    """Reads sensor maps in one thread, while others tell joints and lights what to do."""

    def __init__(self, connection: Connection, *, clock: Clock) -> None:
        self.arrived_ns = clock.now_ns()  # the latest map
        self.skipped = 0  # maps that were old before they were read
        self.repeated = 0  # answers given without a new command
        self._connection = connection
        self._clock = clock
        self._guard, self._lights = JointGuard(), LightBoard()
        self._answered = True
        self._sending = Lock()
        self._broken: LolaError | None = None  # found while sending; told to whoever reads
        self._refusal = ""  # why the last map could not be used

    @property
    def is_limp(self) -> bool:
        """Whether no motor was told to do anything."""
        return self._guard.is_limp

    def read(self, *, patience_ns: int, unless: socket.socket | None = None) -> SensorFrame | None:
        """Wait for a map that can be used; None when something arrives at `unless` first.

        Raises `LolaError` when the link breaks or nothing that can be used comes for too long.
        """
        begun_ns = self._clock.now_ns()
        handles: list[socket.socket | Connection] = (
            [self._connection] if unless is None else [self._connection, unless]
        )
        while True:
            if self._broken is not None:
                raise self._broken
            now_ns = self._clock.now_ns()
            if now_ns - begun_ns > patience_ns:
                raise LolaError(self._silence(patience_ns))
            due_ns = PERIOD_NS if self._answered else self.arrived_ns + ANSWER_WITHIN_NS - now_ns
            ready, _, _ = select.select(handles, [], [], seconds(max(due_ns, 0)))
            if unless in ready:
                return None
            if not ready:
                self._repeat()
            if ready and (frame := self._newest()) is not None:
                return frame

    def tell_joints(self, command: JointCommand) -> None:
        """Take a command for joints, and answer the latest map with it."""
        with self._sending:
            self._guard.tell(command)
            self._answer()

    def tell_lights(self, command: LedCommand) -> None:
        """Take a command for lights; it goes out with the next answer."""
        with self._sending:
            self._lights.tell(command)

    def hold(self) -> None:
        """Keep the joints where they are, as stiff as they are."""
        with self._sending:
            self._guard.hold()
            self._answer()

    def release(self, frames: int) -> None:
        """Take a stiff robot's stiffness away over a number of maps: it sinks, and does not drop."""
        for left in range(frames, 0, -1):
            if self.is_limp:
                return
            with self._sending:
                self._guard.let_go(left=left / frames)
                self._answer()
            if self.read(patience_ns=10 * PERIOD_NS) is None:
                return

    def give_up(self) -> None:
        """Tell all motors to be limp, as far as anybody listens, and let go of the socket."""
        with self._sending, suppress(LolaError):
            if self._connection.fileno() >= 0:
                self._guard.let_go(left=0.0)
                self._answered = False
                self._answer()
                if self._broken is None:
                    self._broken = ConnectionLost("The connection to LoLA was closed.")
        self._connection.close()

    def _newest(self) -> SensorFrame | None:
        """Of the maps that have come, the last that can be used; older ones help nobody."""
        frames = self._connection.receive()
        if not frames:
            return None
        with self._sending:
            self._answered = False
            self.arrived_ns = self._clock.now_ns()
            self.skipped += len(frames) - 1
        try:
            sensed = decode_sensors(frames[-1])
        except FrameError as error:
            self._refuse(str(error))
            return None
        with self._sending:
            self._guard.measure(sensed.position_rad)
        return sensed

    def _repeat(self) -> None:
        """Nobody has a new command for this map: tell the last one again."""
        with self._sending:
            self.repeated += not self._answered
            self._answer()

    def _answer(self) -> None:
        """Answer the latest map, if nobody has. Called by whoever holds `_sending`."""
        if self._answered or self._broken is not None:
            return
        position_rad, stiffness = self._guard.next()
        frame = ActuatorFrame(position_rad, stiffness, self._lights.arrays(), BOTH_SONARS)
        try:
            self._connection.send(encode_actuators(frame))
        except ConnectionLost as error:  # a cycle that commands is the wrong one to tell
            self._broken = error
        self._answered = True

    def _refuse(self, reason: str) -> None:
        if reason != self._refusal:
            logger.warning("A sensor map was not used: %s", reason)
        self._refusal = reason

    def _silence(self, patience_ns: int) -> str:
        reason = ""
        if self._refusal:
            reason = f" What came last could not be used: {self._refusal}"
        elif self._connection.pending_bytes:
            reason = f" Of the last map only {self._connection.pending_bytes} bytes came."
        return (
            f"LoLA has sent no sensor map for {seconds(patience_ns):.1f} s; one every 12 ms is due.{reason}"
        )
