"""The client's side of the exchange: every sensor map gets one answer.

It is given at once when a command for the joints comes, otherwise shortly before the next map is due, and
then it repeats the last command. So a module that misses a cycle costs nothing, and one that hangs leaves
the robot in the posture it has.
"""

import logging
import select
import socket
from contextlib import suppress
from threading import Lock

import numpy as np

from ludens.core.errors import LudensError, did_you_mean
from ludens.core.runtime.clock import Clock, seconds
from ludens.drivers.lola.connection import Connection
from ludens.drivers.lola.decoding import decode_sensors
from ludens.drivers.lola.encoding import encode_actuators
from ludens.drivers.lola.layout import (
    PERIOD_NS,
    ActuatorFrame,
    ConnectionLost,
    FrameError,
    LolaError,
    Numbers,
    SensorFrame,
)
from ludens.drivers.lola.sensing import LightBoard
from ludens.messages import JointCommand, LedCommand
from ludens.robots.nao import INDEX, JOINTS, SPEED_RADPS, within_limits

ANSWER_WITHIN_NS = 9_000_000
"""After this the last command is repeated: early enough to arrive before the next map is due."""
BOTH_SONARS = (True, True)

logger = logging.getLogger("ludens.lola")


class Exchange:
    """Reads sensor maps in one thread, while others command joints and lights."""

    def __init__(self, connection: Connection, *, clock: Clock) -> None:
        self.arrived_ns = clock.now_ns()  # the latest map
        self.skipped = 0  # maps that were old before they were read
        self.repeated = 0  # answers given without a new command
        self._connection = connection
        self._clock = clock
        self._guard, self._lights = JointGuard(), LightBoard()
        self._answered = True
        self._commanded = False  # before the first command the robot stays as it is, stiff or limp
        self._sending = Lock()
        self._broken: LolaError | None = None  # found while sending; raised at the next read
        self._refusal = ""  # why the last map could not be used

    @property
    def is_limp(self) -> bool:
        """Whether no motor is commanded to be stiff."""
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

    def command_joints(self, command: JointCommand) -> None:
        """Take a command for joints, and answer the latest map with it."""
        with self._sending:
            self._guard.command(command)
            self._commanded = True
            self._answer()

    def command_lights(self, command: LedCommand) -> None:
        """Take a command for lights; it goes out with the next answer."""
        with self._sending:
            self._lights.command(command)

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
                self._commanded = True
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
        """Answer this map with the last command again: no new one has come."""
        with self._sending:
            self.repeated += not self._answered
            self._answer()

    def _answer(self) -> None:
        """Answer the latest map, if nobody has. Called by whoever holds `_sending`."""
        if self._answered or self._broken is not None:
            return
        position_rad, stiffness = self._guard.next() if self._commanded else (None, None)
        frame = ActuatorFrame(position_rad, stiffness, self._lights.arrays(), BOTH_SONARS)
        try:
            self._connection.send(encode_actuators(frame))
        except ConnectionLost as error:  # raised at the next read instead of in the commanding cycle
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


STEP_RAD = SPEED_RADPS * seconds(PERIOD_NS)
"""How far each joint can go from one answer to the next."""


class JointGuard:
    """Stands between commands and motors.

    Limp at first. A joint that becomes stiff starts from where it is, not from where it was last commanded to
    be: a robot that was moved by hand does not jump.
    """

    def __init__(self) -> None:
        self._measured_rad: Numbers = np.zeros(len(JOINTS))
        self._wanted_rad: Numbers = np.zeros(len(JOINTS))
        self._told_rad: Numbers = np.zeros(len(JOINTS))
        self._stiffness: Numbers = np.zeros(len(JOINTS))
        self._told_stiffness: Numbers = np.zeros(len(JOINTS))
        self._held = False

    @property
    def is_limp(self) -> bool:
        """Whether no motor is commanded to be stiff."""
        return not self._told_stiffness.any()

    def measure(self, position_rad: Numbers) -> None:
        """Note where the joints are. A reading that is no number is passed over."""
        self._measured_rad = np.where(np.isfinite(position_rad), position_rad, self._measured_rad)

    def command(self, command: JointCommand) -> None:
        """Take a command for some or all joints; the others go on as they were."""
        unknown = next((name for name in command.names if name not in INDEX), None)
        if unknown is not None:
            raise LudensError(f"A NAO has no joint called '{unknown}'; {did_you_mean(unknown, JOINTS)}")
        if not len(command.names) == len(command.positions_rad) == len(command.stiffnesses):
            raise LudensError(
                f"A command names {len(command.names)} joints, but holds {len(command.positions_rad)} "
                f"positions and {len(command.stiffnesses)} stiffnesses."
            )
        if not (np.isfinite(command.positions_rad).all() and np.isfinite(command.stiffnesses).all()):
            raise LudensError("A command to the joints holds a value that is not a number.")
        places = [INDEX[name] for name in command.names]
        self._wanted_rad[places] = command.positions_rad
        self._stiffness[places] = np.clip(command.stiffnesses, 0.0, 1.0)
        self._held = False

    def hold(self) -> None:
        """Stay where the joints are now, as stiff as they are. Asked again, it does not follow what sags."""
        if not self._held:
            self._wanted_rad = self._measured_rad.copy()
            self._held = True

    def let_go(self, *, left: float) -> None:
        """Hold with only a part of the present stiffness; 0 is limp."""
        self.hold()
        self._stiffness = np.minimum(self._stiffness, left)

    def next(self) -> tuple[Numbers, Numbers]:
        """Positions and stiffnesses of the next answer."""
        start_rad = np.where(self._told_stiffness > 0.0, self._told_rad, self._measured_rad)
        step_rad = np.clip(self._wanted_rad - start_rad, -STEP_RAD, STEP_RAD)
        self._told_rad = within_limits(start_rad + step_rad)
        self._told_stiffness = self._stiffness.copy()
        return self._told_rad, self._told_stiffness
