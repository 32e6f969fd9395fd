"""What a robot says by itself, without having been asked."""

from typing import Literal

from ludens.messages.message import Message

Tone = Literal["news", "answer", "refusal", "plea", "trouble"]
Audience = Literal["everyone", "player", "table"]
"""For whom it is: for everyone, for a player who is told of the game elsewhere, such as on a page, or for
whoever is at the table."""


class Announcement(Message):
    """A sentence or two to whoever is there. After a refusal or a plea it waits until something is done."""

    text: str
    tone: Tone = "news"
    audience: Audience = "everyone"
    button: str = ""  # of the robot, that answers it
