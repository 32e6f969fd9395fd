"""Which eyes of a humanoid see: one without usable pictures for a while counts as blind."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.declaration import Since, under
from ludens.core.contract.module import CycleTime, Module
from ludens.messages.health import EyesHealth, PictureHealth


@dataclass(frozen=True, slots=True)
class EyeWatchParameters:
    """How long pictures may be missing."""

    blind_after_s: Annotated[float, Meta(gt=0, le=10, description="Without a picture of use.")] = 1.0


class EyeWatch(Module[EyeWatchParameters]):
    """Waits for usable pictures of both cameras."""

    def start(self) -> None:
        """Begin as if both had just seen: nobody is blind before the first picture could come."""
        self._seen_s: list[float] | None = None

    def cycle(
        self,
        now: CycleTime,
        top: Annotated[Since[PictureHealth], under("top")],
        bottom: Annotated[Since[PictureHealth], under("bottom")],
    ) -> EyesHealth:
        """Say which eyes see now."""
        if self._seen_s is None:
            self._seen_s = [now.time_s, now.time_s]
        for eye, pictures in enumerate((top, bottom)):
            if pictures:
                self._seen_s[eye] = now.time_s
        after_s = self.parameters.blind_after_s
        top_sees, bottom_sees = (now.time_s - seen_s < after_s for seen_s in self._seen_s)
        return EyesHealth(time_s=now.time_s, top_sees=top_sees, bottom_sees=bottom_sees)
