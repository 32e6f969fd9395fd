from ludens.games.chess.typed import TypedWords
from ludens.messages import StateReport
from ludens.messages.speech import Utterance


def listening(since_s: float, state: str = "listening") -> StateReport:
    return StateReport(time_s=since_s, state=state, since_s=since_s, reason="", states=(), transitions=())


def test_lines_of_a_file_are_said_one_by_one_when_the_robot_listens():
    said: list[Utterance] = []
    typed = TypedWords(["e4\n", "\n", "Nf3\n", "Bc4\n"], said.append, at_once=False)
    typed.join()

    typed.hear(listening(1.0, "thinking"))
    typed.hear(listening(2.0))
    typed.hear(listening(2.0))
    typed.hear(listening(9.0))

    assert [one.hypotheses[0].text for one in said] == ["e4", "Nf3"]


def test_what_a_person_types_is_said_at_once():
    said: list[Utterance] = []
    TypedWords(["stop\n"], said.append, at_once=True).join()

    assert [one.hypotheses[0].text for one in said] == ["stop"]
