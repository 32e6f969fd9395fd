"""What somebody outside of a run wants of a body."""

from ludens.messages.message import Message
from ludens.messages.motion import KickRequest
from ludens.messages.walking import WalkRequest


class BodyOrder(Message):
    """Counts until the next one."""

    motion: str = "walk"  # as in `MotionRequest`
    walk: WalkRequest | None = None
    kick: KickRequest | None = None
