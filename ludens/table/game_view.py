"""What onlookers of a game see beside its board: both clocks, and what was said at the table."""

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from msgspec import structs

from ludens.core.contract.debug import Debug
from ludens.messages import StateReport
from ludens.messages.announcement import Announcement, Tone
from ludens.messages.board_picture import BoardPicture, Line, Lines, Manner, Speaker
from ludens.messages.speech import Reply, Utterance
from ludens.table.board_game import COLOURS, Colour

REPEAT_S = 0.25
"""How often onlookers are told again."""
KEPT = 80
"""Lines that are kept."""
UNCLEAR = "…"
"""Text of something that was said and not understood."""
MANNERS: dict[Tone, Manner] = {"refusal": "refusal", "plea": "plea", "trouble": "trouble"}


@dataclass(slots=True)
class GameClocks:
    """How much time each side has used: to decide, and to have its turn made on the board.

    `deciding` are states of the robot in which the clock of the side to move runs; `moving` those in
    which that of the other side runs: its turn, already in the record, is being made.
    """

    deciding: Collection[str]
    moving: Collection[str]
    used_s: dict[Colour, float] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0.0))
    running: Colour | None = None
    _before_s: float | None = None

    def pass_time(self, time_s: float, *, state: str, turn: Colour) -> None:
        """Charge the time since the last call, then see whose clock runs from now on."""
        if self._before_s is not None and self.running is not None:
            self.used_s[self.running] += max(0.0, time_s - self._before_s)
        self._before_s = time_s
        other: Colour = "black" if turn == "white" else "white"
        self.running = turn if state in self.deciding else other if state in self.moving else None


class TalkLines:
    """The newest of what was said, in order."""

    def __init__(self) -> None:
        self._lines: deque[Line] = deque(maxlen=KEPT)
        self.count = 0  # of all that there have been

    def shown(self) -> Lines:
        """The lines as people see them."""
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
        self.count += 1
        self._lines.append(Line(self.count, time_s, speaker, text, manner))


class GameScreen:
    """Publishes the debug streams `board` and `talk` of a game, when something is new and now and then."""

    def __init__(self, debug: Debug, *, deciding: Collection[str], moving: Collection[str]) -> None:
        self.talk = TalkLines()
        self._debug, self._deciding, self._moving = debug, deciding, moving
        self._clocks = GameClocks(deciding, moving)
        self._state = ""
        self._shown_lines = 0
        self._shown_s: float | None = None

    def restart_clocks(self) -> None:
        """Begin with clocks at zero, for another game."""
        self._clocks = GameClocks(self._deciding, self._moving)

    def step(
        self,
        time_s: float,
        *,
        state: StateReport | None,
        turn: Colour | None,
        is_news: bool,
        picture: Callable[[], BoardPicture],
    ) -> bool:
        """Let the clocks run, and show everything where it is time for it; return whether it was shown.

        `turn` is the side to move, None before the first game. The picture is made only while somebody looks.
        """
        self._state = self._state if state is None else state.state
        if turn is not None:
            self._clocks.pass_time(time_s, state=self._state, turn=turn)
        is_due = self._shown_s is None or time_s - self._shown_s >= REPEAT_S
        if not (is_news or is_due or self.talk.count != self._shown_lines):
            return False
        self._shown_s, self._shown_lines = time_s, self.talk.count
        self._debug.value("talk", self.talk.shown)
        if turn is not None:
            self._debug.value("board", lambda: self._with_clocks(picture()))
        return True

    def _with_clocks(self, picture: BoardPicture) -> BoardPicture:
        white, black = (
            structs.replace(
                side, used_s=self._clocks.used_s[colour], clock_runs=self._clocks.running == colour
            )
            for side, colour in zip(picture.sides, COLOURS, strict=True)
        )
        return structs.replace(picture, sides=(white, black))
