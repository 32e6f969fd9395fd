"""What is typed where a number is asked for is a number, or is refused with a sentence: in every command."""

import math
from collections.abc import Iterator

import click
import pytest

from ludens.cli.main import command
from ludens.cli.numbers import Number, RunSpeed, WholeNumber

NO_NUMBERS = ["²", "nan", "-nan", "inf", "-inf", "1e999", "9" * 5000, "0x10", "", "NaN", "1e13"]


def parameters(of: click.Command, way: str) -> Iterator[tuple[str, click.Parameter]]:
    for parameter in of.params:
        yield f"{way} {parameter.name}", parameter
    if isinstance(of, click.Group):
        context = click.Context(of)
        for name in of.list_commands(context):
            inner = of.get_command(context, name)
            assert inner is not None
            yield from parameters(inner, f"{way} {name}")


def test_every_number_of_every_command_is_one_of_ours() -> None:
    plain = (click.types.IntParamType, click.types.FloatParamType)
    found = [(way, each.type) for way, each in parameters(command, "ludens") if isinstance(each.type, plain)]
    assert len(found) > 100
    assert [way for way, kind in found if not isinstance(kind, Number | WholeNumber)] == []


@pytest.mark.parametrize("text", NO_NUMBERS)
@pytest.mark.parametrize("kind", [Number(), Number(0), WholeNumber(), WholeNumber(0, 10)])
def test_what_is_no_number_is_refused_in_a_short_sentence(kind: Number | WholeNumber, text: str) -> None:
    with pytest.raises(click.BadParameter) as refused:
        kind.convert(text, None, None)
    assert len(refused.value.message) < 120


def test_a_speed_is_a_number_or_as_fast_as_it_goes() -> None:
    assert RunSpeed().convert("max", None, None) == math.inf
    assert RunSpeed().convert("2.5", None, None) == 2.5
    for text in ("inf", "0", "-1", "fast", "nan"):
        with pytest.raises(click.BadParameter):
            RunSpeed().convert(text, None, None)


def test_numbers_are_read() -> None:
    assert WholeNumber(0).convert(" 12 ", None, None) == 12
    assert WholeNumber(-3).convert("-3", None, None) == -3
    assert Number(0).convert("1e3", None, None) == 1000.0
    assert Number().convert(-0.5, None, None) == -0.5
