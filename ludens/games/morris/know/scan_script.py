"""Who asks for scans where nobody plays: one by one, as parameters say."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.module import Module
from ludens.messages import CalibratedJoints, MotionRequest, WalkRequest
from ludens.messages.morris_table import ScanRequest


@dataclass(frozen=True, slots=True)
class ScanScriptParameters:
    """The newest wish. A new number is a new scan."""

    number: Annotated[int, Meta(ge=0, description="Of the scan; 0: none.")] = 0
    learn_colours: bool = False


class ScanScript(Module[ScanScriptParameters]):
    """Stands, and asks for the scan that its parameters tell."""

    def start(self) -> None:
        """Begin without a wish."""
        self._request: ScanRequest | None = None

    def cycle(self, joints: CalibratedJoints) -> tuple[ScanRequest | None, MotionRequest, WalkRequest]:
        """Repeat the wish."""
        wish, time_s = self.parameters, joints.time_s
        if wish.number > 0 and (self._request is None or self._request.number != wish.number):
            self._request = ScanRequest(time_s=time_s, number=wish.number, learn_colours=wish.learn_colours)
        return self._request, MotionRequest(time_s=time_s), WalkRequest(time_s=time_s)
