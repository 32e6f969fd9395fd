"""A behaviour in one file: a robot that fetches a ball, asks its arm to grasp it, and brings it home.

It needs no physics to be tested: `tests/test_examples.py` plays the world with a few lines.
`docs/behaviours.md` explains the parts.
"""

from dataclasses import dataclass
from typing import Literal

from ludens.core.behaviour import Behaviour, StateMachine, state
from ludens.core.task import TaskClient, TaskFailedError
from ludens.messages.task import TaskReport, TaskRequest

NEAR_M = 0.3
LOST_AFTER_S = 2.0


@dataclass(frozen=True, slots=True)
class Scene:
    """What the robot knows in this cycle."""

    ball_m: float | None = None  # distance to the ball, or None while it is not seen
    home_m: float = 0.0  # distance to where the ball belongs


class Fetch(StateMachine):
    """Search, approach, grasp, carry. Its owner sets `time_s`, `scene` and `arm.report` before each step."""

    first = "search"
    interrupts = ("fallen",)

    def __init__(self) -> None:
        super().__init__(reason="the game begins")
        self.scene = Scene()
        self.speed_mps = 0.0
        self.arm = TaskClient[TaskRequest, TaskReport]("grasp", timeout_s=5.0)

    @state
    def search(self) -> Behaviour[Literal["approach"]]:
        """Stand and look until the ball is seen."""
        self.speed_mps = 0.0
        while self.scene.ball_m is None:
            yield
        return self.to("approach", "the ball is seen")

    @state
    def approach(self) -> Behaviour[Literal["search", "grasp"]]:
        """Drive up to the ball; give up when it was not seen for a while."""
        self.speed_mps = 0.4
        seen_s = self.time_s
        while self.scene.ball_m is None or self.scene.ball_m > NEAR_M:
            if self.scene.ball_m is not None:
                seen_s = self.time_s
            elif self.time_s - seen_s > LOST_AFTER_S:
                return self.to("search", "the ball is lost")
            yield
        return self.to("grasp", "the ball is near")

    @state
    def grasp(self) -> Behaviour[Literal["search", "carry"]]:
        """Let the arm take it."""
        self.speed_mps = 0.0
        try:
            yield from self.arm.run(lambda number: TaskRequest(time_s=self.time_s, number=number))
        except TaskFailedError as failure:
            return self.to("search", f"the arm did not grasp it: {failure.reason}")
        return self.to("carry", "the arm has it")

    @state
    def carry(self) -> Behaviour[None]:
        """Bring it home; then the behaviour is finished."""
        self.speed_mps = 0.4
        while self.scene.home_m > NEAR_M:
            yield
        self.speed_mps = 0.0

    @state
    def fallen(self) -> Behaviour[Literal["search"]]:
        """Hold still for a second, wherever the fall interrupted it."""
        self.speed_mps = 0.0
        while self.elapsed_s < 1.0:
            yield
        return self.to("search", "it stands again")

    def advance(self, time_s: float, scene: Scene, grasp: TaskReport | None = None) -> str:
        """One cycle: take in what is known, go on, return the state."""
        self.time_s = self.arm.time_s = time_s
        self.scene, self.arm.report = scene, grasp
        self.step()
        return self.state
