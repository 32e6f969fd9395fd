"""What onlookers of a game see beside its board: both clocks, what is going on, what was said."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from msgspec import structs

from ludens.core.contract.debug import Debug
from ludens.messages import StateReport
from ludens.messages.announcement import Announcement, Audience, Tone
from ludens.messages.board_picture import BoardMove, BoardPicture, Line, Lines, Manner, Speaker
from ludens.messages.speech import Reply, Utterance
from ludens.table.board_game import COLOURS, Colour
from ludens.table.headline import DECIDING, MOVING, Stage, headline

REPEAT_S = 0.25
"""How often onlookers are told again."""
KEPT = 80
"""Lines that are kept."""
UNCLEAR = "…"
"""Text of something that was said and not understood."""
MANNERS: dict[Tone, Manner] = {"refusal": "refusal", "plea": "plea", "trouble": "trouble"}
NEXT_TURN: tuple[Stage, ...] = ("awaiting", "thinking", "over")
"""Stages that begin when the move before stands on the board."""


@dataclass(slots=True)
class GameClocks:
    """How much time each side has used: to decide, and to have its move made on the board."""

    used_s: dict[Colour, float] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0.0))
    running: Colour | None = None
    _before_s: float | None = None

    def pass_time(self, time_s: float, *, stage: Stage, turn: Colour, is_told: bool = False) -> None:
        """Charge the time since the last call, then see whose clock runs from now on.

        Who has told a move does not pay until it is seen: `is_told`.
        """
        if self._before_s is not None and self.running is not None:
            self.used_s[self.running] += max(0.0, time_s - self._before_s)
        self._before_s = time_s
        other: Colour = "black" if turn == "white" else "white"
        self.running = other if stage in MOVING else turn if stage in DECIDING and not is_told else None


class TalkLines:
    """The newest of what was said, in order."""

    def __init__(self) -> None:
        self._lines: deque[Line] = deque(maxlen=KEPT)
        self.count = 0  # of all that there have been
        self.heard = 0  # those of people
        self.suggestions: tuple[str, ...] = ()  # what is often said to this robot
        self.language = self.voice = "en"
        self.open_reply: Line | None = None  # a question to the player, or a refusal, until somebody speaks

    def shown(self) -> Lines:
        """The lines as people see them."""
        return Lines(tuple(self._lines), self.suggestions, self.language, self.voice)

    def hear(self, utterance: Utterance) -> None:
        """A person has spoken, or typed."""
        text = utterance.hypotheses[0].text if utterance.hypotheses else UNCLEAR
        self.heard += 1
        self.open_reply = None
        self._add(utterance.time_s, "person", text, "plain")

    def reply(self, reply: Reply) -> None:
        """The robot has answered."""
        manner: Manner = "question" if reply.expects_answer else "refusal" if reply.refuses else "plain"
        self._add(reply.time_s, "robot", reply.text, manner, "player", answers=reply.answers)

    def announce(self, announcement: Announcement) -> None:
        """The robot has said something by itself."""
        manner, audience = MANNERS.get(announcement.tone, "plain"), announcement.audience
        self._add(
            announcement.time_s, "robot", announcement.text, manner, audience, button=announcement.button
        )

    def _add(
        self,
        time_s: float,
        speaker: Speaker,
        text: str,
        manner: Manner,
        audience: Audience = "everyone",
        *,
        answers: tuple[str, ...] = (),
        button: str = "",
    ) -> None:
        self.count += 1
        line = Line(self.count, time_s, speaker, text, manner, audience, answers, button)
        self._lines.append(line)
        if manner in ("question", "refusal") and audience != "table":
            self.open_reply = line


class GameScreen:
    """Publishes the debug streams `board` and `talk` of a game, when something is new and now and then.

    `stages` says what each state of the robot stands for.
    """

    def __init__(self, debug: Debug, *, stages: Mapping[str, Stage]) -> None:
        self.talk = TalkLines()
        self.progress = ""  # what a robot that prepares itself is doing, in a sentence
        self._debug, self._stages = debug, stages
        self._clocks = GameClocks()
        self._stage: Stage = "preparing"
        self._since_s = 0.0  # when that stage began
        self._told: tuple[float, BoardMove] | None = None
        self._moves = 0
        self._owed_s: float | None = None  # when the last move was decided that is still being made
        self._shown_lines = 0
        self._shown_s: float | None = None

    def restart_clocks(self) -> None:
        """Begin with clocks at zero, for another game."""
        self._clocks = GameClocks()

    def tell(self, move: BoardMove, time_s: float) -> None:
        """The robot was told a move that is legal; until it has seen it, the move is on its way."""
        self._told = (time_s, move)

    def announce(self, announcement: Announcement) -> None:
        """The robot has said something by itself; a move that it refuses is no longer on its way."""
        self.talk.announce(announcement)
        if announcement.tone == "refusal":
            self._told = None

    def note_game(self, time_s: float, *, moves: int) -> None:
        """The game has changed, and has so many moves now."""
        self._owed_s = time_s if moves > self._moves else None
        self._moves, self._told, self.talk.open_reply = moves, None, None

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
        if state is not None:
            self._enter(self._stages.get(state.state, "preparing"), state.since_s)
        if turn is not None:
            self._clocks.pass_time(time_s, stage=self._stage, turn=turn, is_told=self._told is not None)
        is_due = self._shown_s is None or time_s - self._shown_s >= REPEAT_S
        if not (is_news or is_due or self.talk.count != self._shown_lines):
            return False
        self._shown_s, self._shown_lines = time_s, self.talk.count
        self._debug.value("talk", self.talk.shown)
        if turn is not None:
            self._debug.value("board", lambda: self._completed(picture()))
        return True

    def _enter(self, stage: Stage, since_s: float) -> None:
        self._stage, self._since_s = stage, since_s
        if self._owed_s is not None and stage in NEXT_TURN and since_s >= self._owed_s:
            self._owed_s = None
        if self._told is not None and stage in NEXT_TURN and since_s > self._told[0]:
            self._told = None  # it has looked, and waits again

    def _completed(self, picture: BoardPicture) -> BoardPicture:
        """The picture with clocks, what is going on, and whose move is awaited."""
        white, black = (
            structs.replace(
                side, used_s=self._clocks.used_s[colour], clock_runs=self._clocks.running == colour
            )
            for side, colour in zip(picture.sides, COLOURS, strict=True)
        )
        mover = None if picture.to_move is None else picture.sides[picture.to_move].player
        completed = structs.replace(
            picture,
            sides=(white, black),
            is_owed=self._owed_s is not None and bool(picture.moves),
            told=None if self._told is None else self._told[1],
            is_awaited=mover == "you" and self._told is None and self._stage in ("awaiting", "thinking"),
            heard=self.talk.heard,
            reply=self.talk.open_reply,
        )
        return structs.replace(completed, sentence=headline(completed, self._stage, progress=self.progress))
