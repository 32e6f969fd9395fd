"""Sentences about what happened."""

from ludens.messages import Fault
from ludens.studio.journal import REMEMBERED_ENTRIES, Journal


def test_a_fault_becomes_a_sentence_with_its_place_and_details() -> None:
    journal = Journal()
    journal.on_fault(
        Fault(time_s=3.0, where="ball/tracker", what="It broke.", consequence="It rests.", inputs=("x=1",))
    )
    (entry,) = journal.entries
    assert (entry.kind, entry.where, entry.sentence) == ("fault", "ball/tracker", "It broke. It rests.")
    assert entry.detail == "x=1"
    assert journal.faults == 1


def test_news_are_what_was_written_since() -> None:
    journal = Journal()
    journal.write("One.", time_s=0.0)
    seen = journal.total
    journal.write("Two.", time_s=1.0)
    assert [entry.sentence for entry in journal.since(seen)] == ["Two."]
    assert journal.since(journal.total) == ()


def test_only_the_newest_are_remembered_and_numbers_go_on() -> None:
    journal = Journal()
    for k in range(REMEMBERED_ENTRIES + 10):
        journal.write(str(k), time_s=0.0)
    assert len(journal.entries) == REMEMBERED_ENTRIES
    assert journal.entries[-1].number == REMEMBERED_ENTRIES + 10
