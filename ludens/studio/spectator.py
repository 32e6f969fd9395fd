"""Keeps the newest picture of the world, so that a browser that comes late sees it at once."""

from collections.abc import Sequence

from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.messages import Fault, SceneDescription, ScenePoses


class SceneObserver:
    """An observer of the scene, which a driver describes only once."""

    def __init__(self) -> None:
        self.description: SceneDescription | None = None
        self.poses: ScenePoses | None = None

    def clear(self) -> None:
        """Forget the world: another one begins."""
        self.description = None
        self.poses = None

    def on_delivery(self, delivery: Delivery) -> None:
        """Keep what is about the scene."""
        for message in delivery.messages:
            if isinstance(message, ScenePoses):
                self.poses = message
            elif isinstance(message, SceneDescription):
                self.description = message

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Modules do not make scenes."""

    def on_fault(self, fault: Fault) -> None:
        """Faults are the journal's business."""

    def close(self) -> None:
        """The last picture stays on the page."""
