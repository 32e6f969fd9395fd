import numpy as np

from ludens.table.person import ANSWERS_S, LOOKS_NS, PersonReaction


def test_a_person_begins_after_a_moment_and_forgets_what_is_no_longer_called_for():
    reaction = PersonReaction(np.random.default_rng(1))
    times_ns = range(0, 5_000_000_000, LOOKS_NS)
    acted_ns = next(time_ns for time_ns in times_ns if reaction.is_due(time_ns, called=True))
    assert ANSWERS_S[0] <= acted_ns * 1e-9 <= ANSWERS_S[1] + 0.1

    assert not reaction.is_due(0, called=True)
    assert not reaction.is_due(LOOKS_NS, called=False)
    assert not reaction.is_due(10_000_000_000, called=True), "it begins to think anew"
