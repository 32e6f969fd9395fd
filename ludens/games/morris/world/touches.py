"""Which parts of a robot touched the table or a man: only the simulator can know for sure."""

import mujoco

OF_INTEREST = ("table", "man")


class TableTouches:
    """Remembers touches since it was last told to forget: (part of a robot, thing) and when it began, in s.

    Parts are named as in the model (`nao/LHand palm`, `nao/L thumb`), things too (`table/top`, `man/3`).
    """

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData, *, robots: tuple[str, ...]) -> None:
        self._data = data
        self._names = [model.geom(geom).name for geom in range(model.ngeom)]
        owners = [name.split("/")[0] for name in self._names]
        self._is_robot = [owner in robots for owner in owners]
        self._is_thing = [owner in OF_INTEREST for owner in owners]
        self._known: set[tuple[int, int]] = set()
        self._seen = b""  # the contacts of the last step
        self.touches: dict[tuple[str, str], float] = {}

    def step(self, time_ns: int) -> None:
        """Look at the contacts of this step."""
        pairs = self._data.contact.geom
        seen = pairs.tobytes()
        if seen == self._seen:  # as in most steps
            return
        self._seen = seen
        for first, second in pairs.tolist():
            if (first, second) not in self._known:
                self._known.add((first, second))
                for part, thing in ((first, second), (second, first)):
                    if self._is_robot[part] and self._is_thing[thing]:
                        self.touches[self._names[part], self._names[thing]] = time_ns * 1e-9

    def now(self) -> list[tuple[str, str]]:
        """What touches what at this moment: parts of robots and things."""
        return [
            (self._names[part], self._names[thing])
            for pair in self._data.contact.geom.tolist()
            for part, thing in (pair, pair[::-1])
            if self._is_robot[part] and self._is_thing[thing]
        ]

    def forget(self) -> None:
        """Begin anew."""
        self._known.clear()
        self._seen = b""
        self.touches.clear()

    def of_table(self) -> tuple[str, ...]:
        """Parts that touched the table."""
        return tuple(sorted(part for part, thing in self.touches if thing.startswith("table")))
