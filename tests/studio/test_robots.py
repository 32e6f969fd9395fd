"""One robot is chosen for a whole page."""

from ludens.core.contract.setup import WHOLE_GAME, CyclerPlan, Setup
from ludens.studio.robots import RobotChoice


def setup(*robots: str) -> Setup:
    return Setup("team", tuple(CyclerPlan("body", "body", (), robot) for robot in robots))


def test_a_single_robot_without_a_name_has_every_stream() -> None:
    choice = RobotChoice(lambda: setup(""))
    assert (choice.names, choice.chosen) == (("",), "")
    assert choice.pattern("*Odometry") == "*Odometry"
    assert choice.concerns("top/CameraImage")


def test_of_several_robots_one_is_chosen_and_the_game_as_a_whole_concerns_all() -> None:
    choice = RobotChoice(lambda: setup(WHOLE_GAME, "alpha", "beta"))
    assert (choice.names, choice.chosen) == (("alpha", "beta"), "alpha")
    choice.chosen = "beta"
    assert choice.pattern("*Odometry") == "beta/*Odometry"
    assert choice.pattern("game/view/board") == "game/view/board"
    paths = (
        *("alpha/Odometry", "beta/Odometry", "game/referee/score"),
        *("game/view/alpha/beliefs", "game/view/beta/beliefs"),
    )
    assert [path for path in paths if choice.concerns(path)] == [
        "beta/Odometry",
        "game/referee/score",
        "game/view/beta/beliefs",
    ]


def test_the_choice_follows_what_is_played() -> None:
    played = [setup("alpha", "beta")]
    choice = RobotChoice(lambda: played[0])
    choice.chosen = "beta"
    assert not choice.refresh()
    played[0] = setup("beta", "gamma")
    assert choice.refresh()
    assert choice.chosen == "beta"
    played[0] = setup("")
    assert choice.refresh()
    assert choice.chosen == ""
