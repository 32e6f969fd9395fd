"""What is asked before a game."""

from dataclasses import dataclass, replace
from typing import Annotated, Literal

import pytest
from msgspec import Meta

from ludens.cli.games import GAMES, load_game, load_page
from ludens.core.errors import LudensError
from ludens.studio.questions import OptionQuestion, Questionnaire, UnaskedOption


@dataclass(frozen=True, slots=True, kw_only=True)
class TeaOptions:
    cups: Annotated[int, Meta(ge=1, le=6, description="How many.")] = 2
    kind: Annotated[Literal["green", "black"] | None, Meta(description="Of tea.  [default: black]")] = None
    brewing_s: Annotated[float, Meta(gt=0)] | None = None
    sugar: bool = False
    note: str = ""


QUESTIONS = (OptionQuestion("kind", "Which tea", {"green": "green tea", None: "the usual one"}),)


def ask() -> Questionnaire:
    return Questionnaire(TeaOptions(), QUESTIONS)


def test_questions_of_the_page_come_first_and_the_rest_speaks_for_itself():
    first, *rest = ask().asked
    assert (first.name, first.label, first.is_usual) == ("kind", "Which tea", True)
    assert dict(first.answers) == {"green": "green tea", None: "the usual one"}
    assert [asked.label for asked in rest] == ["Cups", "Brewing", "Sugar", "Note"]
    assert [asked.kind for asked in rest] == ["whole number", "number", "truth value", "text"]
    assert not any(asked.is_usual for asked in rest)
    assert rest[0].help == "How many."
    assert (rest[0].minimum, rest[0].maximum) == (1, 6)


def test_a_choice_that_may_be_left_to_the_game_can_be_taken_back():
    questionnaire = Questionnaire(TeaOptions())
    kind = next(asked for asked in questionnaire.asked if asked.name == "kind")
    assert dict(kind.answers) == {None: "as usual", "green": "green", "black": "black"}
    assert kind.help == "Of tea."
    assert questionnaire.answer("kind", "green") == ""
    assert questionnaire.options().kind == "green"
    assert questionnaire.answer("kind", None) == ""
    assert questionnaire.options().kind is None


def test_a_wrong_answer_is_told_keeps_the_game_waiting_and_loses_nothing():
    questionnaire = ask()
    assert questionnaire.answer("cups", 7) == "must be a whole number at least 1 and at most 6."
    assert "line in red" in questionnaire.trouble()
    assert questionnaire.answer("brewing_s", 90.0) == ""
    assert questionnaire.trouble() != ""
    assert questionnaire.answer("cups", 3) == ""
    assert questionnaire.trouble() == ""
    assert questionnaire.options() == TeaOptions(cups=3, brewing_s=90.0)


def test_answers_that_do_not_go_together_are_told():
    def check(options: TeaOptions) -> None:
        if options.sugar and options.kind == "green":
            raise LudensError("Nobody drinks green tea with sugar.")

    questionnaire = ask()
    questionnaire.answer("kind", "green")
    assert questionnaire.trouble(check) == ""
    questionnaire.answer("sugar", True)
    assert questionnaire.trouble(check) == "Nobody drinks green tea with sugar."


def test_what_means_nothing_is_not_asked_and_not_counted():
    questions = (OptionQuestion("kind", "Tea"), OptionQuestion("cups", "Cups", when=("kind", ("green",))))
    questionnaire = Questionnaire(TeaOptions(), questions)
    assert not questionnaire.is_asked("cups")
    questionnaire.answer("kind", "green")
    assert questionnaire.is_asked("cups")
    assert questionnaire.answer("cups", 99) != ""
    assert questionnaire.trouble() != ""
    questionnaire.answer("cups", 3)
    assert questionnaire.options().cups == 3
    questionnaire.answer("kind", "black")
    assert questionnaire.trouble() == ""
    assert questionnaire.options() == TeaOptions(kind="black")


def test_rare_options_have_words_too_and_some_are_left_to_the_command_line():
    questions = (OptionQuestion("cups", "How many cups", is_rare=True), UnaskedOption("kind"))
    questionnaire = Questionnaire(TeaOptions(kind="black"), questions)
    asked = {one.name: one for one in questionnaire.asked}
    assert "kind" not in asked
    assert (asked["cups"].label, asked["cups"].is_usual) == ("How many cups", False)
    assert questionnaire.options() == TeaOptions(kind="black")
    forgetful = Questionnaire(TeaOptions(kind="black"), (UnaskedOption("kind", is_forgotten=True),))
    assert forgetful.options() == TeaOptions()
    with pytest.raises(ValueError, match="milk"):
        Questionnaire(TeaOptions(), (UnaskedOption("milk"),))


@pytest.mark.parametrize("name", ["chess", "morris"])
def test_a_new_run_after_a_kept_game_is_a_new_game(name: str):
    game, page = load_game(name), load_page(name)
    went_on = replace(game.options, games="kept.sqlite", resume=True, kept=3)
    begun = Questionnaire(went_on, page.questions).options()
    assert (begun.games, begun.resume, begun.kept) == ("kept.sqlite", False, 0)


def test_an_option_that_a_game_does_not_have_is_a_mistake_of_its_page():
    with pytest.raises(ValueError, match="milk"):
        Questionnaire(TeaOptions(), (OptionQuestion("milk", "Milk"),))


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_that_a_games_page_offers_is_taken(name: str):
    game, page = load_game(name), load_page(name)
    questionnaire = Questionnaire(page.options_with_you(game.options), page.questions)
    assert any(asked.is_usual for asked in questionnaire.asked)
    for asked in questionnaire.asked:
        assert asked.kind != "other"  # nobody has to write TOML
        assert "--" not in asked.help  # nor knows the command line
        for answer in asked.answers:
            assert questionnaire.answer(asked.name, answer) == ""
