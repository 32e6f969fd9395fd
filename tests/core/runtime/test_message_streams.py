from ludens.core.contract.module import Module, NoParameters
from ludens.core.contract.setup import Node
from ludens.core.runtime.message_streams import FAULTS_PATH
from tests.core.paper_robot import Picture, Reading, beats, description, paper_run, setup_of


class Doubler(Module[NoParameters]):
    def cycle(self, reading: Reading) -> Picture:
        if reading.time_s > 0.03:
            raise ValueError("late")
        return Picture(time_s=reading.time_s, value=2.0 * reading.value)


def test_deliveries_products_and_faults_can_be_watched_under_their_keys():
    setup = setup_of(Node(Doubler, under="twice")).for_robots("alpha")
    run, _, _ = paper_run(setup, beats(2, robot="alpha"), robots=(description("alpha"),))
    heard = []
    run.hub.watch("*", lambda path, time_s, message: heard.append((path, time_s)))
    run.run_until(1.0)
    assert heard == [
        ("alpha/Reading", 0.02),
        ("alpha/twice/Picture", 0.02),
        ("alpha/Reading", 0.04),
        (FAULTS_PATH, 0.04),
    ]


def test_messages_are_listed_among_the_streams_without_being_watched():
    run, _, _ = paper_run(setup_of(Node(Doubler, under="twice")), beats(1))
    run.step()
    assert {path: stream.kind for path, stream in run.hub.streams.items()} == {
        "Reading": "message",
        "twice/Picture": "message",
    }


def test_a_watcher_that_fails_does_not_disturb_the_run():
    run, _, notebook = paper_run(setup_of(Node(Doubler, under="twice")), beats(2))

    def broken(*_):
        raise RuntimeError("the browser left")

    run.hub.watch("*", broken)
    run.run_until(1.0)
    assert len(notebook.deliveries) == 2
