"""The experiment `soccer-scenes`: 001's four scenes before the goal, on the field of 2011.

The report draws them and gives no poses; ours put one post, both posts or the goal's middle ahead of the
robot, and at last the ball behind it. Poses vary by 0.1 m and 10 degrees, and are mirrored by chance. The
robot plays by its own eyes; the referee judges by what really happens.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from ludens.experiments.experiment import AtLeast, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import count, mishaps, numbers, quantile, rate_of
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.experiments.golden_goal import played_to_the_end
from ludens.games.soccer.setups import CLASSIC_2011, STRIKER_2011
from ludens.games.soccer.world import SoccerMatch, SoccerMatchOptions
from ludens.geometry import Pose2
from ludens.robots.nao.noise import load_noise
from ludens.sim.random_streams import RandomStreams

Point = tuple[float, float]

SCENES_OF_001: tuple[tuple[Point, Pose2], ...] = (
    ((1.2, 1.2), Pose2(0.3, 1.4, 0.0)),  # one post in view
    ((1.2, 0.5), Pose2(0.2, 0.6, 0.0)),  # both posts
    ((1.2, 0.0), Pose2(0.5, 0.0, 0.0)),  # straight
    ((0.3, 0.6), Pose2(1.3, 0.4, 0.0)),  # the ball behind the robot
)
VARIES_M, VARIES_RAD = 0.1, math.radians(10.0)
PLAYERS = {"striker": STRIKER_2011, "classic": CLASSIC_2011}
PAPER = (0.75, 1.0, 1.0, 0.5)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenesOptions:
    """Conditions of the experiment."""

    scene: Annotated[
        int, Meta(ge=0, le=4, description="Which of the four; 0: each of them in turn, by the trial.")
    ] = 0
    player: Annotated[
        Literal["striker", "classic"],
        Meta(description="Our striker with our eyes and filter, or eyes, particles and states of 001."),
    ] = "striker"
    length_s: Annotated[float, Meta(gt=0, le=1200, description="Of play.")] = 120.0


def scene_at(number: int, random: np.random.Generator) -> tuple[Point, Pose2]:
    """Return where ball and robot begin in a scene, 1 to 4, varied and mirrored by chance."""
    (ball_x, ball_y), robot = SCENES_OF_001[number - 1]
    off = random.uniform(-VARIES_M, VARIES_M, 4)
    turn_rad = float(random.uniform(-VARIES_RAD, VARIES_RAD))
    side = 1.0 if random.random() < 0.5 else -1.0
    ball_m = (ball_x + float(off[0]), side * (ball_y + float(off[1])))
    return ball_m, Pose2(
        robot.x_m + float(off[2]), side * (robot.y_m + float(off[3])), side * (robot.yaw_rad + turn_rad)
    )


def in_turn(seed: int) -> int:
    """Return the scene of a trial where none is asked for: each of the four in turn."""
    return 1 + seed % len(SCENES_OF_001)


def scenes_trial(request: TrialRequest[ScenesOptions]) -> Row:
    """One scene, until the first goal or the end of its time."""
    options, setup = request.options, PLAYERS[request.options.player]
    scene = options.scene or in_turn(request.seed)
    ball_m, start = scene_at(scene, RandomStreams(request.seed).stream("scene"))
    match = SoccerMatch(
        SoccerMatchOptions(
            field="2011",
            noise=request.noise,
            starts=(start,),
            ball_m=ball_m,
            golden_goal=True,
            length_s=options.length_s,
        ),
        seed=request.seed,
    )
    with played_to_the_end(match, setup, length_s=options.length_s, seed=request.seed) as (run, watch):
        own, other = match.referee.scores
        x_m, y_m = match.ball.place_m
        return {
            "scene": scene,
            "scored": own > 0,
            "first_kick": own > 0 and watch.kicks + watch.step_kicks == 1 and not watch.dribbles,
            "own_goal": other > 0,
            "time_s": round(match.referee.goals_after_s[0], 2) if own > 0 else None,
            "kicks": watch.kicks + watch.step_kicks,
            "dribbles": watch.dribbles,
            "falls": watch.falls,
            "ball_x_m": round(float(x_m), 2),
            "ball_y_m": round(float(y_m), 2),
            "faults": run.faults.total,
        }


def scenes_of(rows: Sequence[Row]) -> list[Json]:
    """Return the scene of every row; a trial that crashed tells none, but what others tell, or its seed."""
    told = [row for row in rows if "scene" in row]
    asked_for = next((row["scene"] for row in told if row["scene"] != in_turn(_seed(row))), None)
    return [row.get("scene", asked_for or in_turn(_seed(row))) for row in rows]


def _seed(row: Row) -> int:
    seed = row["seed"]
    assert isinstance(seed, int)
    return seed


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """For each scene how often it scored by the first kick, and at all."""
    figures: dict[str, Json] = {}
    for scene in range(1, len(SCENES_OF_001) + 1):
        of_scene = [row for row, which in zip(rows, scenes_of(rows), strict=True) if which == scene]
        if of_scene:
            for name in ("first_kick", "scored"):
                figures |= rate_of(f"scene_{scene}_{name}", count(of_scene, name), trials=len(of_scene))
            figures[f"scene_{scene}_trials"] = len(of_scene)
    return {
        **figures,
        "time_median_s": quantile(numbers(rows, "time_s"), 0.5),
        "falls": sum(numbers(rows, "falls")),
        "faults": mishaps(rows, "faults"),
    }


def check(_: ScenesOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


SCENES = Experiment(
    name="soccer-scenes",
    summary="001's four scenes before the goal of 2011: goals by the first kick, and within two minutes.",
    trial="ludens.games.soccer.experiments.scenes:scenes_trial",
    options=ScenesOptions,
    summarise=summarise,
    goal={
        **{f"scene_{scene}_first_kick_rate": AtLeast(0.95) for scene in range(1, 5)},
        **{f"scene_{scene}_scored_rate": AtLeast(1.0) for scene in range(1, 5)},
    },
    paper={f"scene_{scene}_first_kick_rate": share for scene, share in enumerate(PAPER, start=1)},
    check=check,
    default_trials=200,
)
