from ludens.core.runtime.module_check import check_module
from ludens.games.passing.rally import RallyCounter
from ludens.messages import PassPlan, StateReport
from tests.games.passing.samples import plan

FAR, THERE = plan(pass_m=2.0), plan(pass_m=0.4)


def report(state: str) -> StateReport:
    return StateReport(time_s=1.0, state=state, since_s=0.0, reason="", states=(), transitions=())


def count(*story: tuple[str, PassPlan | None]) -> tuple[int, int]:
    """Passes and pushes after a story of states and plans."""
    counter = RallyCounter()
    for state, seen in story:
        told = counter.cycle(report(state), seen)
    return told.passes, told.pushes


def test_nothing_is_counted_before_a_push():
    assert count(("search", None), ("navigate", FAR), ("search", THERE)) == (0, 0)


def test_a_push_counts_once_however_long_it_takes():
    assert count(("verify", FAR), ("ram", FAR), ("ram", FAR), ("ram", FAR)) == (0, 1)


def test_a_pass_counts_when_the_ball_has_come_and_only_once():
    story = [("ram", FAR), ("retreat", FAR), ("search", None), ("search", THERE), ("wait", THERE)]
    assert count(*story) == (1, 1)


def test_a_short_push_is_no_pass_while_the_robot_still_rams():
    assert count(("ram", FAR), ("ram", THERE)) == (0, 1)


def test_a_push_that_missed_is_no_pass_but_the_next_one_may_be():
    missed = [("ram", FAR), ("retreat", FAR), ("search", FAR), ("navigate", FAR)]
    assert count(*missed) == (0, 1)
    assert count(*missed, ("ram", FAR), ("retreat", THERE)) == (1, 2)


def test_a_rally_goes_on():
    once = [("ram", FAR), ("retreat", FAR), ("wait", THERE), ("search", FAR), ("navigate", FAR)]
    assert count(*once * 3) == (3, 3)


def test_the_counter_keeps_the_contract_of_modules():
    check_module(RallyCounter, [{"state": report("ram"), "plan": FAR}, {"state": report("search")}])
