import pytest

from ludens.sim.parts.model_spec import empty_model_spec
from ludens.sim.world import Physics, PhysicsError


def falling_body() -> Physics:
    spec = empty_model_spec("falling")
    body = spec.worldbody.add_body(name="stone", pos=(0.0, 0.0, 100.0))
    body.add_freejoint()
    body.add_geom(size=(0.1, 0.0, 0.0), mass=1.0)
    return Physics(spec, step_ns=2_000_000)


def test_it_stops_at_the_last_step_that_ends_in_time():
    physics = falling_body()
    physics.advance_to(5_999_999)
    assert physics.time_ns == 4_000_000
    physics.advance_to(6_000_000)
    assert physics.time_ns == 6_000_000
    physics.advance_to(0)
    assert physics.time_ns == 6_000_000


def test_time_stays_exact_over_many_steps():
    physics = falling_body()
    for number in range(1, 5001):
        physics.advance_to(number * 3_000_000)
    assert physics.time_ns == 15_000_000_000


def test_between_steps_poses_belong_to_the_present_moment():
    physics = falling_body()
    physics.advance_to(1_000_000_000)
    assert physics.data.body("stone").xpos[2] == pytest.approx(float(physics.data.qpos[2]), abs=1e-12)
    assert physics.data.body("stone").xpos[2] == pytest.approx(100.0 - 0.5 * 9.81, abs=0.02)


def test_actors_act_before_and_observers_look_after_every_step():
    physics = falling_body()
    acted: list[int] = []
    looked: list[int] = []
    physics.before_step.append(acted.append)
    physics.after_step.append(looked.append)
    physics.advance_to(6_000_000)
    assert acted == [0, 2_000_000, 4_000_000]
    assert looked == [2_000_000, 4_000_000, 6_000_000]


def test_a_world_that_explodes_is_an_error_with_a_time():
    physics = falling_body()
    physics.before_step.append(lambda time_ns: physics.data.qvel.fill(float("inf")))
    with pytest.raises(PhysicsError, match=r"unstable before 0\.\d+ s"):
        physics.advance_to(100_000_000)
