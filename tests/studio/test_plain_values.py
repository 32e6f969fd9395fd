"""Lists and tables of parameters in plain words."""

from typing import Any

import pytest

from ludens.cli.games import load_game
from ludens.core.configuration import Configuration
from ludens.studio.plain_values import read, written


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([0.93, 0.74, 0.09], "0.93, 0.74, 0.09"),
        (["squat", "wave"], "squat, wave"),
        (["squat"], "squat"),
        ([], ""),
        ({"knee": 0.1, "hip": -2}, "knee: 0.1, hip: -2"),
        ({}, ""),
        ([[1.0, 2.0], [3.0, 4.0]], "1.0, 2.0; 3.0, 4.0"),
        ([True, False], "true, false"),
        (1e-07, "1e-07"),
    ],
)
def test_what_is_written_is_read_again_and_has_neither_brackets_nor_quotes(value: Any, words: str) -> None:
    assert written(value) == words
    assert read(words, like=value) == value


def test_spaces_and_a_last_comma_do_no_harm() -> None:
    assert read(" 1 ,2.5 , ", like=()) == [1, 2.5]
    assert read("hip : 3,", like={}) == {"hip": 3}


def test_lists_and_tables_of_a_game_can_be_written_without_quotes() -> None:
    configuration = Configuration(load_game("morris").setup().sections())
    fields = [field for field in configuration.fields() if field.kind == "other"]
    assert {type(field.value) for field in fields} == {tuple, dict}
    for field in fields:
        configuration.edit(field.address, read(written(field.value), like=field.default))
    assert configuration.difference() == ""
