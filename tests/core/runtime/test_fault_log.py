import logging

import pytest

from ludens.core.runtime.fault_log import REMEMBERED_FAULTS, FaultLog
from ludens.messages import Fault


def fault(time_s=0.0, where="camera", what="It is dark.", consequence="Nothing is seen."):
    return Fault(time_s=time_s, where=where, what=what, consequence=consequence)


@pytest.fixture
def told():
    return []


@pytest.fixture
def log(told):
    return FaultLog(told.append)


def test_a_fault_is_told_at_once_and_then_once_a_second_with_its_count(log, told):
    for cycle in range(151):
        log.report(fault(time_s=cycle * 0.02))
    assert [round(each.time_s, 2) for each in told] == [0.0, 1.0, 2.0, 3.0]
    assert told[0].consequence == "Nothing is seen."
    assert told[1].consequence == "Nothing is seen. (51 times so far.)"
    assert log.total == 151


def test_other_faults_do_not_wait(log, told):
    log.report(fault())
    log.report(fault(where="body"))
    log.report(fault(what="It is cold."))
    log.report(fault(consequence="It is switched off."))
    assert len(told) == 4


def test_faults_that_differ_in_their_numbers_only_are_the_same(log, told):
    for number in range(40):
        log.report(fault(time_s=number * 0.01, what=f"{number * 0.37:.3f} m is more than {-1e-3 * number}."))
    assert len(told) == 1
    assert log.total == 40


def test_the_newest_faults_are_remembered_and_the_number_is_bounded(log):
    for number in range(REMEMBERED_FAULTS + 50):
        log.report(fault(where=f"module {number}"))
    assert len(log.faults) == REMEMBERED_FAULTS
    assert log.faults[-1].where == f"module {REMEMBERED_FAULTS + 49}"
    assert log.total == REMEMBERED_FAULTS + 50


def test_a_told_fault_is_logged_with_time_place_and_consequence(log, caplog):
    with caplog.at_level(logging.WARNING, logger="ludens.faults"):
        log.report(fault(time_s=1.5))
        log.report(fault(time_s=1.6))
    assert caplog.messages == ["1.50 s, camera: It is dark. Nothing is seen."]
