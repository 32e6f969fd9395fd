"""True touches and closest distances, watched at every physics step."""

import math

import mujoco


class TouchWatch:
    """Remembers which robot touched what since the start.

    Geoms are told apart by their names up to the slash: `alpha/plate` belongs to `alpha`, `wall/north` to
    `wall`.
    """

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData, *, robots: tuple[str, ...]) -> None:
        self._data = data
        self._owners = [model.geom(geom).name.split("/")[0] for geom in range(model.ngeom)]
        self._robots = frozenset(robots)
        self._known: set[tuple[int, int]] = set()
        self.touches: set[tuple[str, str]] = set()

    def step(self, time_ns: int) -> None:
        """Look at the contacts of this step."""
        for first, second in self._data.contact.geom.tolist():
            if (first, second) not in self._known:
                self._known.add((first, second))
                self._remember(self._owners[first], self._owners[second])

    def _remember(self, first: str, second: str) -> None:
        for robot, other in ((first, second), (second, first)):
            if robot in self._robots and other not in ("floor", robot):
                self.touches.add((robot, other))


class ClosestWatch:
    """The smallest distance on the floor between two bodies since the last reset."""

    def __init__(self, data: mujoco.MjData, *, first_body: int, second_body: int) -> None:
        self._first, self._second = data.xpos[first_body], data.xpos[second_body]
        self.closest_m = math.inf

    def step(self, time_ns: int) -> None:
        """Compare at this step."""
        first_x, first_y, _ = self._first.tolist()
        second_x, second_y, _ = self._second.tolist()
        distance_m = math.hypot(first_x - second_x, first_y - second_y)
        if distance_m < self.closest_m:
            self.closest_m = distance_m

    def reset(self) -> None:
        """Forget what was."""
        self.closest_m = math.inf
