"""One sentence says what is going on, and it never contradicts the clocks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from ludens.core.contract.debug import Debug, DebugHub
from ludens.messages import StateReport
from ludens.messages.announcement import Announcement
from ludens.messages.board_picture import BoardMove, BoardPicture, BoardSide, SidePlayer
from ludens.messages.speech import Hypothesis, Reply, Utterance
from ludens.table.board_game import Colour
from ludens.table.game_view import GameScreen
from ludens.table.headline import LOOKS, UNSEEN, Stage, headline

STAGES: tuple[Stage, ...] = (
    "preparing",
    "looking",
    "awaiting",
    "thinking",
    "moving",
    "repairing",
    "asking",
    "needing help",
    "stopped",
)


def picture(white: SidePlayer = "robot", black: SidePlayer = "you", to_move: int = 1) -> BoardPicture:
    sides = tuple(
        BoardSide(name=name, player=player, who=f"the {player}", taken=())
        for name, player in (("White", white), ("Black", black))
    )
    return BoardPicture(
        column_names=("a",),
        row_names=("1",),
        pieces=(),
        sides=(sides[0], sides[1]),
        to_move=to_move,
        moves=("Nc3",),
        possible=(BoardMove(0, 0, "a1"),),
    )


@pytest.mark.parametrize(
    ("shown", "stage", "sentence"),
    [
        (picture(), "awaiting", "Your turn: click a piece."),
        (structs.replace(picture(), warned=(0,)), "awaiting", "You are in check: click a piece."),
        (picture("you", "you"), "awaiting", "Black's turn: click a piece."),
        (picture(black="person"), "awaiting", "Black, the person, is to move."),
        (picture(to_move=0), "thinking", "The robot thinks about its move (white)."),
        (picture("you", "person", 0), "thinking", "Your turn: click a piece."),  # a robot that is directed
        (picture(), "moving", "The robot makes its move: Nc3."),
        (picture(to_move=0), "moving", "The robot makes your move: Nc3."),
        (structs.replace(picture(), is_owed=True), "looking", LOOKS),
        (structs.replace(picture(), told=BoardMove(0, 0, "a1")), "awaiting", UNSEEN),
        (structs.replace(picture(), told=BoardMove(0, 0, "a1")), "looking", UNSEEN),
        (structs.replace(picture(), result="1-0", sentence="White wins."), "over", "White wins."),
    ],
)
def test_the_sentence_says_who_does_what(shown: BoardPicture, stage: Stage, sentence: str) -> None:
    assert headline(shown, stage) == sentence


def test_a_robot_that_prepares_itself_says_how_far_it_is() -> None:
    assert headline(picture(), "preparing", progress="Posture 7 of 20.") == "Posture 7 of 20."
    assert headline(picture(), "preparing")


class Screen:
    """A screen, and the newest picture it shows."""

    def __init__(self) -> None:
        hub = DebugHub()
        hub.watch("*", self._take)
        self.screen = GameScreen(
            Debug(hub, "view", None), stages={stage: stage for stage in (*STAGES, "over")}
        )
        self.shown: BoardPicture = picture()

    def _take(self, path: str, _: object, value: object) -> None:
        if isinstance(value, BoardPicture):
            self.shown = value

    def step(
        self, time_s: float, stage: Stage, since_s: float | None = None, to_move: int = 1
    ) -> BoardPicture:
        report = StateReport(
            time_s=time_s,
            state=stage,
            since_s=time_s if since_s is None else since_s,
            reason="",
            states=(),
            transitions=(),
        )
        turn: Colour = "black" if to_move else "white"
        self.screen.step(
            time_s, state=report, turn=turn, is_news=True, picture=lambda: picture(to_move=to_move)
        )
        return self.shown


@given(stages=st.lists(st.tuples(st.sampled_from(STAGES), st.integers(0, 1)), min_size=1, max_size=12))
def test_the_clock_that_runs_is_that_of_whom_the_sentence_speaks(stages: list[tuple[Stage, int]]) -> None:
    screen = Screen()
    for time_s, (stage, to_move) in enumerate(stages):
        shown = screen.step(float(time_s), stage, to_move=to_move)
        robot, you = shown.sides
        if "Your turn" in shown.sentence or "your move" in shown.sentence:
            assert you.clock_runs
        if "its move" in shown.sentence:
            assert robot.clock_runs
        assert not (robot.clock_runs and you.clock_runs)
        assert shown.is_awaited == shown.sentence.startswith("Your turn")


def test_a_move_that_was_told_is_on_its_way_until_the_robot_has_seen_it() -> None:
    screen = Screen()
    assert screen.step(0.0, "awaiting").is_awaited
    screen.screen.tell(BoardMove(0, 0, "a1"), 1.0)
    on_its_way = screen.step(1.0, "awaiting", since_s=0.0)
    assert (on_its_way.sentence, on_its_way.is_awaited) == (UNSEEN, False)
    assert not on_its_way.sides[1].clock_runs
    assert screen.step(2.0, "looking").sentence == UNSEEN
    screen.screen.note_game(3.0, moves=1)
    assert screen.step(3.0, "thinking", to_move=0).told is None


def test_a_move_that_was_not_to_be_seen_or_is_refused_is_awaited_again() -> None:
    for refused in (True, False):
        screen = Screen()
        screen.screen.tell(BoardMove(0, 0, "a1"), 1.0)
        screen.step(1.0, "looking")
        if refused:
            screen.screen.announce(Announcement(time_s=2.0, text="No.", tone="refusal", audience="player"))
        assert screen.step(2.0, "awaiting").is_awaited


def test_a_decided_move_is_owed_until_the_next_turn_begins() -> None:
    screen = Screen()
    screen.step(0.0, "thinking", to_move=0)
    screen.screen.note_game(1.0, moves=1)
    assert screen.step(1.0, "thinking", since_s=0.0).is_owed  # decided, and not yet begun
    assert screen.step(1.1, "moving").is_owed
    assert screen.step(5.0, "looking").is_owed
    assert not screen.step(6.0, "awaiting").is_owed


def test_an_open_question_stands_at_the_board_until_somebody_speaks() -> None:
    screen = Screen()
    screen.screen.talk.reply(Reply(time_s=0.0, text="Really?", expects_answer=True, answers=("yes", "no")))
    asked = screen.step(0.0, "awaiting").reply
    assert asked is not None
    assert asked.answers == ("yes", "no")
    screen.screen.talk.hear(Utterance(time_s=1.0, hypotheses=(Hypothesis("no"),)))
    shown = screen.step(1.0, "awaiting", since_s=0.0)
    assert (shown.reply, shown.heard) == (None, 1)


def test_what_is_said_to_those_at_the_table_is_no_answer_to_the_player() -> None:
    screen = Screen()
    screen.screen.announce(
        Announcement(time_s=0.0, text="That is my piece.", tone="refusal", audience="table")
    )
    assert screen.step(0.0, "asking").reply is None
