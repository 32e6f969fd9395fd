"""Counts the passes that arrive, as the robot itself sees them."""

from ludens.core.contract.module import Module, NoParameters
from ludens.messages import PassPlan, RallyCount, StateReport

ARRIVED_M = 0.55  # centres of ball and target, as believed


class RallyCounter(Module[NoParameters]):
    """A pass counts when, after a push, the ball is believed to be at the target."""

    def start(self) -> None:
        """No pass yet."""
        self._passes = 0
        self._pushes = 0
        self._under_way = False
        self._state = ""

    def cycle(self, state: StateReport, plan: PassPlan | None) -> RallyCount:
        """Follow the state machine and the ball."""
        if state.state == "ram" and self._state != "ram":
            self._pushes += 1
            self._under_way = True
        self._state = state.state
        if self._under_way and state.state != "ram" and plan is not None and plan.pass_m < ARRIVED_M:
            self._passes += 1
            self._under_way = False
        return RallyCount(time_s=state.time_s, passes=self._passes, pushes=self._pushes)
