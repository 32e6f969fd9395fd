import pytest

from ludens.core.errors import did_you_mean, in_words


def test_the_nearest_existing_word_is_offered():
    assert did_you_mean("camra", ["body", "camera"]) == "did you mean 'camera'?"


def test_without_a_near_word_all_are_listed_up_to_a_dozen():
    assert did_you_mean("xyz", ["camera", "body", "body"]) == "there is: body, camera."
    many = did_you_mean("xyz", [f"word{number:02}" for number in range(20)])
    assert "word11, …." in many
    assert "word12" not in many


def test_where_nothing_exists_that_is_said():
    assert did_you_mean("xyz", []) == "there is none."


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ValueError("too much"), "ValueError: too much."),
        (ValueError("Too much."), "ValueError: Too much."),
        (AssertionError(), "AssertionError."),
        (KeyboardInterrupt(), "KeyboardInterrupt."),
    ],
)
def test_an_exception_ends_a_sentence(error, words):
    assert in_words(error) == words
