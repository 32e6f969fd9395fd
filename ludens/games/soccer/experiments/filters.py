"""The experiment `soccer-filters`: Kalman filters against 001's particles, in one run, on the same percepts.

A robot walks between random targets of the field of 2011 and looks round, by its own eyes. Both filters hear
the same odometry, lines and goal posts at the same moments; the Kalman filters lead the robot. Afterwards
every picture is taken in once more by both, five times each; of the five the shortest duration counts, so
that other programs on this computer do not. The worst picture of all is what is compared.
"""

import copy
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.contract.setup import Node, Setup
from ludens.core.runtime.profiling import stopwatch_ns
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.estimation.localisation.localiser import FieldLocaliser
from ludens.estimation.localisation.module import moved_posts
from ludens.estimation.localisation.particle_module import ParticleLocalisation, points_on
from ludens.estimation.localisation.particles import ParticleFilter, SeenPoints
from ludens.experiments.experiment import AtLeast, AtMost, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import numbers, quantile
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.decide.player import StrikerPlayer
from ludens.games.soccer.experiments.wanderer import Wanderer
from ludens.games.soccer.setups import STRIKER_2011
from ludens.games.soccer.world import SoccerMatch, SoccerMatchOptions
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.geometry.soccer_field import FIELD_2011
from ludens.messages import Fault
from ludens.messages.field import FieldPose, Landmarks, PostsSeen
from ludens.robots.nao.noise import load_noise

LOOK_EVERY_S = 0.2
BALL_AWAY_M = (3.15, 2.15)
"""In a corner, out of the way."""
REPEATED = 5
MOST_PICTURES = 400
"""Of which durations are taken."""
BOTH = STRIKER_2011.replacing(StrikerPlayer, Wanderer, field="2011").adding(
    "body", Node(ParticleLocalisation, "particles")
)
"""Walks about by our filter; the particles hear the same beside it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FiltersOptions:
    """Conditions of the experiment."""

    length_s: Annotated[float, Meta(gt=0, le=1200, description="Of the walk.")] = 120.0
    camera_hz: Annotated[float, Meta(gt=0, le=30, description="Pictures a second of each camera.")] = 10.0


class _Beliefs:
    """Keeps what both filters believe, and what they were shown."""

    def __init__(self) -> None:
        self.poses: dict[str, Pose2] = {}
        self.pictures: list[tuple[Landmarks, PostsSeen | None]] = []
        self._posts: dict[str, PostsSeen] = {}

    def on_delivery(self, delivery: Delivery) -> None:
        """Readings are of no interest here."""

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Note beliefs and percepts."""
        for key, message in outputs:
            if isinstance(message, FieldPose):
                self.poses["particles" if key.startswith("particles") else "ukf"] = message.field_from_robot
            elif isinstance(message, PostsSeen):
                self._posts[cycler] = message
            elif isinstance(message, Landmarks) and message.count:
                posts = self._posts.get(cycler)
                same = posts if posts is not None and posts.time_s == message.time_s else None
                self.pictures.append((message, same))

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""


def filters_trial(request: TrialRequest[FiltersOptions]) -> Row:
    """One walk with both filters."""
    options, setup = request.options, BOTH
    match = SoccerMatch(
        SoccerMatchOptions(
            field="2011",
            noise=request.noise,
            camera_hz=options.camera_hz,
            ball_m=BALL_AWAY_M,
            length_s=3600.0,
        ),
        seed=request.seed,
    )
    beliefs = _Beliefs()
    errors_m: dict[str, list[float]] = {"ukf": [], "particles": []}
    errors_deg: dict[str, list[float]] = {"ukf": [], "particles": []}
    with _run(setup, match, beliefs, request.seed) as run:
        while match.referee.state != "playing":
            run.run_until(run.time_s + LOOK_EVERY_S)
        until_s = run.time_s + options.length_s
        while run.time_s < until_s:
            run.run_until(run.time_s + LOOK_EVERY_S)
            truth = match.pose_of()
            for name, believed in beliefs.poses.items():
                errors_m[name].append(believed.distance_m(truth))
                errors_deg[name].append(math.degrees(abs(difference(believed.yaw_rad, truth.yaw_rad))))
        faults = run.faults.total
    row: dict[str, Json] = {"faults": faults}
    durations_us = look_durations_us(beliefs.pictures, request.seed)
    for name in ("ukf", "particles"):
        row |= {
            f"{name}_median_m": _rounded(errors_m[name], 0.5),
            f"{name}_worst_tenth_m": _rounded(errors_m[name], 0.9),
            f"{name}_median_deg": _rounded(errors_deg[name], 0.5),
            f"{name}_worst_us": round(max(durations_us[name], default=0.0), 1),
            f"{name}_median_us": _rounded(durations_us[name], 0.5),
        }
    return row


def _run(setup: Setup, match: SoccerMatch, beliefs: _Beliefs, seed: int) -> Run:
    return Run(
        setup,
        SimulationDriver(match),
        configuration=Configuration(setup.sections()),
        seed=seed,
        observers=[beliefs],
    )


def look_durations_us(
    pictures: Sequence[tuple[Landmarks, PostsSeen | None]], seed: int
) -> dict[str, list[float]]:
    """Return how long either filter takes for every picture: eight hypotheses, a hundred particles."""
    random = np.random.default_rng(seed)
    localiser = FieldLocaliser(FIELD_2011)
    places = random.uniform((-2.5, -1.5, -3.0), (2.5, 1.5, 3.0), (8, 3)).tolist()
    localiser.put([Pose2(*place) for place in places], sigma=(0.3, 0.3, 0.2))
    localiser.move(Pose2(1.0, 0.0, 0.0), elapsed_s=1.0)  # nobody's word where it is counts any more
    particles = ParticleFilter(FIELD_2011, random)
    durations_us: dict[str, list[float]] = {"ukf": [], "particles": []}
    here = Pose2.identity()
    step = max(len(pictures) // MOST_PICTURES, 1)
    for number, (landmarks, posts) in enumerate(pictures[::step]):
        empty = np.zeros((0, 2))
        own, other = (empty, empty) if posts is None else moved_posts(posts, here)
        seen = SeenPoints(points_on(landmarks), own, other)

        def by_hypotheses(tried: FieldLocaliser, landmarks: Landmarks = landmarks) -> None:
            tried.see(landmarks)
            tried.see_posts(own, other)  # noqa: B023 - called before the next picture

        ukf_us = _shortest_us(localiser, by_hypotheses)
        particles_us = _shortest_us(particles, lambda tried: tried.see(seen))  # noqa: B023
        localiser.put([Pose2(*place) for place in places], sigma=(0.3, 0.3, 0.2))
        localiser.move(Pose2(1.0, 0.0, 0.0), elapsed_s=1.0)
        if number:  # the first one compiles
            durations_us["ukf"].append(ukf_us)
            durations_us["particles"].append(particles_us)
    return durations_us


def _shortest_us(value: object, act: Callable[..., None]) -> float:
    """Return the shortest duration of an act on copies of a value."""
    shortest = math.inf
    for _ in range(REPEATED):
        tried = copy.deepcopy(value)
        began_ns = stopwatch_ns()
        act(tried)
        shortest = min(shortest, (stopwatch_ns() - began_ns) * 1e-3)
    return shortest


def _rounded(values: Sequence[float], probability: float) -> float | None:
    found = quantile(values, probability)
    return None if found is None else round(found, 4)


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """Errors and durations of both, and how they compare."""
    names = [
        f"{name}_{what}"
        for name in ("ukf", "particles")
        for what in ("median_m", "worst_tenth_m", "median_deg", "median_us")
    ]
    figures: dict[str, Json] = {name: quantile(numbers(rows, name), 0.5) for name in names}
    worst = {name: max(numbers(rows, f"{name}_worst_us"), default=0.0) for name in ("ukf", "particles")}
    ukf_m, particles_m = (quantile(numbers(rows, f"{name}_median_m"), 0.5) for name in ("ukf", "particles"))
    return {
        **figures,
        "ukf_worst_us": worst["ukf"],
        "particles_worst_us": worst["particles"],
        "times_faster_in_worst_case": round(worst["particles"] / worst["ukf"], 1) if worst["ukf"] else None,
        "ukf_error_share": round(ukf_m / particles_m, 3) if ukf_m and particles_m else None,
        "faults": sum(numbers(rows, "faults")),
    }


def check(_: FiltersOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


FILTERS = Experiment(
    name="soccer-filters",
    summary="Kalman filters against 001's particles in one run, on the same percepts: errors and durations.",
    trial="ludens.games.soccer.experiments.filters:filters_trial",
    options=FiltersOptions,
    summarise=summarise,
    goal={"ukf_error_share": AtMost(1.0), "times_faster_in_worst_case": AtLeast(7.0)},
    paper={"ukf_error_share": "better (004)", "times_faster_in_worst_case": "7 (004)"},
    check=check,
    default_trials=10,
)
