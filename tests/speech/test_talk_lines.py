"""What was said: in order, with its manner, and the oldest forgotten."""

from ludens.messages.announcement import Announcement
from ludens.messages.speech import Hypothesis, Reply, Utterance
from ludens.speech.talk_lines import KEPT, UNCLEAR, TalkLines


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
