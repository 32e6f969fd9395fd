import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from ludens.core.runtime.module_check import check_module
from ludens.estimation.support import CellTuning, FootCells, SupportWatch, center_of_pressure
from ludens.messages import CalibratedJoints, FootPressure, FootSupport, JointReadings
from ludens.robots.nao.places import LEFT_PRESSURE_IN_SOLE_M
from ludens.sim.nao.body_sensors import cell_shares
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions
from tests.robots.nao.readings import standing_joints

CYCLE_S = 0.012
Cells = tuple[float, float, float, float]
LIGHT: Cells = (0.3, 0.1, 0.2, 0.4)
HEAVY: Cells = (8.0, 7.0, 6.0, 5.0)


def pressures(left: Cells, right: Cells, *, start_s: float, cycles: int, random) -> list[FootPressure]:
    """Readings of constant loads with the jitter of living cells."""

    def jittered(cells: Cells) -> Cells:
        a, b, c, d = np.round(np.maximum(np.array(cells) + 0.2 * random.normal(size=4), 0.0), 1).tolist()
        return (a, b, c, d)

    return [
        FootPressure(time_s=start_s + n * CYCLE_S, left_n=jittered(left), right_n=jittered(right))
        for n in range(cycles)
    ]


def watched(*phases: tuple[Cells, Cells, int], watch: SupportWatch | None = None) -> list[FootSupport]:
    watch, random, time_s, told = watch or SupportWatch(), np.random.default_rng(900), 0.0, []
    for left, right, cycles in phases:
        for reading in pressures(left, right, start_s=time_s, cycles=cycles, random=random):
            told.append(watch.cycle(reading, standing_joints(reading.time_s), None))
        time_s += cycles * CYCLE_S
    return told


def test_feet_that_are_lifted_in_turn_carry_in_turn():
    told = watched((HEAVY, HEAVY, 30), (HEAVY, LIGHT, 30), (LIGHT, HEAVY, 30), (LIGHT, LIGHT, 30))
    assert [told[index].feet for index in (29, 59, 89, 119)] == ["both", "left", "right", "none"]
    assert [told[index].has_contact for index in (29, 59, 89, 119)] == [True, True, True, False]
    assert told[59].center_in_right_sole_m is None


def test_a_short_flight_in_a_run_of_steps_is_no_loss_of_the_floor():
    told = watched((HEAVY, HEAVY, 30), (LIGHT, LIGHT, 6), (HEAVY, HEAVY, 10))
    assert all(support.has_contact for support in told[20:])


def test_a_load_on_the_border_does_not_flicker():
    border: Cells = (1.6, 1.6, 1.6, 1.6)  # 6.4 N: between ceasing and beginning to carry
    for first, expected in ((HEAVY, "both"), (LIGHT, "none")):
        told = watched((first, first, 30), (border, border, 100))
        assert {support.feet for support in told[30:]} == {expected}


@given(st.floats(-0.028, 0.068), st.floats(-0.018, 0.022), st.floats(5.0, 60.0))
def test_the_centre_of_pressure_is_where_the_load_acts(x_m: float, y_m: float, load_n: float):
    shares = cell_shares(x_m, y_m, LEFT_PRESSURE_IN_SOLE_M)
    a, b, c, d = (load_n * share for share in shares)
    found = center_of_pressure((a, b, c, d), LEFT_PRESSURE_IN_SOLE_M)
    assert found == pytest.approx((x_m, y_m), abs=5e-4)


@pytest.mark.parametrize("stuck_n", [0.0, 14.2, 9000.0, -3.0])
@pytest.mark.parametrize("cell", range(4))
def test_a_dead_cell_is_found_and_its_load_reckoned_from_the_others(cell: int, stuck_n: float):
    """A foot that sways a little: with one cell dead its load is told within a tenth."""
    cells, random = FootCells(), np.random.default_rng(901)
    loads = None
    for cycle in range(250):
        x_m, y_m = 0.02 + 0.01 * math.sin(0.1 * cycle), 0.004 * math.cos(0.07 * cycle)
        read = 26.0 * np.array(cell_shares(x_m, y_m, LEFT_PRESSURE_IN_SOLE_M))
        read = np.maximum(read + 0.1 * random.normal(size=4), 0.0)
        read[cell] = stuck_n
        a, b, c, d = read.tolist()
        loads = cells.update((a, b, c, d), elapsed_s=CYCLE_S)
        if cycle > 1.6 / CYCLE_S:
            assert cells.dead == (cell,)
            assert sum(loads) == pytest.approx(26.0, rel=0.2)
            center = center_of_pressure(loads, LEFT_PRESSURE_IN_SOLE_M)
            assert center == pytest.approx((x_m, y_m), abs=0.012)


def test_a_cell_that_wakes_up_is_believed_again():
    cells = FootCells(CellTuning(same_for_s=0.05))
    for cycle in range(10):
        cells.update((0.0, 8.0 + cycle, 7.0 + cycle, 6.0 - 0.1 * cycle), elapsed_s=CYCLE_S)
    assert 0 in cells.dead
    cells.update((3.0, 8.0, 7.0, 6.0), elapsed_s=CYCLE_S)
    assert not cells.dead


@given(st.lists(st.tuples(*[st.floats(-1e6, 1e6)] * 4), min_size=2, max_size=20))
def test_absurd_cells_never_give_absurd_loads(readings: list[Cells]):
    cells = FootCells()
    for reading in readings:
        loads = cells.update(reading, elapsed_s=CYCLE_S)
        assert all(0.0 <= load <= 250.0 for load in loads)


def test_a_simulated_robot_stands_on_both_feet_with_its_weight_where_its_mass_is():
    world = NaoWorld(NaoWorldOptions(), seed=930)
    body, watch, support = world.robots[0].sources[0], SupportWatch(), None
    for cycle in range(1, 80):
        time_ns = cycle * 12_000_000
        world.advance_to(time_ns)
        messages = {type(message): message for message in body.capture(time_ns)}
        joints, pressure = messages[JointReadings], messages[FootPressure]
        assert isinstance(joints, JointReadings)
        assert isinstance(pressure, FootPressure)
        calibrated = CalibratedJoints(**structs.asdict(joints))
        support = watch.cycle(pressure, calibrated, None)
    assert support is not None
    assert support.feet == "both"
    assert support.has_contact
    assert support.left_n + support.right_n == pytest.approx(52.6, rel=0.3)
    mass_m = world.physics.data.subtree_com[world.physics.model.body("nao").id][:2]
    shadow_m = world.ground_from_torso().translation[:2]
    assert support.center_m == pytest.approx(tuple(mass_m - shadow_m), abs=0.02)
    world.close()


def test_the_module_keeps_its_contract():
    readings = pressures(HEAVY, LIGHT, start_s=0.0, cycles=3, random=np.random.default_rng(1))
    check_module(SupportWatch, [{"pressure": one, "joints": standing_joints()} for one in readings])
