import pytest

from ludens.core.errors import LudensError
from ludens.games.morris.rules import Side
from ludens.games.morris.terminal.settings import Settings, read_level


def test_settings_survive_being_kept():
    settings = Settings(side=Side.BLACK, level="7", engine="other --fast", director=True, seed=5)
    assert Settings.from_text(settings.as_text()) == settings


def test_what_an_older_file_does_not_say_is_as_by_default():
    assert Settings.from_text({}) == Settings()


@pytest.mark.parametrize(
    ("typed", "level"), [("3", "3"), ("perfect", "10"), ("CHILD", "0"), (" adaptive", "adaptive")]
)
def test_levels_have_numbers_and_names(typed: str, level: str):
    assert read_level(typed) == level


@pytest.mark.parametrize("typed", ["11", "-1", "", "best", "9999999"])
def test_other_levels_are_refused(typed: str):
    with pytest.raises(LudensError, match="There is no level"):
        read_level(typed)


def test_a_file_with_nonsense_is_a_sentence():
    with pytest.raises(LudensError, match="cannot be read"):
        Settings.from_text({"side": "green"})


@pytest.mark.parametrize(("robot", "side"), [("white", Side.BLACK), ("black", Side.WHITE), ("", Side.WHITE)])
def test_who_played_against_the_robot_keeps_the_side_in_the_terminal(robot, side):
    settings = Settings.from_text({"robot": robot, "level": "3", "opponent": "human"})
    assert (settings.side, settings.level) == (side, "3")
