import inspect
from dataclasses import replace
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.core.contract.declaration import Each, EachLast, History, Last, Since, under
from ludens.core.contract.driver import Source
from ludens.core.contract.graph import GraphError, check_graph
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.core.contract.setup import WHOLE_GAME, CyclerPlan, Every, Node, Setup
from ludens.messages import Message, ScenePoses
from ludens.messages.message import MessageMeta
from tests.core.paper_robot import READING, Picture, Reading, beats, body, description, played, setup_of

# ---------------------------------------------------------------- order

SIZE = 8
KINDS: list[Any] = [
    MessageMeta(f"Value{index}", (Message,), {"__annotations__": {"number": int}}) for index in range(SIZE)
]


def worker(index: int, inputs: list[int]) -> type[Module[Any]]:
    """A module that mixes the numbers of its inputs into one, so that a wrong order gives a wrong number."""

    def cycle(self: Any, reading: Reading, *values: Any) -> Any:
        mixed = hash((index, round(reading.value, 3), *(value.number for value in values)))
        return KINDS[index](time_s=reading.time_s, number=mixed)

    names = ["reading", *(f"value_{other}" for other in inputs)]
    kinds = [Reading, *(KINDS[other] for other in inputs)]
    plain = inspect.Parameter.POSITIONAL_OR_KEYWORD
    cycle.__annotations__ = dict(zip(names, kinds, strict=True)) | {"return": KINDS[index]}
    cycle.__signature__ = inspect.Signature([inspect.Parameter(name, plain) for name in ["self", *names]])  # type: ignore[attr-defined]
    return type(f"Worker{index}", (Module,), {"cycle": cycle})


@st.composite
def shuffled_graphs(draw: st.DrawFn) -> tuple[list[list[int]], list[int]]:
    """For every worker the earlier ones it reads, and an order to list them in."""
    inputs = [
        draw(st.lists(st.sampled_from(range(index)), unique=True)) if index else [] for index in range(SIZE)
    ]
    return inputs, draw(st.permutations(range(SIZE)))


@given(shuffled_graphs())
def test_producers_run_before_consumers_whatever_the_order_of_the_list(graph):
    inputs, listing = graph
    workers = [worker(index, inputs[index]) for index in range(SIZE)]
    planned = check_graph(setup_of(*(workers[index] for index in listing)), [description()]).cyclers[0]
    order = [planned_node.node.module for planned_node in planned.nodes]
    for index, wanted in enumerate(inputs):
        for other in wanted:
            assert order.index(workers[other]) < order.index(workers[index])


@given(shuffled_graphs())
def test_shuffled_lists_give_the_same_results(graph):
    inputs, listing = graph
    workers = [worker(index, inputs[index]) for index in range(SIZE)]
    straight = played(setup_of(*workers), beats(3))
    shuffled = played(setup_of(*(workers[index] for index in listing)), beats(3))
    for kind in KINDS:
        assert len(straight.of(kind.__name__)) == 3
        assert shuffled.of(kind.__name__) == straight.of(kind.__name__)


def test_modules_that_do_not_depend_on_each_other_keep_the_order_of_the_list():
    workers = [worker(index, []) for index in (3, 1, 2)]
    planned = check_graph(setup_of(*workers), [description()]).cyclers[0]
    assert [node.node.module for node in planned.nodes] == workers


# ---------------------------------------------------------------- what does not fit together


class Plan(Message):
    number: int = 0


class Deed(Message):
    number: int = 0


class Regret(Message):
    number: int = 0


class Eye(Module[NoParameters]):
    def cycle(self, reading: Reading) -> Picture:
        raise NotImplementedError


class Hand(Module[NoParameters]):
    def cycle(self, plan: Plan) -> Deed:
        raise NotImplementedError


class Conscience(Module[NoParameters]):
    def cycle(self, deed: Deed) -> Regret:
        raise NotImplementedError


class Mind(Module[NoParameters]):
    def cycle(self, regret: Regret) -> Plan:
        raise NotImplementedError


class SlowMind(Module[NoParameters]):
    def cycle(self, regret: Last[Regret]) -> Plan:
        raise NotImplementedError


class BroodingMind(Module[NoParameters]):
    def cycle(self, regrets: Since[Regret]) -> Plan:
        raise NotImplementedError


class Cheat(Module[NoParameters]):
    def cycle(self, poses: ScenePoses) -> Picture:
        raise NotImplementedError


class Relaxed(Module[NoParameters]):
    def cycle(self, plan: Plan | None, last: Last[Deed]) -> None: ...


def refusal(setup: Setup, *robots: Any) -> str:
    with pytest.raises(GraphError) as refused:
        check_graph(setup, robots or [description(camera=())])
    return str(refused.value)


def test_a_value_that_nobody_produces_is_named_with_who_needs_it():
    sentence = refusal(setup_of(Hand))
    assert "Hand ('hand') needs 'Plan' (argument `plan`), which nobody produces" in sentence
    assert "setup 'paper'" in sentence
    assert "There is: Deed, Reading" in sentence


def test_a_value_that_exists_elsewhere_is_pointed_out():
    sentence = refusal(setup_of(Node(SlowMind, under="ball"), Hand, Conscience))
    assert "Hand ('hand') needs 'Plan'" in sentence
    assert "It is produced as ball/Plan." in sentence


@pytest.mark.parametrize("kind", [Since, History])
def test_a_look_back_at_what_nobody_produces_is_refused_too(kind):
    class Historian(Module[NoParameters]):
        def cycle(self, things: kind[Picture]) -> None: ...  # type: ignore[valid-type]

    assert "Historian ('historian') needs 'Picture'" in refusal(setup_of(Historian))


def test_optional_inputs_need_no_producer():
    check_graph(setup_of(Relaxed), [description()])


def test_two_producers_of_one_value_are_both_named():
    class SecondEye(Module[NoParameters]):
        def cycle(self, reading: Reading) -> Picture:
            raise NotImplementedError

    sentence = refusal(setup_of(Eye, SecondEye))
    assert (
        "'Picture' is produced twice: by module Eye ('eye') and by module SecondEye ('second_eye')"
        in sentence
    )
    assert "prefix" in sentence


def test_a_module_that_makes_what_a_sensor_delivers_is_refused():
    sentence = refusal(setup_of(Eye), description())
    assert "by the source 'camera' of the robot and by module Eye ('eye')" in sentence


def test_two_producers_under_two_prefixes_are_two_values():
    check_graph(setup_of(Node(Eye, under="left"), Node(Eye, under="right")), [description()])


def test_a_dependency_cycle_is_printed():
    sentence = refusal(setup_of(Hand, Conscience, Mind))
    assert "cycler 'body'" in sentence
    assert "hand needs mind needs conscience needs hand" in sentence
    assert "Last[…]" in sentence


def test_only_those_in_the_loop_are_printed():
    class Onlooker(Module[NoParameters]):
        def cycle(self, deed: Deed) -> None: ...

    sentence = refusal(setup_of(Onlooker, Hand, Conscience, Mind))
    assert "wait for each other" in sentence
    assert "onlooker" not in sentence


def test_a_module_that_needs_itself_is_a_loop_of_one():
    class Narcissus(Module[NoParameters]):
        def cycle(self, own: Plan) -> Plan:
            raise NotImplementedError

    assert "narcissus needs narcissus" in refusal(setup_of(Narcissus))


def test_last_cycles_value_breaks_a_loop_and_nothing_else_does():
    check_graph(setup_of(Hand, Conscience, SlowMind), [description()])
    assert "wait for each other" in refusal(setup_of(Hand, Conscience, BroodingMind))


def test_cyclers_may_read_each_other():
    check_graph(setup_of(Hand, Conscience, camera=[Mind]), [description()])


def test_a_source_that_the_robot_does_not_have_is_refused_with_the_nearest():
    setup = Setup("paper", (CyclerPlan("eyes", "camra", (Node(Eye),)),))
    sentence = refusal(setup)
    assert "Cycler 'eyes' is driven by the source 'camra'" in sentence
    assert "did you mean 'camera'?" in sentence


def test_a_robot_that_the_driver_does_not_bring_is_refused():
    sentence = refusal(setup_of(Eye).for_robots("alpha"), description("beta"), description("gamma"))
    assert "robot named 'alpha'" in sentence
    assert "'beta', 'gamma'" in sentence
    assert "for_robots" in sentence


def test_a_driver_without_robots_is_said_to_bring_none():
    with pytest.raises(GraphError, match="brings no robot"):
        check_graph(setup_of(Eye), [])


def test_truth_is_for_setups_that_say_so():
    sentence = refusal(setup_of(Cheat, name="passing"))
    assert "Cheat ('cheat') reads ScenePoses, which only a simulator knows" in sentence
    assert "called 'passing'" in sentence
    check_graph(setup_of(Cheat, name="passing-truth"), [description(camera=())])


def test_one_module_twice_in_one_place_is_refused():
    class Idle(Module[NoParameters]):
        def cycle(self) -> None: ...

    assert "has the module 'idle' twice" in refusal(setup_of(Idle, Idle))


def test_two_cyclers_of_one_name_are_refused():
    assert "has the cycler 'alpha/body' twice" in refusal(
        setup_of(Eye).for_robots("alpha", "alpha"), description("alpha")
    )


def test_two_types_of_one_name_are_not_taken_for_each_other():
    other_reading = MessageMeta("Reading", (Message,), {})

    class Confused(Module[NoParameters]):
        def cycle(self, reading: other_reading) -> None: ...  # type: ignore[valid-type]

    assert "two different types called Reading" in refusal(setup_of(Confused))


# ---------------------------------------------------------------- which value a name means


class Planner(Module[NoParameters]):
    def cycle(self, reading: Reading) -> Plan:
        return Plan(time_s=reading.time_s, number=int(reading.value))


class Doer(Module[NoParameters]):
    def cycle(self, plan: Plan) -> Deed:
        return Deed(time_s=plan.time_s, number=plan.number)


class BallDoer(Module[NoParameters]):
    def cycle(self, plan: Annotated[Plan, under("ball")]) -> Deed:
        return Deed(time_s=plan.time_s, number=plan.number)


def keys_read(setup: Setup, *robots: Any) -> dict[str, list[str | None]]:
    graph = check_graph(setup, robots or [description()])
    return {node.path: [wire.key for wire in node.wires] for cycler in graph.cyclers for node in cycler.nodes}


def test_an_input_means_the_nearest_value_outwards():
    setup = setup_of(
        Planner, Node(Planner, under="ball"), Node(Doer, under="ball/left"), Node(Doer, under="goal")
    )
    read = keys_read(setup)
    assert read["ball/planner"] == ["Reading"]
    assert read["ball/left/doer"] == ["ball/Plan"]
    assert read["goal/doer"] == ["Plan"]


def test_under_points_to_another_prefix_also_from_inside():
    setup = setup_of(Node(Planner, under="ball"), BallDoer, Node(BallDoer, under="deep/down"))
    read = keys_read(setup)
    assert read["ball_doer"] == ["ball/Plan"]
    assert read["deep/down/ball_doer"] == ["ball/Plan"]


def test_two_robots_read_their_own_values():
    setup = setup_of(BallDoer, Node(Planner, under="ball")).for_robots("alpha", "beta")
    script = [
        body(0.02, Reading(time_s=0.02, value=1.0), robot="alpha"),
        body(0.02, Reading(time_s=0.02, value=2.0), robot="beta"),
    ]
    notebook = played(setup, script, robots=(description("alpha"), description("beta")))
    assert [deed.number for deed in notebook.of("alpha/Deed")] == [1]
    assert [deed.number for deed in notebook.of("beta/Deed")] == [2]


class Partner(Module[NoParameters]):
    def cycle(self, theirs: Annotated[Reading | None, under("beta")]) -> None: ...


def test_a_robot_may_not_read_the_values_of_another():
    sentence = refusal(
        setup_of(Partner).for_robots("alpha", "beta"), description("alpha"), description("beta")
    )
    assert "Partner ('alpha/partner') reads 'beta/Reading' of robot 'beta' (argument `theirs`)" in sentence
    assert "a robot knows only itself" in sentence
    assert "ludens.drivers.radio" in sentence
    assert "robot=WHOLE_GAME" in sentence


def test_what_only_another_robot_has_is_said_to_be_out_of_reach():
    setup = setup_of(Doer).for_robots("alpha").joined(setup_of(Planner).for_robots("beta"))
    sentence = refusal(setup, description("alpha"), description("beta"))
    assert "needs 'alpha/Plan'" in sentence
    assert "It is produced as beta/Plan, but a robot knows only itself." in sentence


def test_a_robot_may_not_read_what_the_game_as_a_whole_produces():
    class Listener(Module[NoParameters]):
        def cycle(self, plan: Annotated[Plan, under("game")]) -> None: ...

    referee = CyclerPlan("referee", "body", (Node(Planner),), WHOLE_GAME)
    setup = setup_of(Listener).joined(Setup("game", (referee,)))
    assert "reads 'game/Plan' of the game as a whole" in refusal(setup)


def test_what_a_driver_delivers_under_the_name_of_a_team_mate_may_be_read():
    radio = Source("beta/radio", 1.0, (READING,))
    alpha = description("alpha")
    alpha = replace(alpha, sources=(*alpha.sources, radio))
    setup = setup_of(Partner).for_robots("alpha")
    assert keys_read(setup, alpha, description("beta"))["alpha/partner"] == ["alpha/beta/Reading"]


# ---------------------------------------------------------------- the game as a whole


def game_setup(*nodes: Node, source: str | Every = "alpha/body") -> Setup:
    team = setup_of(Planner).for_robots("alpha", "beta")
    return team.joined(Setup("game", (CyclerPlan("referee", source, nodes, WHOLE_GAME),)))


BOTH = (description("alpha"), description("beta"))


def test_a_module_of_the_game_reads_robots_by_name_or_each_of_them():
    class Referee(Module[NoParameters]):
        def cycle(self, one: Annotated[Plan | None, under("beta")], all_plans: Each[Plan]) -> None: ...

    (referee,) = check_graph(game_setup(Node(Referee)), BOTH).cyclers[-1].nodes
    assert [wire.keys for wire in referee.wires] == [("beta/Plan",), ("alpha/Plan", "beta/Plan")]


def test_an_instance_under_a_robots_name_reads_that_robot():
    read = keys_read(game_setup(Node(Doer, under="alpha"), Node(Doer, under="beta")), *BOTH)
    assert read["game/alpha/doer"] == ["alpha/Plan"]
    assert read["game/beta/doer"] == ["beta/Plan"]


def test_a_module_of_the_game_may_read_simulation_truth():
    class Scorer(Module[NoParameters]):
        def cycle(self, poses: ScenePoses) -> None: ...

    assert keys_read(game_setup(Node(Scorer), source="spectator"), *BOTH)["game/scorer"] == ["ScenePoses"]


def test_a_module_of_the_game_finds_values_by_robot_and_prefix():
    class Referee(Module[NoParameters]):
        def cycle(self, halves: Each[Half], left: Annotated[Each[Half], under("left")]) -> None: ...

    team = setup_of(LeftHalf, RightHalf).for_robots("alpha", "beta")
    referee = Setup("game", (CyclerPlan("referee", Every(0.1), (Node(Referee),), WHOLE_GAME),))
    (node,) = check_graph(team.joined(referee), BOTH).cyclers[-1].nodes
    assert list(node.wires[0].each) == ["alpha/left", "alpha/right", "beta/left", "beta/right"]
    assert node.wires[1].each == {"alpha": "alpha/left/Half", "beta": "beta/left/Half"}


def test_a_cycler_of_the_game_names_a_robots_source_or_the_clock():
    assert "has no such source; did you mean 'alpha/body'?" in refusal(
        game_setup(Node(Doer, under="alpha"), source="alpha/bodi"), *BOTH
    )
    (*_, referee) = check_graph(game_setup(Node(Doer, under="alpha"), source=Every(0.1)), BOTH).cyclers
    assert referee.source is None


def test_every_module_may_ask_for_the_time():
    class Watch(Module[NoParameters]):
        def cycle(self, now: CycleTime) -> None: ...

    assert keys_read(setup_of(Node(Watch, under="deep/down")).for_robots("alpha"), description("alpha")) == {
        "alpha/deep/down/watch": ["CycleTime"]
    }


# ---------------------------------------------------------------- values by prefix


class Half(Message):
    value: float


class Total(Message):
    now: tuple[str, ...]
    last: tuple[str, ...]


class LeftHalf(Module[NoParameters]):
    def cycle(self, reading: Reading) -> Annotated[Half | None, under("left")]:
        return Half(time_s=reading.time_s, value=0.5 * reading.value)


class RightHalf(Module[NoParameters]):
    def cycle(self, reading: Reading) -> Annotated[Half | None, under("right")]:
        return Half(time_s=reading.time_s, value=reading.value) if reading.value > 1e9 else None


class Summing(Module[NoParameters]):
    def cycle(self, reading: Reading, halves: Each[Half], before: EachLast[Half]) -> Total:
        names = tuple(f"{name}={half and half.value}" for name, half in halves.items())
        last = tuple(f"{name}={half and half.value}" for name, half in before.items())
        return Total(time_s=reading.time_s, now=names, last=last)


def test_values_of_one_type_are_found_by_their_prefixes_in_the_order_of_the_setup():
    setup = setup_of(Summing, RightHalf, LeftHalf)
    totals = played(setup, beats(2)).of("Total")
    assert [total.now for total in totals] == [("right=None", "left=0.01"), ("right=None", "left=0.02")]
    assert [total.last for total in totals] == [("right=None", "left=None"), ("right=None", "left=0.01")]


def test_values_by_prefix_are_those_of_the_own_robot():
    setup = setup_of(Summing, LeftHalf).for_robots("alpha", "beta")
    graph = check_graph(setup, [description("alpha"), description("beta")])
    for cycler in graph.cyclers:
        (summing,) = (node for node in cycler.nodes if node.node.module is Summing)
        assert {**summing.wires[1].each} == {"left": f"{cycler.plan.robot}/left/Half"}


def test_without_producers_there_are_no_values_by_prefix():
    (cycler,) = check_graph(setup_of(Summing), [description()]).cyclers
    assert {**cycler.nodes[0].wires[1].each} == {}
