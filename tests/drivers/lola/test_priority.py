import os

from ludens.drivers.lola.priority import real_time_priority


def test_afterwards_the_thread_is_as_ordinary_as_before():
    before = os.sched_getscheduler(0)
    with real_time_priority() as granted:
        assert (os.sched_getscheduler(0) == os.SCHED_RR) == granted
    assert os.sched_getscheduler(0) == before


def test_where_it_is_not_allowed_it_goes_on(monkeypatch):
    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr(os, "sched_setscheduler", refuse)
    with real_time_priority() as granted:
        assert not granted
