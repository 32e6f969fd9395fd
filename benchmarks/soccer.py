"""What seeing, knowing and a whole run of soccer cost on one core.

    python -m benchmarks.soccer [SEED …]

Processor time, so that other programs disturb little; the process is tied to one core. The milliseconds of a
picture are those of every step of the eyes, the mean over drawn pictures with robots and mostly a ball. A
cycle of localisation follows the legs and takes in the landmarks of one picture. The whole run has physics,
drawing of two cameras at 10 pictures a second each, noise, eyes, and all modules of the body in it; the first
seconds, in which code is compiled, are not. A match has two teams of five, their radio, and the automatic
referee with all its packets.
"""

import os
import sys
import time
from collections.abc import Callable
from functools import partial

import click
import numpy as np

for variable in ("OPENCV_FOR_THREADS_NUM", "OMP_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[variable] = "1"
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

from benchmarks.machine import machine  # noqa: E402 - after the limits on threads
from ludens.core.configuration import Configuration  # noqa: E402
from ludens.core.runtime.run import Run  # noqa: E402
from ludens.drivers.simulation import SimulationDriver  # noqa: E402
from ludens.estimation.localisation.localiser import FieldLocaliser, LocaliserTuning  # noqa: E402
from ludens.games.soccer.league_play import LeagueMatchOptions, league_driver, league_setup  # noqa: E402
from ludens.games.soccer.see.picture_eyes import PictureEyes  # noqa: E402
from ludens.games.soccer.setups import FLAT, STRIKER  # noqa: E402
from ludens.games.soccer.world import FlatMatch, SoccerMatch, SoccerMatchOptions  # noqa: E402
from ludens.games.soccer.world.field_pictures import FieldPicture, FieldPictures  # noqa: E402
from ludens.geometry import Pose2  # noqa: E402
from ludens.geometry.soccer_field import FIELD_2011, FIELD_2019, SoccerField  # noqa: E402
from ludens.messages import CalibratedJoints  # noqa: E402
from ludens.messages.field import Landmarks  # noqa: E402
from ludens.robots.nao.kinematics.stance import stance  # noqa: E402
from ludens.vision.coloured.finders import (  # noqa: E402
    ColouredThingFinder,
    WhiteLineFinder,
    WhiteLineFinderParameters,
)
from ludens.vision.coloured.posts import goal_middle_m  # noqa: E402
from ludens.vision.field.scanner import FieldScanner, FieldScannerParameters, own_outlines  # noqa: E402

PICTURES = 24
WARM_UP_S, MEASURED_S = 14.0, 10.0
"""The first seconds are those before the kick-off."""
READY_S, PLAYS_AFTER_S, FLAT_MEASURED_S = 10, 26.0, 60.0
"""Of matches: robots walk to their places for so long, and play soon after."""


def milliseconds(work: Callable[..., object], *arguments: object) -> float:
    """Processor time of one call."""
    started_s = time.process_time()
    work(*arguments)
    return (time.process_time() - started_s) * 1e3


def drawn_pictures(seed: int, pitch: SoccerField = FIELD_2019) -> list[FieldPicture]:
    """Return pictures with robots and mostly a ball."""
    with FieldPictures(seed, pitch=pitch) as hall:
        hall.scatter_robots()
        return [hall.random_picture(with_ball=number % 4 != 3) for number in range(PICTURES)]


def steps_ms(pictures: list[FieldPicture]) -> dict[str, float]:
    """Return the mean cost of every step of the eyes."""
    eyes = PictureEyes(follow=True)
    nothing = np.zeros(len(stance()))
    joints = CalibratedJoints(
        time_s=0.0,
        position_rad=stance(),
        stiffness=nothing,
        current_a=nothing,
        temperature_c=nothing,
        status=nothing.astype(np.int64),
    )
    for picture in pictures[:4]:
        eyes.look(picture.image, picture.pose)
    costs: dict[str, list[float]] = {}
    for picture in pictures:
        pose = picture.pose
        scanned = eyes.scanner.scan(picture.image, pose)  # all of it: no body belongs to a drawn picture
        balls = eyes.detector.cycle(scanned)
        for name, work, arguments in (
            ("own body", own_outlines, (joints, pose)),
            ("field colour, scan lines, border", eyes.scanner.scan, (picture.image, pose)),
            ("ball", eyes.detector.cycle, (scanned,)),
            ("lines and landmarks", eyes.finder.find, (scanned, balls)),
        ):
            costs.setdefault(name, []).append(milliseconds(work, *arguments))
    return {name: sum(values) / len(values) for name, values in costs.items()}


def steps_of_001_ms(pictures: list[FieldPicture]) -> dict[str, float]:
    """Return the mean cost of every step of the eyes of 001, lines in both of its ways."""
    scanner = FieldScanner(FieldScannerParameters(cuts_by="columns"), random=np.random.default_rng(1))
    things, grid = ColouredThingFinder(), WhiteLineFinder()
    crossings = WhiteLineFinder(WhiteLineFinderParameters(by="crossings"))
    goal = partial(goal_middle_m, own=False)
    costs: dict[str, list[float]] = {}
    for number, picture in enumerate((*pictures[:4], *pictures)):
        scanned = scanner.scan(picture.image, picture.pose)
        _, posts = things.cycle(scanned)
        for name, work, arguments in (
            ("field column by column", scanner.scan, (picture.image, picture.pose)),
            ("ball and posts by colour", things.cycle, (scanned,)),
            ("white cells of lines", grid.cycle, (scanned,)),
            ("crossings of Hough's lines", crossings.cycle, (scanned,)),
            ("goal from its posts", goal, (posts.posts, picture.field_from_robot, FIELD_2011)),
        ):
            cost_ms = milliseconds(work, *arguments)
            if number >= 4:  # before that code is compiled
                costs.setdefault(name, []).append(cost_ms)
    return {name: sum(values) / len(values) for name, values in costs.items()}


def localisation_ms(pictures: list[FieldPicture]) -> list[float]:
    """Return the cost of cycles that take in landmarks, sorted."""
    eyes, localiser = PictureEyes(follow=True), FieldLocaliser(FIELD_2019, LocaliserTuning())
    looked = [(picture, eyes.look(picture.image, picture.pose).landmarks) for picture in pictures]
    seen = [(picture, landmarks) for picture, landmarks in looked if landmarks.count]

    def cycle(landmarks: Landmarks) -> None:
        localiser.move(Pose2(0.002, 0.0, 0.001), elapsed_s=0.012)
        localiser.see(landmarks)

    costs = []
    for number in range(10):
        for picture, landmarks in seen:
            localiser.put((picture.field_from_robot,), sigma=(0.3, 0.3, 0.2))
            cost_ms = milliseconds(cycle, landmarks)
            costs += [cost_ms] if number else []
    return sorted(costs)


def run_factor(seed: int) -> float:
    """Return simulated seconds per second of processor time, with everything in."""
    match = SoccerMatch(SoccerMatchOptions(camera_hz=10.0), seed=seed)
    configuration = Configuration(STRIKER.sections())
    with Run(STRIKER, SimulationDriver(match), configuration=configuration, seed=seed) as run:
        run.run_until(WARM_UP_S)
        started_s = time.process_time()
        run.run_until(WARM_UP_S + MEASURED_S)
        return MEASURED_S / (time.process_time() - started_s)


def match_factor(seed: int, *, flat: bool) -> float:
    """Return the same of a match of two teams of five, from shortly before its kick-off on."""
    setup = league_setup(5, flat=flat, ready_s=READY_S, hidden_s=0)
    driver = league_driver(LeagueMatchOptions(a_side=5, flat=flat), seed=seed)
    measured_s = FLAT_MEASURED_S if flat else MEASURED_S
    with Run(setup, driver, configuration=Configuration(setup.sections()), seed=seed) as run:
        run.run_until(PLAYS_AFTER_S)
        started_s = time.process_time()
        run.run_until(PLAYS_AFTER_S + measured_s)
        return measured_s / (time.process_time() - started_s)


def flat_factor(seed: int, robots: int) -> float:
    """Return the same of the flat world with so many strikers, ten decisions a second each."""
    starts = tuple(Pose2(-0.8 - 0.4 * (number // 5), number % 5 - 2.0, 0.0) for number in range(robots))
    match = FlatMatch(SoccerMatchOptions(starts=starts), seed=seed)
    setup = FLAT if robots == 1 else FLAT.for_robots(*match.names)
    configuration = Configuration(setup.sections())
    with Run(setup, SimulationDriver(match), configuration=configuration, seed=seed) as run:
        run.run_until(WARM_UP_S)
        started_s = time.process_time()
        run.run_until(WARM_UP_S + MEASURED_S)
        return MEASURED_S / (time.process_time() - started_s)


def main(seeds: list[int]) -> None:
    """Print the costs of a picture by step, of a cycle of localisation, and of whole runs."""
    pictures = drawn_pictures(seeds[0])
    steps = steps_ms(pictures)
    for name, cost_ms in steps.items():
        click.echo(f"{name}: {cost_ms:.2f} ms a picture")
    click.echo(f"the whole of vision: {sum(steps.values()):.2f} ms a picture (goal: ≤ 12)")
    of_001 = steps_of_001_ms(drawn_pictures(seeds[0], FIELD_2011))
    for name, cost_ms in of_001.items():
        click.echo(f"eyes of 001, {name}: {cost_ms:.2f} ms a picture")
    click.echo(
        f"eyes of 001, everything: {sum(of_001.values()):.2f} ms a picture "
        "(goal: ≤ 12; in the report 500 for lines, 5,000 for the goal)"
    )
    cycles_ms = localisation_ms(pictures)
    half_ms, late_ms = (cycles_ms[int(share * (len(cycles_ms) - 1))] for share in (0.5, 0.99))
    click.echo(f"localisation: median {half_ms:.2f} ms a cycle, 99 % below {late_ms:.2f} ms (goal: ≤ 1)")
    physics, flat = (match_factor(seeds[0], flat=flat) for flat in (False, True))
    click.echo(
        f"a match of two teams of five, percepts from truth: {physics:.2f} × real time (goal: ≥ 1.5), "
        f"in the flat world {flat:.1f} × (goal: ≥ 20)"
    )
    for seed in seeds:
        factor = run_factor(seed)
        click.echo(
            f"seed {seed}: the whole run, two cameras at 10 Hz: {factor:.2f} × real time (goal: ≥ 1.5)"
        )
        one, ten = (flat_factor(seed, robots) for robots in (1, 10))
        click.echo(f"seed {seed}: the flat world: one striker {one:.0f} ×, ten {ten:.1f} × real time")
    click.echo(f"on one core of {machine()}")


if __name__ == "__main__":
    main([int(seed) for seed in sys.argv[1:]] or [1])
