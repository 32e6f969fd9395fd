import logging

import numpy as np
import pytest

from ludens.core.contract.debug import UNWATCHED, Debug, DebugHub
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.core.contract.setup import Node
from ludens.messages import Circle, Drawing
from tests.core.paper_robot import beats, description, paper_run, setup_of


class Moment:
    time_s = 1.5


def never():
    raise AssertionError("nobody watches this")


@pytest.fixture
def hub():
    return DebugHub()


@pytest.fixture
def debug(hub):
    return Debug(hub, "ball/tracker", Moment())


def test_an_unwatched_callable_is_never_called(debug):
    debug.plot("distance_m", never)
    debug.image("regions", never)
    debug.drawing("vectors", never)
    debug.value("words", never)


def test_a_watcher_gets_path_time_and_what_the_callable_computes(hub, debug):
    heard = []
    hub.watch("ball/tracker/distance_m", lambda *publication: heard.append(publication))
    debug.plot("distance_m", lambda: 2.0)
    debug.plot("distance_m", 3.0)
    debug.plot("other", never)
    assert heard == [("ball/tracker/distance_m", 1.5, 2.0), ("ball/tracker/distance_m", 1.5, 3.0)]


def test_a_callable_is_computed_once_for_all_watchers(hub, debug):
    computed, heard = [], []
    hub.watch("*", lambda path, time_s, value: heard.append(value))
    hub.watch("ball/*", lambda path, time_s, value: heard.append(value))

    def image():
        computed.append(1)
        return np.zeros((2, 2, 3), np.uint8)

    debug.image("regions", image)
    assert len(computed) == 1
    assert len(heard) == 2


@pytest.mark.parametrize(
    ("pattern", "matches"),
    [
        ("ball/tracker/x", True),
        ("ball/*", True),
        ("*/x", True),
        ("*", True),
        ("ball/tracker/?", True),
        ("ball", False),
        ("Ball/*", False),
        ("target/*", False),
    ],
)
def test_streams_are_chosen_by_patterns(hub, debug, pattern, matches):
    heard = []
    hub.watch(pattern, lambda *_: heard.append(1))
    debug.value("x", 1)
    assert bool(heard) is matches


def test_one_may_begin_to_watch_late_and_stop_again(hub, debug):
    heard = []
    debug.plot("x", 1.0)
    watch = hub.watch("ball/*", lambda path, time_s, value: heard.append(value))
    debug.plot("x", 2.0)
    debug.plot("new", 3.0)
    watch.close()
    watch.close()
    debug.plot("x", never)
    assert heard == [2.0, 3.0]


def test_closing_one_watch_leaves_the_others(hub, debug):
    first, second = [], []
    watch = hub.watch("*", lambda *_: first.append(1))
    hub.watch("*", lambda *_: second.append(1))
    debug.value("x", 1)
    watch.close()
    debug.value("x", 1)
    assert (len(first), len(second)) == (1, 2)


def test_every_stream_is_known_with_its_kind_watched_or_not(hub, debug):
    debug.value("words", "hello")
    debug.plot("number", 1.0)
    debug.image("regions", never)
    debug.drawing("vectors", never)
    assert {path: stream.kind for path, stream in hub.streams.items()} == {
        "ball/tracker/words": "value",
        "ball/tracker/number": "plot",
        "ball/tracker/regions": "image",
        "ball/tracker/vectors": "drawing",
    }


def test_a_module_may_ask_whether_somebody_watches_before_it_has_published(hub, debug):
    assert not debug.watched("regions")
    watch = hub.watch("*/regions", lambda *_: None)
    assert debug.watched("regions")
    debug.image("regions", lambda: np.zeros((1, 1, 3), np.uint8))
    assert hub.streams["ball/tracker/regions"].kind == "image"
    assert debug.watched("regions")
    watch.close()
    assert not debug.watched("regions")


def test_a_watcher_that_fails_is_told_and_left_out_and_disturbs_nobody(hub, debug, caplog):
    heard = []

    def broken(path, time_s, value):
        raise RuntimeError("the browser left")

    hub.watch("*", broken)
    hub.watch("*", lambda path, time_s, value: heard.append(value))
    with caplog.at_level(logging.ERROR, logger="ludens.debug"):
        debug.value("x", 1)
        debug.value("x", 2)
    assert heard == [1, 2]
    assert [record.getMessage() for record in caplog.records] == [
        "A watcher of 'ball/tracker/x' failed; it is not called any more."
    ]


def test_a_watcher_may_stop_watching_from_within(hub, debug):
    heard = []

    def once(path, time_s, value):
        heard.append(value)
        watch.close()

    watch = hub.watch("*", once)
    debug.value("x", 1)
    debug.value("x", 2)
    assert heard == [1]


def test_without_a_hub_everything_is_quiet():
    UNWATCHED.plot("x", never)
    assert not UNWATCHED.watched("x")


def test_modules_publish_under_their_own_path_at_the_time_of_the_cycle():
    class Artist(Module[NoParameters]):
        def cycle(self, now: CycleTime) -> None:
            self.debug.drawing(
                "circle",
                lambda: Drawing(frame="robot", shapes=(Circle(center=(0.0, 0.0), radius=now.time_s),)),
            )

    setup = setup_of(Node(Artist, under="ball")).for_robots("alpha")
    run, _, _ = paper_run(setup, beats(2, robot="alpha"), robots=(description("alpha"),))
    heard = []
    run.hub.watch("alpha/ball/artist/*", lambda *publication: heard.append(publication))
    run.run_until(1.0)
    assert [(path, time_s) for path, time_s, _ in heard] == [
        ("alpha/ball/artist/circle", 0.02),
        ("alpha/ball/artist/circle", 0.04),
    ]
    assert [drawing.shapes[0].radius for _, _, drawing in heard] == [0.02, 0.04]
