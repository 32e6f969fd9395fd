"""The interface of a simulated world for a driver, and the physics that every world shares.

A driver knows worlds, robots and sources only by the three protocols below; games build worlds from parts
and need no driver to do so.
"""

from collections.abc import Callable
from typing import Protocol

import mujoco

from ludens.core.contract.driver import RobotDescription, Source
from ludens.core.errors import LudensError
from ludens.messages import Message, SceneDescription, ScenePoses
from ludens.sim.parts.model_spec import ModelSpec

UNSTABLE = (
    int(mujoco.mjtWarning.mjWARN_BADQPOS),
    int(mujoco.mjtWarning.mjWARN_BADQVEL),
    int(mujoco.mjtWarning.mjWARN_BADQACC),
)
"""MuJoCo resets a world in which one of these occurs; we would rather know."""


class PhysicsError(LudensError):
    """The simulated world went out of bounds."""


class SimulatedSource(Protocol):
    """A stream of a robot's measurements."""

    @property
    def description(self) -> Source:
        """Its messages and its period."""
        ...

    @property
    def period_ns(self) -> int:
        """Exact time between two captures."""
        ...

    def capture(self, time_ns: int) -> tuple[Message, ...]:
        """Measure the world as it is now; nothing where the measurement was lost."""
        ...

    def latency_ns(self) -> int:
        """Return how long the measurement just taken needs to arrive."""
        ...


class SimulatedRobot(Protocol):
    """A robot in a simulated world."""

    @property
    def description(self) -> RobotDescription:
        """Its name, model, sources and actuators."""
        ...

    @property
    def sources(self) -> tuple[SimulatedSource, ...]:
        """Its sources, in the order of the description."""
        ...

    def command(self, command: Message, *, time_ns: int) -> None:
        """Carry out a command of a type that the description accepts."""
        ...

    def make_safe(self, *, time_ns: int) -> None:
        """Come to rest."""
        ...


class World(Protocol):
    """A world with robots in it, at one moment of its own time."""

    @property
    def robots(self) -> tuple[SimulatedRobot, ...]:
        """The robots in it."""
        ...

    def advance_to(self, time_ns: int) -> None:
        """Let time pass until the last physics step that ends no later than `time_ns`."""
        ...

    def scene(self, time_ns: int) -> SceneDescription:
        """Return what is there, for spectators."""
        ...

    def scene_poses(self, time_ns: int) -> ScenePoses:
        """Return where everything is now, for spectators."""
        ...

    def close(self) -> None:
        """Give back what it holds. May be called twice."""
        ...


class Physics:
    """Steps a model through exact nanoseconds, with things that act before each step and look after it.

    Between two steps everything that MuJoCo derives from positions and velocities (body poses, contacts,
    sensors) belongs to the present moment.
    """

    def __init__(self, spec: ModelSpec, *, step_ns: int) -> None:
        spec.option.timestep = step_ns * 1e-9
        self.model = spec.compile()
        self.data = mujoco.MjData(self.model)
        self._warnings = self.data.warning.number  # MuJoCo's own memory, counted up there
        self.step_ns = step_ns
        self.time_ns = 0
        self.before_step: list[Callable[[int], None]] = []
        self.after_step: list[Callable[[int], None]] = []
        self.refresh()

    def refresh(self) -> None:
        """Derive everything anew after positions or velocities were set by hand."""
        mujoco.mj_forward(self.model, self.data)

    def advance_to(self, time_ns: int) -> None:
        """Take every step that ends no later than `time_ns`."""
        model, data = self.model, self.data
        while self.time_ns + self.step_ns <= time_ns:
            for act in self.before_step:
                act(self.time_ns)
            mujoco.mj_step2(model, data)
            mujoco.mj_step1(model, data)
            self.time_ns += self.step_ns
            for look in self.after_step:
                look(self.time_ns)
        if any(map(self._warnings.item, UNSTABLE)):
            raise PhysicsError(
                f"The physics became unstable before {self.time_ns * 1e-9:.3f} s: a position or speed is "
                "no longer a number. Please report options and seed."
            )
