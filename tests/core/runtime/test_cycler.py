"""Cycles of modules: live parameters, and the time they take."""

from dataclasses import dataclass

from ludens.core.contract.module import Module, NoParameters
from ludens.core.contract.setup import Node
from ludens.messages import Message
from tests.core.paper_robot import PaperParameters, Picture, Reading, beats, camera, paper_run, setup_of


@dataclass(frozen=True, slots=True)
class Settings:
    gain: float = 1.0


class Product(Message):
    value: float


class Amplifier(Module[Settings]):
    """Works with the square of its gain, which it computes once."""

    def start(self) -> None:
        self.parameters_changed()

    def parameters_changed(self) -> None:
        if self.parameters.gain < 0.0:
            raise ValueError("a negative gain")
        self.square = self.parameters.gain**2

    def cycle(self, reading: Reading) -> Product:
        return Product(time_s=reading.time_s, value=self.square)


def test_parameters_come_from_the_configuration():
    setup = setup_of(Node(Amplifier, parameters={"gain": 3.0}))
    run, _, notebook = paper_run(setup, beats(1))
    run.step()
    assert [product.value for product in notebook.of("Product")] == [9.0]


def test_a_live_edit_takes_effect_from_the_next_cycle_on():
    setup = setup_of(Node(Amplifier, under="left"), Node(Amplifier, under="right"))
    configuration = PaperParameters(setup)
    run, _, notebook = paper_run(setup, beats(3), configuration=configuration)
    run.step()
    configuration.edit("left/amplifier", Settings(2.0))
    run.step()
    configuration.edit("left/amplifier", Settings(4.0))
    configuration.edit("left/amplifier", Settings(5.0))
    configuration.edit("no/such/module", Settings(6.0))
    run.step()
    assert [product.value for product in notebook.of("left/Product")] == [1.0, 4.0, 25.0]
    assert [product.value for product in notebook.of("right/Product")] == [1.0, 1.0, 1.0]


def test_an_edit_made_by_an_onlooker_waits_until_the_cycle_is_over():
    class Telling(Module[Settings]):
        def cycle(self, reading: Reading) -> Product:
            self.debug.value("here", None)
            return Product(time_s=reading.time_s, value=self.parameters.gain)

    setup = setup_of(Telling)
    configuration = PaperParameters(setup)
    run, _, notebook = paper_run(setup, beats(2), configuration=configuration)
    run.hub.watch("telling/here", lambda *_: configuration.edit("telling", Settings(7.0)))
    run.run_until(1.0)
    assert [product.value for product in notebook.of("Product")] == [1.0, 7.0]


def test_an_edit_that_a_module_cannot_take_is_reported_and_undone():
    setup = setup_of(Amplifier)
    configuration = PaperParameters(setup)
    run, _, notebook = paper_run(setup, beats(2), configuration=configuration)
    run.step()
    configuration.edit("amplifier", Settings(-1.0))
    run.step()
    (fault,) = notebook.faults
    assert fault.where == "amplifier"
    assert "cannot work with its new parameters: ValueError: a negative gain" in fault.what
    assert fault.consequence == "It keeps the parameters it had."
    assert run.cyclers[0].modules["amplifier"].parameters == Settings(1.0)
    assert [product.value for product in notebook.of("Product")] == [1.0, 1.0]


def test_every_cycle_of_a_module_is_timed_and_skipped_ones_are_not():
    class Watcher(Module[NoParameters]):
        def cycle(self, picture: Picture) -> None: ...

    run, _, _ = paper_run(setup_of(Amplifier, Watcher), [*beats(2), camera(0.05), *beats(4)[2:]])
    run.run_until(1.0)
    timings = {timing.path: timing for timing in run.cyclers[0].profile.timings()}
    assert timings["amplifier"].cycles == 4
    assert timings["watcher"].cycles == 1


def test_the_budget_of_a_module_is_known_to_its_profile():
    class Hasty(Module[NoParameters]):
        budget_s = 0.0

        def cycle(self, reading: Reading) -> None: ...

    run, _, _ = paper_run(setup_of(Hasty), beats(3))
    run.run_until(1.0)
    (timing,) = run.cyclers[0].profile.timings()
    assert timing.budget_s == 0.0
    assert timing.over_budget == 3


def test_modules_are_found_by_their_path():
    run, _, _ = paper_run(setup_of(Node(Amplifier, under="left")), [])
    assert list(run.cyclers[0].modules) == ["left/amplifier"]
    assert isinstance(run.cyclers[0].modules["left/amplifier"], Amplifier)
