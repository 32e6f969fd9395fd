import pytest

from ludens.games.morris.solution.index_tables import position_count
from ludens.games.morris.solution.solve import chosen_stages, tasks_of
from ludens.games.morris.solution.stages import ALL_STAGES, MOVING_STAGES, SolutionError, Stage


def test_every_stage_comes_after_those_it_stands_on():
    for stages in (ALL_STAGES, MOVING_STAGES, chosen_stages("9"), chosen_stages("3-3+2-1")):
        done: set[Stage] = set()
        for task in tasks_of(stages):
            for stage in task:
                assert stage.after_quiet_turn in done.union(task)
                assert stage.after_capture is None or stage.after_capture in done
            done.update(task)
        assert done == set(stages)


def test_the_placing_phase_begins_with_the_empty_board_and_full_hands():
    assert ALL_STAGES[-1] == Stage(0, 0, 9, 9)
    assert position_count(ALL_STAGES[-1]) == 1
    assert len(ALL_STAGES) == len(set(ALL_STAGES)) == 546


@pytest.mark.parametrize("stage", ALL_STAGES, ids=str)
def test_names_are_read_back(stage: Stage):
    assert Stage.named(str(stage)) == stage


@pytest.mark.parametrize("choice", ["2-3", "10-3", "3-3+1-2", "three", "", "5", "3-3,", "3-3+9-9"])
def test_what_is_no_stage_is_refused_in_a_sentence(choice: str):
    with pytest.raises(SolutionError, match=r"no stage of the game|6 to 18 men"):
        chosen_stages(choice)
