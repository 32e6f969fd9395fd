from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import pytest

from ludens.core.contract.declaration import (
    DeclarationError,
    History,
    Kind,
    Last,
    Since,
    declaration_of,
    under,
)
from ludens.core.contract.module import Module, NoParameters
from tests.core.paper_robot import Picture, Reading

if TYPE_CHECKING:
    from ludens.messages import Fault as OnlyForTypeCheckers


class Everything(Module[NoParameters]):
    def cycle(
        self,
        reading: Reading,
        maybe: Picture | None,
        last: Last[Reading],
        since: Since[Reading],
        history: History[Reading],
        elsewhere: Annotated[Reading, under("ball")],
        last_elsewhere: Annotated[Last[Reading], under("ball")],
        maybe_elsewhere: Annotated[Picture | None, under("ball")],
        elsewhere_maybe: Annotated[Picture, under("ball")] | None,
    ) -> tuple[Reading | None, Picture]:
        raise NotImplementedError


def test_every_kind_of_input_is_read_from_the_signature():
    read = {
        wanted.name: (wanted.type, wanted.kind, wanted.under, wanted.required)
        for wanted in declaration_of(Everything).inputs
    }
    assert read == {
        "reading": (Reading, Kind.CURRENT, "", True),
        "maybe": (Picture, Kind.CURRENT, "", False),
        "last": (Reading, Kind.LAST, "", False),
        "since": (Reading, Kind.SINCE, "", False),
        "history": (Reading, Kind.HISTORY, "", False),
        "elsewhere": (Reading, Kind.CURRENT, "ball", True),
        "last_elsewhere": (Reading, Kind.LAST, "ball", False),
        "maybe_elsewhere": (Picture, Kind.CURRENT, "ball", False),
        "elsewhere_maybe": (Picture, Kind.CURRENT, "ball", False),
    }


def test_several_outputs_are_read_from_a_tuple():
    declaration = declaration_of(Everything)
    assert declaration.outputs == (Reading, Picture)
    assert declaration.returns_tuple


def test_a_module_may_have_no_inputs_and_no_outputs():
    class Idle(Module[NoParameters]):
        def cycle(self) -> None: ...

    declaration = declaration_of(Idle)
    assert declaration.inputs == ()
    assert declaration.outputs == ()
    assert not declaration.returns_tuple


def test_one_output_may_be_empty():
    class Sometimes(Module[NoParameters]):
        def cycle(self) -> Reading | None: ...

    assert declaration_of(Sometimes).outputs == (Reading,)


def test_a_derived_module_inherits_its_declaration():
    class Derived(Everything): ...

    assert declaration_of(Derived) == declaration_of(Everything)


class NoCycle(Module[NoParameters]): ...


class NoAnnotation(Module[NoParameters]):
    def cycle(self, image) -> Reading:
        raise NotImplementedError


class NoReturn(Module[NoParameters]):
    def cycle(self, reading: Reading): ...


class NotAMessage(Module[NoParameters]):
    def cycle(self, number: float) -> Reading:
        raise NotImplementedError


class TwoMessages(Module[NoParameters]):
    def cycle(self, either: Reading | Picture) -> Reading:
        raise NotImplementedError


class ReturnsNumber(Module[NoParameters]):
    def cycle(self, reading: Reading) -> float:
        raise NotImplementedError


class ReturnsAnyNumber(Module[NoParameters]):
    def cycle(self, reading: Reading) -> tuple[Reading, ...]:
        raise NotImplementedError


class KeywordOnly(Module[NoParameters]):
    def cycle(self, *, reading: Reading) -> None: ...


class Starred(Module[NoParameters]):
    def cycle(self, *readings: Reading) -> None: ...


class Unimported(Module[NoParameters]):
    def cycle(self, fault: "OnlyForTypeCheckers") -> None: ...


@pytest.mark.parametrize(
    ("module", "words"),
    [
        (NoCycle, ["NoCycle", "no method `cycle`", "add `def cycle"]),
        (NoAnnotation, ["NoAnnotation.cycle", "type of image"]),
        (NoReturn, ["NoReturn.cycle", "what it returns", "-> None"]),
        (NotAMessage, ["NotAMessage.cycle", "number", "float", "no message", "Last[…]"]),
        (TwoMessages, ["TwoMessages.cycle", "either", "no message"]),
        (ReturnsNumber, ["ReturnsNumber.cycle", "return value", "float"]),
        (ReturnsAnyNumber, ["ReturnsAnyNumber.cycle", "return value", "no message"]),
        (KeywordOnly, ["KeywordOnly.cycle", "reading", "plain argument"]),
        (Starred, ["Starred.cycle", "readings", "plain argument"]),
        (Unimported, ["Unimported.cycle", "OnlyForTypeCheckers", "Import it"]),
    ],
)
def test_a_declaration_that_cannot_be_understood_is_refused_with_its_name_and_a_way_out(module, words):
    with pytest.raises(DeclarationError) as refused:
        declaration_of(module)
    for word in words:
        assert word in str(refused.value)


def test_parameters_are_found_through_inheritance():
    @dataclass(frozen=True)
    class Settings:
        gain: float = 2.0

    class Configured(Module[Settings]):
        def cycle(self) -> None: ...

    class Derived(Configured): ...

    class Plain(Module[NoParameters]):
        def cycle(self) -> None: ...

    assert Configured.parameters_type() is Settings
    assert Derived.parameters_type() is Settings
    assert Derived().parameters == Settings(2.0)
    assert Plain.parameters_type() is NoParameters
