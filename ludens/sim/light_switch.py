"""The light of a simulated room, made brighter or darker while the run goes on."""

import mujoco


class LightSwitch:
    """Scales all lamps of a model, and whatever shines by itself."""

    def __init__(self, model: mujoco.MjModel) -> None:
        self._model = model
        self.level = 1.0
        self._lamps = model.light_diffuse.copy()
        self._highlights = model.light_specular.copy()
        self._shining = model.mat_emission.copy()
        head = model.vis.headlight
        self._head = (head.ambient.copy(), head.diffuse.copy())

    def set(self, level: float) -> None:
        """Make it as bright as this share of the light at the beginning; 0 is the night."""
        self.level = level
        model = self._model
        model.light_diffuse[:] = level * self._lamps
        model.light_specular[:] = level * self._highlights
        model.mat_emission[:] = level * self._shining
        model.vis.headlight.ambient[:] = level * self._head[0]
        model.vis.headlight.diffuse[:] = level * self._head[1]
