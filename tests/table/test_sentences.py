"""Sentences come from language files, and a file with a gap is refused before the first word."""

import sys

import pytest

from ludens.core.errors import LudensError
from ludens.table.sentences import filled, sentence_files

ENGLISH = """
name = "English"
voice = "en"
[sentences.turn]
i_play = "I play {turn}."
wins = "{Colour} wins."
took_back = { one = "Took back one turn.", many = "Took back {count} turns." }
"""
GERMAN = """
name = "Deutsch"
voice = "de"
[sentences.turn]
i_play = "Ich spiele {turn}."
wins = "{Colour} gewinnt."
took_back = { one = "Einen Zug zurück.", many = "{count} Züge zurück." }
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    package = tmp_path / "a_game_that_speaks"
    (package / "languages").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "languages" / "en.toml").write_text(ENGLISH, "utf-8")
    (package / "languages" / "de.toml").write_text(GERMAN, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield package
    sys.modules.pop(package.name, None)


def test_a_sentence_is_said_in_the_language_that_was_chosen(folder):
    languages = sentence_files(folder.name)
    assert languages.codes == ("de", "en")
    assert languages.load().say("turn.i_play", turn="a7") == "I play a7."
    assert languages.load("de").say("turn.i_play", turn="a7") == "Ich spiele a7."


def test_a_value_with_a_capital_in_its_name_begins_with_a_capital(folder):
    assert sentence_files(folder.name).load().say("turn.wins", colour="white") == "White wins."
    assert filled("{The} {the}", {"the": "the rook"}) == "The rook the rook"


@pytest.mark.parametrize(("count", "said"), [(1, "Took back one turn."), (2, "Took back 2 turns.")])
def test_one_and_many_have_their_own_wording(folder, count, said):
    assert sentence_files(folder.name).load("en").say("turn.took_back", count=count) == said


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('i_play = "Ich spiele {turn}."', "", r"lacks 'i_play' in \[turn\]"),
        ("i_play", "i_plai", "'i_play'"),
        ("{turn}", "{zug}", "{zug} in turn.i_play"),
        ("[sentences.turn]", "[sentences.turns]", r"lacks 'turn' in \[sentences\]"),
        ("[sentences.turn]", "[sentences.turn", "cannot be read"),
        ('voice = "de"', 'tongue = "de"', "cannot be read"),
    ],
)
def test_a_gap_in_a_file_is_named(folder, tmp_path, old, new, complaint):
    file = tmp_path / "mine.toml"
    file.write_text(GERMAN.replace(old, new), "utf-8")
    with pytest.raises(LudensError, match=complaint):
        sentence_files(folder.name).load(str(file))


def test_an_unknown_language_is_refused_with_those_there_are(folder):
    languages = sentence_files(folder.name)
    with pytest.raises(LudensError, match="'de'"):
        languages.load("dee")
    with pytest.raises(LudensError, match="no language file"):
        languages.load("nowhere.toml")
