"""Holds a run to the wall clock: as fast as life, slower, faster, or as fast as the computer can."""

import math

from ludens.core.runtime.clock import NANOSECONDS, Clock, nanoseconds, seconds

FORGIVEN_LAG_S = 0.25  # a run that fell behind by more goes on from where it is, and does not race
MEASURED_OVER_S = 0.5


class Pacer:
    """Says how long to wait before the next step. Speed is run time over wall time; it may be infinite."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._speed = 1.0
        self._anchor_wall_ns = 0
        self._anchor_run_ns = 0
        self._measured_wall_ns = 0
        self._measured_run_ns = 0
        self.achieved = 0.0  # run time over wall time, as measured

    @property
    def speed(self) -> float:
        """The wanted speed."""
        return self._speed

    def set_speed(self, speed: float, run_ns: int) -> None:
        """Change the speed from this moment of the run on."""
        self._speed = speed
        self.anchor(run_ns)

    def anchor(self, run_ns: int) -> None:
        """Let this moment of the run be now."""
        self._anchor_wall_ns = self._measured_wall_ns = self._clock.now_ns()
        self._anchor_run_ns = self._measured_run_ns = run_ns
        self.achieved = 0.0

    def wait_s(self, run_ns: int) -> float:
        """Seconds until this moment of the run is due."""
        now_ns = self.measure(run_ns)
        if math.isinf(self._speed):
            return 0.0
        due_ns = self._anchor_wall_ns + round((run_ns - self._anchor_run_ns) / self._speed)
        if now_ns - due_ns > nanoseconds(FORGIVEN_LAG_S):
            self._anchor_wall_ns, self._anchor_run_ns = now_ns, run_ns
            return 0.0
        return max(0.0, seconds(due_ns - now_ns))

    def measure(self, run_ns: int) -> int:
        """Measure the achieved speed; return the present moment on the clock."""
        now_ns = self._clock.now_ns()
        elapsed_ns = now_ns - self._measured_wall_ns
        if elapsed_ns >= MEASURED_OVER_S * NANOSECONDS:
            self.achieved = (run_ns - self._measured_run_ns) / elapsed_ns
            self._measured_wall_ns, self._measured_run_ns = now_ns, run_ns
        return now_ns
