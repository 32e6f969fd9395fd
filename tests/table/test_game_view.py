"""What was said, in order and the oldest forgotten; and clocks: who decides pays, and so does who moves."""

import pytest

from ludens.messages.announcement import Announcement
from ludens.messages.speech import Hypothesis, Reply, Utterance
from ludens.table.game_view import KEPT, UNCLEAR, GameClocks, TalkLines
from ludens.table.headline import Stage


def test_both_speak_and_a_question_is_known_as_one() -> None:
    lines = TalkLines()
    lines.hear(Utterance(time_s=1.0, hypotheses=(Hypothesis("knight", 0.6), Hypothesis("night", 0.2))))
    lines.reply(Reply(time_s=1.5, text="Which one?", expects_answer=True))
    lines.announce(Announcement(time_s=2.0, text="That is my piece.", tone="refusal"))
    told = [(line.number, line.speaker, line.text, line.manner) for line in lines.shown().lines]
    assert told == [
        (1, "person", "knight", "plain"),
        (2, "robot", "Which one?", "question"),
        (3, "robot", "That is my piece.", "refusal"),
    ]


def test_a_sound_without_words_is_shown_as_unclear() -> None:
    lines = TalkLines()
    lines.hear(Utterance(time_s=0.0, hypotheses=(), medium="voice"))
    assert lines.shown().lines[0].text == UNCLEAR


def test_old_lines_are_forgotten_but_numbers_go_on() -> None:
    lines = TalkLines()
    for number in range(KEPT + 5):
        lines.announce(Announcement(time_s=float(number), text=str(number)))
    assert len(lines.shown().lines) == KEPT
    assert lines.shown().lines[-1].number == lines.count == KEPT + 5


def test_each_side_pays_for_its_thinking_and_its_moves() -> None:
    both = GameClocks()
    both.pass_time(0.0, stage="preparing", turn="white")
    both.pass_time(10.0, stage="thinking", turn="white")
    both.pass_time(12.0, stage="moving", turn="black")  # the record is ahead of the robot
    both.pass_time(17.0, stage="looking", turn="black")
    both.pass_time(18.0, stage="awaiting", turn="black")
    both.pass_time(21.0, stage="thinking", turn="white")
    assert both.used_s["white"] == pytest.approx(7.0)
    assert both.used_s["black"] == pytest.approx(3.0)
    assert both.running == "white"


@pytest.mark.parametrize("stage", ["preparing", "looking", "repairing", "stopped", "over"])
def test_no_clock_runs_while_nobody_is_to_blame(stage: Stage) -> None:
    both = GameClocks()
    both.pass_time(0.0, stage=stage, turn="white")
    both.pass_time(5.0, stage=stage, turn="white")
    assert both.running is None
    assert both.used_s == {"white": 0.0, "black": 0.0}
