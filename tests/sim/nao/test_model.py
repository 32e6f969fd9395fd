"""The MuJoCo model against the table: same masses, same kinematics, no collision by design."""

import mujoco
import numpy as np
import pytest

from ludens.robots.nao import HIGHEST_RAD, LOWEST_RAD
from ludens.robots.nao.kinematics import Posture
from ludens.robots.nao.links import LINKS, TOTAL_MASS_KG
from ludens.robots.nao.places import BOTTOM_CAMERA, TOP_CAMERA
from ludens.robots.nao.touch import TOUCHES
from ludens.sim.nao.group import set_joints
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions
from ludens.sim.parts.nao_sensors import touch_zones


@pytest.fixture(scope="module")
def world() -> NaoWorld:
    return NaoWorld(NaoWorldOptions(noise="off"), seed=0)


def test_the_model_weighs_what_the_table_says(world):
    model = world.physics.model
    assert model.body_subtreemass[model.body("nao").id] == pytest.approx(TOTAL_MASS_KG, abs=1e-9)


@pytest.mark.parametrize("seed", range(10))
def test_bodies_stand_where_forward_kinematics_says(world, seed):
    model, data = world.physics.model, mujoco.MjData(world.physics.model)
    position_rad = np.random.default_rng(seed).uniform(LOWEST_RAD, HIGHEST_RAD)
    set_joints(model, data, robot="nao", position_rad=position_rad)
    mujoco.mj_forward(model, data)
    posture = Posture(position_rad)
    ground_from_torso = data.body("nao").xmat.reshape(3, 3)
    torso_m = data.body("nao").xpos
    for link in LINKS:
        body = data.body("nao" if link.name == "Torso" else f"nao/{link.name}")
        expected = posture.torso_from_link(link.name)
        np.testing.assert_allclose(
            ground_from_torso.T @ (body.xpos - torso_m), expected.translation, atol=1e-4
        )
        np.testing.assert_allclose(
            ground_from_torso.T @ body.xmat.reshape(3, 3), expected.rotation, atol=1e-4
        )
    for camera, place in (("top camera", TOP_CAMERA), ("bottom camera", BOTTOM_CAMERA)):
        seen = data.cam(f"nao/{camera}")
        expected = posture.torso_from(place)
        np.testing.assert_allclose(
            ground_from_torso.T @ (seen.xpos - torso_m), expected.translation, atol=1e-4
        )
        looking = -seen.xmat.reshape(3, 3)[:, 2]
        np.testing.assert_allclose(ground_from_torso.T @ looking, expected.rotation[:, 0], atol=1e-4)


@pytest.mark.parametrize("seed", range(5))
def test_centres_of_mass_agree(world, seed):
    model, data = world.physics.model, mujoco.MjData(world.physics.model)
    position_rad = np.random.default_rng(seed).uniform(LOWEST_RAD, HIGHEST_RAD)
    set_joints(model, data, robot="nao", position_rad=position_rad)
    mujoco.mj_forward(model, data)
    center = data.subtree_com[model.body("nao").id] - data.body("nao").xpos
    expected = Posture(position_rad).center_of_mass_in_torso_m
    # Fingers move within the hand, which the table takes as one rigid part.
    np.testing.assert_allclose(data.body("nao").xmat.reshape(3, 3).T @ center, expected, atol=2e-4)


def test_the_standing_robot_touches_the_floor_with_its_soles_only(world):
    model, data = world.physics.model, mujoco.MjData(world.physics.model)
    data.qpos[:] = world.physics.data.qpos
    mujoco.mj_forward(model, data)
    touching = {
        tuple(sorted((model.geom(first).name, model.geom(second).name)))
        for first, second in data.contact.geom.tolist()
    }
    assert touching <= {("floor", "nao/LFoot sole"), ("floor", "nao/RFoot sole")}


def test_arms_collide_with_the_chest(world):
    model, data = world.physics.model, mujoco.MjData(world.physics.model)
    position_rad = np.zeros(25)
    position_rad[[2, 3, 5]] = 1.2, -0.31, -1.54
    set_joints(model, data, robot="nao", position_rad=position_rad)
    mujoco.mj_forward(model, data)
    owners = {
        frozenset((model.geom(first).name.split()[0], model.geom(second).name.split()[0]))
        for first, second in data.contact.geom.tolist()
    }
    assert any("nao/Torso" in pair and pair & {"nao/LForeArm", "nao/LHand", "nao/L"} for pair in owners)


def test_every_switch_has_its_zone():
    assert set(touch_zones()) == set(TOUCHES)


def test_seeds_make_different_robots_and_the_same_seed_the_same():
    masses = [
        NaoWorld(NaoWorldOptions(noise="default"), seed=seed).physics.model.body_mass.copy()
        for seed in (1, 1, 2)
    ]
    np.testing.assert_array_equal(masses[0], masses[1])
    assert not np.array_equal(masses[0], masses[2])
