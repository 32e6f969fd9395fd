"""What a robot says by itself, without having been asked."""

from typing import Literal

from ludens.messages.message import Message

Tone = Literal["news", "answer", "refusal", "plea", "trouble"]


class Announcement(Message):
    """A sentence or two to whoever is there. After a refusal or a plea it waits until something is done."""

    text: str
    tone: Tone = "news"
