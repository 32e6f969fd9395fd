"""The experiment `nao-reach`: is the map of the arms' reach right, and how near does a real hand come?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.experiments.experiment import AtLeast, AtMost, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import numbers, quantile
from ludens.experiments.trials import TrialRequest
from ludens.geometry import FloatArray
from ludens.messages import JointCommand
from ludens.robots.nao import HIGHEST_RAD, JOINTS, LOWEST_RAD
from ludens.robots.nao.kinematics import LEFT_ARM, RIGHT_ARM, Posture, solve_arm
from ludens.robots.nao.kinematics.reach import CONE_RAD, ReachMap, even_directions, load_reach_map
from ludens.robots.nao.kinematics.stance import stance
from ludens.robots.nao.noise import load_noise
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions

FRONT_M = np.array([[0.04, 0.22], [0.0, 0.20], [-0.05, 0.20]])
"""Lowest and highest x, y (to the hand's own side) and z of the targets: where hands work."""
SLACK_RAD = 0.15
"""A direction counts as reached when it is missed by no more than the cone and half a part of the map."""
OTHER_STARTS = 25
HIT_M = 1e-3
CYCLE_NS = 12_000_000
MOVE_S, WAIT_S = 0.8, 0.7


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachOptions:
    """Conditions of the experiment."""

    targets: Annotated[int, Meta(ge=1, le=1000, description="Points and directions judged in a trial.")] = 30
    moves: Annotated[int, Meta(ge=0, le=50, description="Of them, how many the simulated arms go to.")] = 3


def reach_trial(request: TrialRequest[ReachOptions]) -> Row:
    """Judge the map at random targets, and send the arms to some that it promises."""
    random = np.random.default_rng([request.seed, 5])
    reach = load_reach_map()
    counts = dict.fromkeys(("right_yes", "wrong_yes", "right_no", "wrong_no"), 0)
    hits = tries = 0
    promised: list[tuple[bool, FloatArray, FloatArray]] = []
    for _ in range(request.options.targets):
        left = bool(random.random() < 0.5)
        point_m, direction = _target(reach, random, left=left)
        says = reach.reachable(point_m, direction, left=left)
        can = _can(reach, point_m, direction, left=left, random=random)
        counts[("right_" if says == can else "wrong_") + ("yes" if says else "no")] += 1
        if says and can:
            found = reach.solve(point_m, direction, left=left)
            tries += 1
            if found is not None and found.error_m <= HIT_M:
                hits += 1
                promised.append((left, point_m, found.position_rad))
    errors_m = _moved(promised[: request.options.moves], noise=request.noise, seed=request.seed)
    return {
        **counts,
        "solved": hits,
        "solvable": tries,
        "hand_errors_m": [round(error_m, 5) for error_m in errors_m],
    }


def _target(reach: ReachMap, random: np.random.Generator, *, left: bool) -> tuple[FloatArray, FloatArray]:
    """Return a point where hands work, and a direction: half of them near one that the map knows there."""
    point_m = random.uniform(FRONT_M[:, 0], FRONT_M[:, 1]) * (1.0, 1.0 if left else -1.0, 1.0)
    direction = random.normal(size=3)
    if random.random() < 0.5:
        known = [one for one in even_directions() if reach.reachable(point_m, one, left=left)]
        if known:
            direction = known[int(random.integers(len(known)))] + 0.1 * random.normal(size=3)
    return point_m, direction / np.linalg.norm(direction)


def _can(
    reach: ReachMap, point_m: FloatArray, direction: FloatArray, *, left: bool, random: np.random.Generator
) -> bool:
    """Tell by inverse kinematics from many postures whether the target can be reached."""
    best = reach.solve(point_m, direction, left=left)
    if best is not None and best.error_m <= HIT_M and best.error_rad <= CONE_RAD + SLACK_RAD:
        return True
    arm = LEFT_ARM if left else RIGHT_ARM
    for _ in range(OTHER_STARTS):
        start_rad = random.uniform(LOWEST_RAD[arm], HIGHEST_RAD[arm])
        found = solve_arm(point_m, left=left, start_rad=start_rad)
        if found.error_m <= HIT_M:
            hand = _posture(found.position_rad, left=left).torso_from("LGrip" if left else "RGrip")
            if np.arccos(np.clip(hand.rotation[:, 0] @ direction, -1.0, 1.0)) <= CONE_RAD + SLACK_RAD:
                return True
    return False


def _posture(arm_rad: FloatArray, *, left: bool) -> Posture:
    position_rad = stance()
    position_rad[LEFT_ARM if left else RIGHT_ARM] = arm_rad
    return Posture(position_rad)


def _moved(targets: Sequence[tuple[bool, FloatArray, FloatArray]], *, noise: str, seed: int) -> list[float]:
    """Return how far the grips of a standing simulated robot really end from their targets, in the torso."""
    if not targets:
        return []
    world = NaoWorld(NaoWorldOptions(noise=noise), seed=seed)
    robot, errors_m, time_ns = world.robots[0], [], 0
    before = stance()
    for left, point_m, arm_rad in targets:
        wanted = stance()
        wanted[LEFT_ARM if left else RIGHT_ARM] = arm_rad
        for cycle in range(round((MOVE_S + WAIT_S) * 1e9 / CYCLE_NS)):
            share = min(cycle * CYCLE_NS * 1e-9 / MOVE_S, 1.0)
            posture = before + share * (wanted - before)
            robot.command(
                JointCommand(
                    time_s=time_ns * 1e-9,
                    names=JOINTS,
                    positions_rad=tuple(posture.tolist()),
                    stiffnesses=(1.0,) * len(JOINTS),
                ),
                time_ns=time_ns,
            )
            time_ns += CYCLE_NS
            world.advance_to(time_ns)
        before = wanted
        grip = Posture(robot.motors.position_rad).torso_from("LGrip" if left else "RGrip")
        errors_m.append(float(np.linalg.norm(grip.translation - point_m)))
    world.close()
    return errors_m


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """How often the map is wrong, how often joints are found, and how near hands come."""

    def total(name: str) -> float:
        return sum(numbers(rows, name))

    said_yes, said_no = total("right_yes") + total("wrong_yes"), total("right_no") + total("wrong_no")
    really = total("right_yes") + total("wrong_no")
    errors_m = [error for row in rows for error in _list(row.get("hand_errors_m"))]
    return {
        "targets": said_yes + said_no,
        "false_promises": total("wrong_yes") / said_yes if said_yes else None,
        "missed_targets": total("wrong_no") / really if really else None,
        "solved_rate": total("solved") / total("solvable") if total("solvable") else None,
        "hand_error_median_m": quantile(errors_m, 0.5),
        "hand_error_worst_tenth_m": quantile(errors_m, 0.9),
    }


def _list(value: Json) -> list[float]:
    return [float(item) for item in value if isinstance(item, int | float)] if isinstance(value, list) else []


def check(_: ReachOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


REACH = Experiment(
    name="nao-reach",
    summary="What the map of a NAO's arms promises, against inverse kinematics and a simulated hand.",
    trial="ludens.workbench.experiments.reach:reach_trial",
    options=ReachOptions,
    summarise=summarise,
    goal={"solved_rate": AtLeast(0.99), "false_promises": AtMost(0.1), "hand_error_median_m": AtMost(0.01)},
    check=check,
    default_trials=50,
)
