"""Says in words what the body is doing, for people who look on."""

from ludens.core.contract.declaration import Last
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.messages import FallReport, MotionActivations, StateReport, WalkReport

STATES = ("stand", "walk", "kick", "play", "relax", "fall", "lie")
TRANSITIONS = (
    ("stand", "walk"),
    ("walk", "stand"),
    ("stand", "kick"),
    ("kick", "stand"),
    ("stand", "play"),
    ("play", "stand"),
    ("stand", "relax"),
    ("relax", "stand"),
    ("walk", "fall"),
    ("fall", "lie"),
    ("lie", "play"),
)


class BodyReporter(Module[NoParameters]):
    """A state report from who has the joints, what the legs do and whether the body stands."""

    def start(self) -> None:
        """It stands."""
        self._state, self._since_s, self._reason = "stand", 0.0, ""

    def cycle(
        self,
        now: CycleTime,
        activations: MotionActivations,
        walk: Last[WalkReport],
        balance: FallReport | None,
    ) -> StateReport:
        """Name the state."""
        state, reason = _state(activations, walk, balance)
        if state != self._state:
            self._since_s = now.time_s
        self._state, self._reason = state, reason
        return StateReport(
            time_s=now.time_s,
            state=state,
            since_s=self._since_s,
            reason=reason,
            states=STATES,
            transitions=TRANSITIONS,
        )


def _state(
    activations: MotionActivations, walk: WalkReport | None, balance: FallReport | None
) -> tuple[str, str]:
    motion, reason = activations.motion, activations.reason
    if balance is not None and balance.state == "falling":
        return "fall", f"it tips {balance.direction}"
    if balance is not None and balance.state == "fallen" and activations.shares.get("play", 0.0) < 0.5:
        return "lie", f"it fell {balance.direction}"
    if motion in ("kick", "relax"):
        return motion, reason or "it was asked for"
    if motion != "walk":
        return "play", f"of the motion '{motion}'" + (f" ({reason})" if reason else "")
    if walk is not None and walk.phase in ("start", "step", "stop"):
        return "walk", reason or "a speed is wanted"
    return "stand", reason or "nothing else is wanted"
