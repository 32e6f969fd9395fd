"""What each kind of input means, seen from modules in a run."""

from typing import Annotated, Any

from ludens.core.contract.declaration import History, Last, Since, under
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.runtime.cycle_source import REMEMBERED_MESSAGES
from ludens.messages import Message
from tests.core.paper_robot import (
    Picture,
    Reading,
    beats,
    body,
    camera,
    description,
    every,
    paper_run,
    played,
    setup_of,
)

ALPHA = (description("alpha"),)


class Count(Message):
    number: int


class Seen(Message):
    """What a module was given, for a test to look at."""

    what: Any


class EvenCounter(Module[NoParameters]):
    """Counts its cycles; cannot tell the odd ones."""

    def start(self) -> None:
        self.number = -1

    def cycle(self, now: CycleTime) -> Count | None:
        self.number += 1
        return Count(time_s=now.time_s, number=self.number) if self.number % 2 == 0 else None


def seen(notebook: Any, key: str = "Seen") -> list[Any]:
    return [message.what for message in notebook.of(key)]


# ---------------------------------------------------------------- this cycle's value


def test_a_module_is_skipped_when_a_needed_value_is_empty_and_nothing_stale_is_left():
    class Doubler(Module[NoParameters]):
        def cycle(self, count: Count) -> Reading | None:
            return Reading(time_s=count.time_s, value=2.0 * count.number)

    class Witness(Module[NoParameters]):
        def cycle(self, doubled: Annotated[Reading | None, under("twice")]) -> Seen:
            return Seen(time_s=0.0, what=None if doubled is None else doubled.value)

    setup = setup_of(Witness, Node(Doubler, under="twice"), EvenCounter)
    assert seen(played(setup, beats(5))) == [0.0, None, 4.0, None, 8.0]


def test_an_optional_value_that_is_empty_is_none():
    class Witness(Module[NoParameters]):
        def cycle(self, count: Count | None, nobody: Picture | None) -> Seen:
            return Seen(time_s=0.0, what=(count is not None, nobody))

    notebook = played(setup_of(Witness, EvenCounter), beats(3), robots=(description(camera=()),))
    assert seen(notebook) == [(True, None), (False, None), (True, None)]


def test_what_another_cycler_made_is_there_for_one_cycle():
    class Witness(Module[NoParameters]):
        def cycle(self, picture: Picture | None) -> Seen:
            return Seen(time_s=0.0, what=picture and picture.value)

    script = [body(0.02), camera(0.03), camera(0.035), body(0.04), body(0.06)]
    assert seen(played(setup_of(Witness), script)) == [None, 0.035, None]


def test_what_a_cycler_keeps_counts_until_the_next_comes_or_it_is_too_old():
    class Witness(Module[NoParameters]):
        def cycle(self, picture: Picture | None) -> Seen:
            return Seen(time_s=0.0, what=picture and picture.value)

    script = [
        body(0.02),
        camera(0.03),
        body(0.04),
        body(0.06),
        camera(0.07),
        body(0.08),
        body(0.26),
        body(0.3),
    ]
    setup = Setup("paper", (CyclerPlan("body", "body", (Node(Witness),), keeps=(Picture,)),))
    assert seen(played(setup, script)) == [None, 0.03, 0.03, 0.07, 0.07, None]


def test_a_cycler_without_a_reading_in_its_delivery_skips_who_needs_one():
    class Witness(Module[NoParameters]):
        def cycle(self, reading: Reading) -> Seen:
            return Seen(time_s=0.0, what=reading.value)

    script = [body(0.02), body(0.04, Picture(time_s=0.04, value=1.0)), body(0.06)]
    assert seen(played(setup_of(Witness), script)) == [0.02, 0.06]


# ---------------------------------------------------------------- last cycle's value


def test_last_is_the_value_of_the_cycle_before_empty_if_that_was():
    class Witness(Module[NoParameters]):
        def cycle(self, last: Last[Count]) -> Seen:
            return Seen(time_s=0.0, what=last and last.number)

    assert seen(played(setup_of(Witness, EvenCounter), beats(5))) == [None, 0, None, 2, None]


def test_last_joins_a_loop_over_cycles():
    class Up(Module[NoParameters]):
        def cycle(self, last: Last[Seen]) -> Count:
            return Count(time_s=0.0, number=1 + (last.what if last else 0))

    class Down(Module[NoParameters]):
        def cycle(self, count: Count) -> Seen:
            return Seen(time_s=0.0, what=count.number * 10)

    assert seen(played(setup_of(Down, Up), beats(3))) == [10, 110, 1110]


def test_last_of_a_message_from_elsewhere_is_what_this_cycler_had_the_cycle_before():
    class Witness(Module[NoParameters]):
        def cycle(self, last: Last[Picture]) -> Seen:
            return Seen(time_s=0.0, what=last and last.value)

    script = [camera(0.01), body(0.02), body(0.04), body(0.06)]
    assert seen(played(setup_of(Witness), script)) == [None, 0.01, None]


def test_the_time_of_the_last_cycle_can_be_asked_for():
    class Witness(Module[NoParameters]):
        def cycle(self, now: CycleTime, last: Last[CycleTime], times: Since[CycleTime]) -> Seen:
            return Seen(time_s=0.0, what=(now.time_s, last and last.time_s, len(times)))

    assert seen(played(setup_of(Witness), beats(2))) == [(0.02, None, 1), (0.04, 0.02, 1)]


# ---------------------------------------------------------------- all values since my last step


class SinceWitness(Module[NoParameters]):
    def cycle(self, readings: Since[Reading]) -> Seen:
        return Seen(time_s=0.0, what=[round(reading.value, 3) for reading in readings])


def test_since_collects_what_other_cyclers_got_between_two_steps():
    script = [camera(0.01), *beats(3), camera(0.1), camera(0.2), body(0.21), camera(0.3)]
    notebook = played(setup_of(camera=[SinceWitness]), script)
    assert seen(notebook) == [[], [0.02, 0.04, 0.06], [], [0.21]]


def test_since_within_a_cycler_is_what_this_cycle_made():
    class Witness(Module[NoParameters]):
        def cycle(self, counts: Since[Count], readings: Since[Reading]) -> Seen:
            return Seen(time_s=0.0, what=([count.number for count in counts], len(readings)))

    notebook = played(setup_of(Witness, EvenCounter), beats(3))
    assert seen(notebook) == [([0], 1), ([], 1), ([2], 1)]


def test_a_skipped_module_gets_at_its_next_step_all_that_came_meanwhile():
    class Witness(Module[NoParameters]):
        def cycle(self, picture: Picture, readings: Since[Reading]) -> Seen:
            return Seen(time_s=0.0, what=[round(reading.value, 3) for reading in readings])

    class Other(Module[NoParameters]):
        def cycle(self, readings: Since[Reading]) -> Count:
            return Count(time_s=0.0, number=len(readings))

    script = [*beats(3), camera(0.07), body(0.08), body(0.1), camera(0.11), body(0.12)]
    notebook = played(setup_of(Witness, Other), script)
    assert seen(notebook) == [[0.02, 0.04, 0.06, 0.08], [0.1, 0.12]]
    assert [count.number for count in notebook.of("Count")] == [1] * 6


def test_a_module_that_never_gets_its_other_inputs_does_not_collect_without_end():
    class Witness(Module[NoParameters]):
        def cycle(self, picture: Picture, readings: Since[Reading]) -> Seen:
            return Seen(time_s=0.0, what=(len(readings), readings[-1].value))

    many = REMEMBERED_MESSAGES + 500
    script = [body(index * 0.02) for index in range(many)]
    script += [camera(many * 0.02), body(many * 0.02)]
    assert seen(played(setup_of(Witness), script)) == [(REMEMBERED_MESSAGES + 1, many * 0.02)]


def test_a_cycler_that_never_runs_does_not_collect_without_end():
    script = [body(index * 0.02) for index in range(REMEMBERED_MESSAGES + 500)]
    script.append(camera(script[-1].time_ns * 1e-9))
    (readings,) = seen(played(setup_of(camera=[SinceWitness]), script))
    assert len(readings) == REMEMBERED_MESSAGES
    assert readings[-1] == round((REMEMBERED_MESSAGES + 499) * 0.02, 3)


def test_two_modules_that_ask_since_when_do_not_take_from_each_other():
    setup = setup_of(Node(SinceWitness, under="a"), Node(SinceWitness, under="b"))
    notebook = played(setup, beats(2))
    assert seen(notebook, "a/Seen") == seen(notebook, "b/Seen") == [[0.02], [0.04]]


# ---------------------------------------------------------------- the value at a given time


class HistoryWitness(Module[NoParameters]):
    def cycle(self, picture: Picture, readings: History[Reading]) -> Seen:
        found = readings.around(picture.time_s)
        assert found is not None
        before, after, fraction = found
        return Seen(time_s=0.0, what=before.value + fraction * (after.value - before.value))


def test_a_late_picture_finds_what_was_true_when_it_was_taken():
    late = Picture(time_s=0.05, value=0.0)
    script = [*beats(10), camera(0.21, late)]
    (value,) = seen(played(setup_of(camera=[HistoryWitness]), script))
    assert abs(value - 0.05) < 1e-12


def test_history_within_a_cycler_includes_this_cycle():
    class Witness(Module[NoParameters]):
        def cycle(self, counts: History[Count]) -> Seen:
            return Seen(time_s=0.0, what=[count.number for count in counts])

    assert seen(played(setup_of(Witness, EvenCounter), beats(4))) == [[0], [0], [0, 2], [0, 2]]


def test_the_clock_may_drive_who_looks_back_at_others():
    class Witness(Module[NoParameters]):
        def cycle(self, now: CycleTime, readings: Since[Reading], history: History[Reading]) -> Seen:
            latest = history.latest
            return Seen(time_s=0.0, what=(now.time_s, len(readings), latest and round(latest.value, 3)))

    setup = setup_of()
    setup = type(setup)("paper", (*setup.cyclers, every(0.05, Witness)))
    assert seen(played(setup, beats(5))) == [(0.05, 2, 0.04), (0.1, 2, 0.08)]


def test_what_is_looked_at_does_not_change_what_is_seen():
    """A run without the witness makes the same counts."""
    run, _, notebook = paper_run(setup_of(EvenCounter), beats(4))
    run.run_until(1.0)
    assert [count.number for count in notebook.of("Count")] == [0, 2]


# ---------------------------------------------------------------- the source itself


def test_the_source_reads_like_code_written_by_hand():
    class Doubler(Module[NoParameters]):
        def cycle(self, now: CycleTime, reading: Reading, picture: Picture | None) -> Count | None: ...

    run, _, _ = paper_run(setup_of(Node(Doubler, under="ball")).for_robots("alpha"), [], robots=ALPHA)
    source = run.cyclers[0].source
    assert "# 0: alpha/ball/doubler" in source
    assert "if run_ball_doubler is not None and reading is not None:" in source
    assert "ball_count = run_ball_doubler(now, reading, picture)" in source
    assert "publish(('alpha/ball/Count', ball_count))" in source


def test_names_that_python_could_not_take_are_changed():
    class Class(Module[NoParameters]):
        def cycle(self, reading: Reading) -> Count:
            return Count(time_s=reading.time_s, number=1)

    setup = setup_of(Node(Class, under="1st"), Node(Class, under="left arm"), Node(Class, under="left_arm"))
    notebook = played(setup, beats(1))
    assert [len(notebook.of(f"{prefix}/Count")) for prefix in ("1st", "left arm", "left_arm")] == [1, 1, 1]


def test_a_traceback_shows_the_line_of_the_cycle():
    class Broken(Module[NoParameters]):
        def cycle(self, reading: Reading) -> Count:
            raise RuntimeError("no")

    (fault,) = played(setup_of(Broken), beats(1)).faults
    assert "count = run_broken(reading)" in fault.traceback


def test_subclasses_of_what_a_module_promises_are_let_through():
    class Better(Count):
        pass

    class Counter(Module[NoParameters]):
        def cycle(self, reading: Reading) -> Count:
            return Better(time_s=reading.time_s, number=1)

    class Pair(Module[NoParameters]):
        def cycle(self, reading: Reading) -> tuple[Count, Seen | None]:
            return Better(time_s=reading.time_s, number=2), None

    notebook = played(setup_of(Counter, Node(Pair, under="pair")), beats(1))
    assert [message.number for message in (*notebook.of("Count"), *notebook.of("pair/Count"))] == [1, 2]
    assert not notebook.faults
