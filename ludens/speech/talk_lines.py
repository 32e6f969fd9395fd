"""What was said at the table, in order, as long as somebody may want to read it."""

from collections import deque

from ludens.messages.announcement import Announcement, Tone
from ludens.messages.board_picture import Line, Lines, Manner, Speaker
from ludens.messages.speech import Reply, Utterance

KEPT = 80
"""Lines that are kept."""
UNCLEAR = "…"
"""Something was said, nobody knows what."""
MANNERS: dict[Tone, Manner] = {"refusal": "refusal", "plea": "plea", "trouble": "trouble"}


class TalkLines:
    """The newest lines."""

    def __init__(self) -> None:
        self._lines: deque[Line] = deque(maxlen=KEPT)
        self._count = 0

    @property
    def count(self) -> int:
        """How many there have been."""
        return self._count

    def shown(self) -> Lines:
        """As people see them."""
        return Lines(tuple(self._lines))

    def hear(self, utterance: Utterance) -> None:
        """A person has spoken, or typed."""
        text = utterance.hypotheses[0].text if utterance.hypotheses else UNCLEAR
        self._add(utterance.time_s, "person", text, "plain")

    def reply(self, reply: Reply) -> None:
        """The robot has answered."""
        self._add(reply.time_s, "robot", reply.text, "question" if reply.expects_answer else "plain")

    def announce(self, announcement: Announcement) -> None:
        """The robot has said something by itself."""
        manner = MANNERS.get(announcement.tone, "plain")
        self._add(announcement.time_s, "robot", announcement.text, manner)

    def _add(self, time_s: float, speaker: Speaker, text: str, manner: Manner) -> None:
        self._count += 1
        self._lines.append(Line(self._count, time_s, speaker, text, manner))
