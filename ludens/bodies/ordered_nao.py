"""The wiring of a body that does what it is told from outside of a run: for environments that learn."""

from msgspec import structs

from ludens.bodies.nao import REFLEXES
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.core.contract.setup import Node
from ludens.messages import KickRequest, MotionRequest, WalkRequest
from ludens.messages.orders import BodyOrder


class OrderedBody(Module[NoParameters]):
    """Passes the newest order on to the motions, again and again."""

    def start(self) -> None:
        """Stand until the first order."""
        self._order = BodyOrder(time_s=0.0)

    def cycle(
        self, now: CycleTime, order: BodyOrder | None
    ) -> tuple[MotionRequest, WalkRequest, KickRequest | None]:
        """Say what is wanted now."""
        self._order = told = order or self._order
        walk = WalkRequest(time_s=now.time_s) if told.walk is None else told.walk
        kick = None if told.kick is None else structs.replace(told.kick, time_s=now.time_s)
        motion = MotionRequest(time_s=now.time_s, motion=told.motion)
        return motion, structs.replace(walk, time_s=now.time_s), kick


ORDERED_BODY = (Node(OrderedBody), *REFLEXES)
