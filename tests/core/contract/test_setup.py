from dataclasses import dataclass
from typing import Any

import pytest

from ludens.core.contract.module import Module, NoParameters
from ludens.core.contract.setup import WHOLE_GAME, CyclerPlan, Every, Node, Setup, SetupError
from tests.core.paper_robot import setup_of


@dataclass(frozen=True)
class Settings:
    gain: float = 1.0


class Eye(Module[Settings]):
    def cycle(self) -> None: ...


class Glass(Module[Settings]):
    def cycle(self) -> None: ...


class Hand(Module[NoParameters]):
    def cycle(self) -> None: ...


EYES = setup_of(Node(Eye, under="ball"), Node(Eye, under="target"), camera=[Hand], name="eyes")


def modules(setup: Setup) -> list[tuple[str, str, type[Module[Any]]]]:
    return [(plan.path, node.path, node.module) for plan in setup.cyclers for node in plan.nodes]


def test_a_module_is_replaced_everywhere_or_under_one_prefix():
    assert modules(EYES.replacing(Eye, Glass)) == [
        ("body", "ball/glass", Glass),
        ("body", "target/glass", Glass),
        ("camera", "hand", Hand),
    ]
    assert modules(EYES.replacing(Eye, Glass, under="target")) == [
        ("body", "ball/eye", Eye),
        ("body", "target/glass", Glass),
        ("camera", "hand", Hand),
    ]


def test_a_replacement_brings_its_own_parameters_and_not_those_of_the_old_module():
    setup = setup_of(Node(Eye, parameters={"gain": 3.0}))
    assert setup.replacing(Eye, Glass).cyclers[0].nodes == (Node(Glass),)
    assert setup.replacing(Eye, Glass, gain=2.0).cyclers[0].nodes == (Node(Glass, parameters={"gain": 2.0}),)


def test_a_module_is_switched_off_everywhere_or_under_one_prefix():
    assert [path for _, path, _ in modules(EYES.without(Eye))] == ["hand"]
    assert [path for _, path, _ in modules(EYES.without(Eye, under="ball"))] == ["target/eye", "hand"]


def test_modules_are_added_at_the_end_of_a_cycler():
    assert modules(EYES.adding("camera", Node(Glass), Node(Glass, under="ball")))[-2:] == [
        ("camera", "glass", Glass),
        ("camera", "ball/glass", Glass),
    ]


def test_a_setup_for_several_robots_has_everything_once_for_each():
    both = EYES.for_robots("alpha", "beta")
    assert [plan.path for plan in both.cyclers] == ["alpha/body", "alpha/camera", "beta/body", "beta/camera"]
    assert [plan.nodes for plan in both.cyclers[:2]] == [plan.nodes for plan in EYES.cyclers]


def test_what_is_added_to_a_setup_of_two_robots_is_added_to_both():
    both = EYES.for_robots("alpha", "beta").adding("camera", Node(Glass))
    assert [plan.nodes[-1].module for plan in both.cyclers if plan.name == "camera"] == [Glass, Glass]


TEAM = EYES.for_robots("blue1", "blue2", "red1")


def test_a_module_is_replaced_for_one_robot_a_pattern_or_a_condition():
    def with_glasses(setup: Setup) -> list[str]:
        return [plan.robot for plan in setup.cyclers for node in plan.nodes if node.module is Glass]

    one = TEAM.replacing(Eye, Glass, under="ball", robot="blue2")
    assert with_glasses(one) == ["blue2"]
    assert with_glasses(TEAM.replacing(Eye, Glass, under="ball", robot="blue*")) == ["blue1", "blue2"]
    assert with_glasses(TEAM.replacing(Eye, Glass, under="ball", robot=lambda name: name.endswith("1"))) == [
        "blue1",
        "red1",
    ]


def test_modules_are_added_and_switched_off_for_some_robots():
    added = TEAM.adding("camera", Node(Glass), robot="red*")
    assert [plan.robot for plan in added.cyclers for node in plan.nodes if node.module is Glass] == ["red1"]
    left = TEAM.without(Hand, robot="blue?")
    assert [plan.robot for plan in left.cyclers for node in plan.nodes if node.module is Hand] == ["red1"]


def test_a_robot_that_is_not_there_is_said_to_be_missing():
    with pytest.raises(
        SetupError, match=r"no module Eye of a robot 'green\*' \(robots: 'blue1', 'blue2', 'red1'\)"
    ):
        TEAM.without(Eye, robot="green*")
    with pytest.raises(SetupError, match=r"no cycler 'camera' of a robot 'green1' \(robots: 'blue1'"):
        TEAM.adding("camera", Node(Glass), robot="green1")


def test_teams_and_a_referee_are_joined_to_one_setup():
    referee = Setup("referee", (CyclerPlan("referee", Every(0.1), (Node(Hand),), WHOLE_GAME),))
    match = EYES.for_robots("blue1").joined(setup_of(Hand).for_robots("red1"), referee).named("match")
    assert [plan.path for plan in match.cyclers] == [
        "blue1/body",
        "blue1/camera",
        "red1/body",
        "game/referee",
    ]
    assert match.robots == ("blue1", "red1")
    assert [section.full_path for section in match.sections()][-1] == "game/hand"


def test_the_game_as_a_whole_is_not_multiplied_with_the_robots():
    referee = Setup("referee", (CyclerPlan("referee", Every(0.1), (Node(Hand),), WHOLE_GAME),))
    both = EYES.joined(referee).for_robots("alpha", "beta")
    assert [plan.path for plan in both.cyclers if plan.robot == WHOLE_GAME] == ["game/referee"]


def test_deriving_leaves_the_original_as_it_was():
    before = modules(EYES)
    EYES.named("other").replacing(Eye, Glass).without(Hand).adding("body", Node(Hand)).for_robots("alpha")
    assert modules(EYES) == before
    assert EYES.name == "eyes"


def test_a_setup_gets_another_name():
    assert EYES.named("eyes-truth").name == "eyes-truth"


def test_sections_are_told_for_every_module_of_every_robot():
    setup = setup_of(Node(Eye, under="ball", parameters={"gain": 3.0}), Hand).for_robots("alpha", "beta")
    sections = setup.sections()
    assert [section.full_path for section in sections] == [
        "alpha/ball/eye",
        "alpha/hand",
        "beta/ball/eye",
        "beta/hand",
    ]
    assert sections[0].path == "ball/eye"
    assert sections[0].parameters is Settings
    assert sections[0].defaults == {"gain": 3.0}


def test_replacing_what_is_not_there_says_what_is():
    with pytest.raises(
        SetupError, match=r"Setup 'eyes' has no module Glass\. It has: ball/eye, hand, target/eye\."
    ):
        EYES.replacing(Glass, Eye)


def test_switching_off_what_is_not_under_a_prefix_says_so():
    with pytest.raises(SetupError, match=r"no module Eye under 'goal'"):
        EYES.without(Eye, under="goal")


def test_adding_to_an_unknown_cycler_names_the_nearest():
    with pytest.raises(SetupError, match=r"Setup 'eyes' has no cycler 'camara'; did you mean 'camera'\?"):
        EYES.adding("camara", Node(Glass))


@pytest.mark.parametrize("period_s", [0.0, -1.0, float("nan"), float("inf")])
def test_a_period_that_never_comes_or_never_ends_is_refused(period_s):
    with pytest.raises(SetupError, match="no period"):
        CyclerPlan("slow", Every(period_s), ())
