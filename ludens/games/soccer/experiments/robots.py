"""The experiment `soccer-robots`: are robots found in single pictures (S9), and tracked well in a game (S16)?

A trial is one hall with robots that stand and lie about, in jerseys of two teams, and a while of play in the
flat world. In pictures a robot counts whose feet are seen, or most of whose body where it lies; others may be
found or not. What is found where no robot is is false. In play believed places are held against true ones.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.experiments.experiment import AtLeast, AtMost, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import numbers, quantile
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.league_play import LeagueMatchOptions, league_driver, league_setup
from ludens.games.soccer.see.picture_eyes import PictureEyes
from ludens.games.soccer.world.field_pictures import FieldPictures, PicturedRobot
from ludens.games.soccer.world.flat_league import FlatLeagueField
from ludens.messages import Fault
from ludens.messages.team import ObstacleKind, RobotsTracked, RobotTeam, SeenRobot, TeamObstacles
from ludens.robots.nao.noise import load_noise

BINS_M = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
FEET_SEEN, LYING_SEEN = 0.99, 0.7
"""Of the links that count: so many must be seen of a robot that must be found."""
NEAREST_TEAM = (RobotTeam.OWN, RobotTeam.OTHER)
"""The eyes play in blue."""
FIRST_SEED = 600_000_000
"""Halls of this experiment only."""
LOOK_EVERY_S = 0.5
SEEN_LATELY_S = 2.0
KNOWN_M = 4.0
"""Robots farther away are not judged."""
TAKEN_FOR_M = 0.8
"""A belief farther away from every robot is of none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotsOptions:
    """Conditions of the experiment."""

    pictures: Annotated[int, Meta(ge=0, le=1000, description="Of one hall.")] = 40
    play_s: Annotated[float, Meta(ge=0, le=600, description="Of a game in the flat world.")] = 90.0
    a_side: Annotated[int, Meta(ge=1, le=5, description="Robots of a team in that game.")] = 3


def robots_trial(request: TrialRequest[RobotsOptions]) -> Row:
    """Pictures of one hall, and a while of one game."""
    row = _pictures(request)
    return row | _tracking(request) if request.options.play_s else row


def _pictures(request: TrialRequest[RobotsOptions]) -> Row:
    counts = dict.fromkeys([f"{what}_{name}" for what in ("robots", "found") for name in bin_names()], 0)
    lying = found_lying = found = false = right = wrong = taken = 0
    errors_m: list[float] = []
    eyes = PictureEyes(seed=request.seed)
    with FieldPictures(FIRST_SEED + request.seed, noise=request.noise) as hall:
        for _ in range(request.options.pictures):
            hall.scatter_robots()
            picture = hall.picture_of_robot(within_m=(BINS_M[0], BINS_M[-1] + 0.2))
            if picture is None:
                continue
            taken += 1
            seen = eyes.look(picture.image, picture.pose).robots.robots
            false += sum(
                BINS_M[0] <= math.hypot(*robot.place_m) <= BINS_M[-1]
                and all(not is_same(robot, other) for other in picture.robots)
                for robot in seen
            )
            for robot in picture.robots:
                least = LYING_SEEN if robot.fallen else FEET_SEEN
                away_m = math.hypot(*robot.place_m)
                if not BINS_M[0] <= away_m <= BINS_M[-1] or hall.robot_share(picture, robot) < least:
                    continue
                same = [one for one in seen if is_same(one, robot)]
                lying, found_lying = lying + robot.fallen, found_lying + (robot.fallen and bool(same))
                if not robot.fallen:
                    counts[f"robots_{bin_of(away_m)}"] += 1
                    counts[f"found_{bin_of(away_m)}"] += bool(same)
                if same:
                    found += 1
                    best = min(same, key=lambda one: math.dist(one.place_m, robot.place_m))
                    errors_m.append(math.dist(best.place_m, robot.place_m))
                    right += best.team is NEAREST_TEAM[robot.team]
                    wrong += best.team not in (NEAREST_TEAM[robot.team], RobotTeam.UNKNOWN)
    return {
        "pictures": taken,
        "found": found,
        "false": false,
        "robots_lying": lying,
        "found_lying": found_lying,
        "team_right": right,
        "team_wrong": wrong,
        "place_median_m": quantile(errors_m, 0.5),
        **counts,
    }


def is_same(seen: SeenRobot, robot: PicturedRobot) -> bool:
    """Whether what is seen is a robot, by its place: 0.3 m or a fifth of its distance off at most."""
    return math.dist(seen.place_m, robot.place_m) < max(0.3, 0.2 * math.hypot(*robot.place_m))


def bin_names() -> tuple[str, ...]:
    """Return the names of all ranges of distance."""
    return tuple(f"to_{far:g}m" for far in BINS_M[1:])


def bin_of(away_m: float) -> str:
    """Return the name of the range that a distance belongs to."""
    return next(name for name, far in zip(bin_names(), BINS_M[1:], strict=True) if away_m <= far)


class _Beliefs:
    """The newest of what every robot believes."""

    def __init__(self) -> None:
        self.tracked: dict[str, RobotsTracked] = {}
        self.obstacles: dict[str, TeamObstacles] = {}

    def on_delivery(self, delivery: Delivery) -> None:
        """Nothing is read from drivers."""

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Keep what a robot believes, by its name."""
        robot = cycler.split("/")[0]
        for _, message in outputs:
            if isinstance(message, RobotsTracked):
                self.tracked[robot] = message
            elif isinstance(message, TeamObstacles):
                self.obstacles[robot] = message

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""


def _tracking(request: TrialRequest[RobotsOptions]) -> Row:
    options = request.options
    driver = league_driver(
        LeagueMatchOptions(a_side=options.a_side, noise=request.noise, flat=True), seed=request.seed
    )
    simulation = driver.driver
    assert isinstance(simulation, SimulationDriver)
    world = simulation.world
    assert isinstance(world, FlatLeagueField)
    setup, beliefs = league_setup(options.a_side, flat=True), _Beliefs()
    seen_m: list[float] = []
    team_m: list[float] = []
    run = Run(
        setup,
        driver,
        configuration=Configuration(setup.sections()),
        seed=request.seed,
        observers=[beliefs],
    )
    with run:
        while run.time_s < options.play_s:
            run.run_until(run.time_s + LOOK_EVERY_S)
            for number, name in enumerate(world.names):
                others_m = [
                    world.bodies[number].seen_from((body.x_m, body.y_m))
                    for other, body in enumerate(world.bodies)
                    if other != number
                ]
                if name not in beliefs.tracked or world.bodies[number].lies:
                    continue
                tracked = beliefs.tracked[name]
                places_m = [
                    robot.place_m
                    for robot in tracked.robots
                    if not robot.heard and tracked.time_s - robot.seen_s < SEEN_LATELY_S
                ]
                seen_m += _errors_m(places_m, others_m)
                robots = (ObstacleKind.MATE, ObstacleKind.OPPONENT, ObstacleKind.ROBOT)
                known = beliefs.obstacles[name].obstacles
                team_m += _errors_m([one.place_m for one in known if one.kind in robots], others_m)
        return {
            "tracked": len(seen_m),
            "tracked_median_m": quantile(seen_m, 0.5),
            "tracked_worst_tenth_m": quantile(seen_m, 0.9),
            "team_known": len(team_m),
            "team_median_m": quantile(team_m, 0.5),
            "team_worst_tenth_m": quantile(team_m, 0.9),
            "faults": run.faults.total,
        }


def _errors_m(
    places_m: Sequence[tuple[float, float]], others_m: Sequence[tuple[float, float]]
) -> list[float]:
    """Return how far believed places are from the nearest robots, as far as they are of any."""
    errors = (
        min(math.dist(place_m, other_m) for other_m in others_m)
        for place_m in places_m
        if math.hypot(*place_m) < KNOWN_M
    )
    return [error_m for error_m in errors if error_m < TAKEN_FOR_M]


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """Recall and precision, by distance and lying; team; how far off beliefs are."""

    def total(name: str) -> float:
        return sum(numbers(rows, name))

    def share(part: float, whole: float) -> float | None:
        return part / whole if whole else None

    robots = sum(total(f"robots_{name}") for name in bin_names())
    standing = sum(total(f"found_{name}") for name in bin_names())
    found, false = total("found"), total("false")
    team_told = total("team_right") + total("team_wrong")
    return {
        "recall": share(standing + total("found_lying"), robots + total("robots_lying")),
        "precision": share(found, found + false),
        "recall_standing": share(standing, robots),
        "recall_lying": share(total("found_lying"), total("robots_lying")),
        **{f"recall_{name}": share(total(f"found_{name}"), total(f"robots_{name}")) for name in bin_names()},
        "team_told": share(team_told, found),
        "team_right": share(total("team_right"), team_told),
        "place_median_m": quantile(numbers(rows, "place_median_m"), 0.5),
        "tracked_median_m": quantile(numbers(rows, "tracked_median_m"), 0.5),
        "tracked_worst_tenth_m": quantile(numbers(rows, "tracked_worst_tenth_m"), 0.5),
        "team_median_m": quantile(numbers(rows, "team_median_m"), 0.5),
        "team_worst_tenth_m": quantile(numbers(rows, "team_worst_tenth_m"), 0.5),
        "pictures": total("pictures"),
        "faults": total("faults"),
    }


def check(_: RobotsOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


ROBOTS = Experiment(
    name="soccer-robots",
    summary="Robots in single pictures, standing and lying, and how well robots are tracked in play.",
    trial="ludens.games.soccer.experiments.robots:robots_trial",
    options=RobotsOptions,
    summarise=summarise,
    paper={"recall": 0.949},
    goal={
        "recall": AtLeast(0.85),
        "precision": AtLeast(0.90),
        "tracked_median_m": AtMost(0.20),
        "team_median_m": AtMost(0.20),
    },
    check=check,
    default_trials=20,
)
