"""How often robots touch the dummies on a field, for scoring."""

import mujoco
import numpy as np

TOUCH_ENDS_NS = 1_000_000_000


class DummyTouches:
    """Counts how often robots touch dummies; a touch is over a second after the last contact."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData, *, names: tuple[str, ...]) -> None:
        self._data = data
        self._dummies = np.array([model.geom(name).id for name in names], dtype=np.int32)
        self._ball = model.geom("ball").id
        self._last_ns: int | None = None
        self.touches = 0

    def look(self, time_ns: int) -> None:
        """Look at the contacts of this moment."""
        if not len(self._dummies) or not self._data.ncon:
            return
        pairs = self._data.contact.geom
        touching = np.isin(pairs, self._dummies).any(axis=1) & (pairs != self._ball).all(axis=1)
        if touching.any():
            if self._last_ns is None or time_ns - self._last_ns > TOUCH_ENDS_NS:
                self.touches += 1
            self._last_ns = time_ns
