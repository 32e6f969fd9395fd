"""Objects named by text."""

import math
import sys
from pathlib import Path

import pytest

from ludens.core.errors import LudensError
from ludens.experiments.importing import load_object


def test_an_object_is_found_by_module_and_name() -> None:
    assert load_object("math:sqrt") is math.sqrt


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("math", "write it as package.module:name"),
        ("math:sqrrt", "did you mean 'sqrt'"),
        ("ludens.no_such_room:thing", "there is no module 'ludens.no_such_room'"),
        ("no_such_package.room:thing", "there is no module 'no_such_package'"),
    ],
)
def test_a_wrong_name_is_explained(name: str, sentence: str) -> None:
    with pytest.raises(LudensError, match=sentence):
        load_object(name)


def test_an_import_missing_inside_the_module_is_not_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "needs_more.py").write_text("import not_installed_anywhere\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="not_installed_anywhere"):
        load_object("needs_more:thing")
    assert "needs_more" not in sys.modules
