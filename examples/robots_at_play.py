"""Draws the moving picture of the README: four robots of the simulation at play, two above two.

python examples/robots_at_play.py docs/pictures/robots-at-play.webp
"""

import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import cv2
import numpy as np

from ludens.core.configuration import Configuration
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.games.chess.experiments.laboratory import Laboratory
from ludens.games.chess.game_flow.believed_table import BelievedTable
from ludens.games.chess.rules.places import on_square
from ludens.games.chess.world import ChessWorldOptions
from ludens.games.morris.experiments.hands import HandsAtWork
from ludens.games.morris.move.stations import station_for
from ludens.games.passing.play import PASSING
from ludens.games.passing.world import PassingWorldOptions, make_world
from ludens.games.soccer.setups import STRIKER
from ludens.games.soccer.world import SoccerMatch, SoccerMatchOptions
from ludens.geometry import Pose2
from ludens.messages import CarryRequest
from ludens.sim.rendering import Renderer, free_camera

sys.path.insert(0, str(Path(__file__).parent))
from chess_table import ITALIAN, calibration_of
from morris_hands import MEN, POINT

SIZE_PX = (320, 240)
SMOOTHING = 2  # drawn so many times as large, then made smaller
FRAMES, FRAME_S = 72, 0.1
QUALITY = 72
FAR_M, BACKGROUND = 4.0, (232, 236, 240)


def passing(*, frames: int = FRAMES) -> Iterator[np.ndarray]:
    """A wheeled robot lines up behind a ball and passes it to a person; three times as fast as life."""
    world = make_world(PassingWorldOptions(person_figure=True, rolls_back=True, obstacles=2), seed=8)
    view = free_camera((-0.5, -0.2, 0.0), distance_m=5.6, azimuth_rad=0.5 * math.pi, elevation_rad=-0.75)
    configuration = Configuration(PASSING.sections())
    with Run(PASSING, SimulationDriver(world), configuration=configuration, seed=8) as run:
        run.run_until(3.0)
        yield from pictures(world, view, lambda: run.run_until(run.time_s + 3.0 * FRAME_S), frames)


def chess_arm(*, frames: int = FRAMES) -> Iterator[np.ndarray]:
    """An arm carries the knight of f3 to g5, and goes home."""
    with Laboratory(ChessWorldOptions(fen=ITALIAN), seed=1) as laboratory:
        world = laboratory.world
        laboratory.calibration = calibration_of(world)
        table = BelievedTable(world.measures)
        table.take_in(laboratory.look_until_settled(), laboratory.calibration)
        knight = world.true_configuration().on(chess.F3)
        request = table.carry_request(1, time_s=0.0, piece=knight, target=on_square(chess.G5))
        home = CarryRequest(
            time_s=0.0, number=2, thing_m=world.measures.piece_height_m, clear_m=request.clear_m
        )

        def go_on() -> None:
            nonlocal request
            for _ in range(10):
                report = laboratory.beat(request)
            if report.number == 1 and report.state == "done":
                request = home

        view = free_camera((0.42, 0.0, 0.28), distance_m=1.35, azimuth_rad=2.55, elevation_rad=-0.42)
        yield from pictures(world, view, go_on, frames)


def morris_hand(*, frames: int = FRAMES) -> Iterator[np.ndarray]:
    """A humanoid fetches a man from the inner square of its board and shows it to its camera."""
    work = HandsAtWork(
        station_for(POINT, "left", 0), MEN, noise="default", seed=907, random=np.random.default_rng(907)
    )
    with work:
        man = work.world.men_on_points()[POINT][0]
        place_m, yaw_rad = work.seen_man(man)
        work.ask("grasp", "left", place_m=place_m, yaw_rad=yaw_rad, neighbours_m=work.neighbours_m(but=man))

        def go_on() -> None:
            work.run.run_until(work.run.time_s + 1.5 * FRAME_S)
            if work.report is not None and work.report.state == "done" and work.report.number == 1:
                work.ask("show", "left")

        view = free_camera(
            (0.0, -0.15, 0.30), distance_m=0.9, azimuth_rad=-0.3 * math.pi, elevation_rad=-0.25
        )
        yield from pictures(work.world, view, go_on, frames)
    work.world.close()


def soccer_goal(*, frames: int = FRAMES) -> Iterator[np.ndarray]:
    """A humanoid steps up to the ball and shoots it into the goal."""
    match = SoccerMatch(SoccerMatchOptions(starts=(Pose2(2.7, 0.12, 0.0),)), seed=11)
    match.referee.kick_off()
    match.ball.place((3.1, 0.05))
    view = free_camera((3.5, 0.0, 0.2), distance_m=2.4, azimuth_rad=0.2 * math.pi, elevation_rad=-0.35)
    configuration = Configuration(STRIKER.sections())
    with Run(STRIKER, SimulationDriver(match), configuration=configuration, seed=11) as run:
        run.run_until(1.5)
        yield from pictures(match, view, lambda: run.run_until(run.time_s + FRAME_S), frames)


def pictures(world: object, view: object, go_on: Callable[[], None], frames: int) -> Iterator[np.ndarray]:
    """RGB pixels of one frame after the other; what is far away is plain, which makes a smaller file."""
    width_px, height_px = (SMOOTHING * side for side in SIZE_PX)
    painter = Renderer(world.physics.model, world.physics.data, width_px=width_px, height_px=height_px)
    for _ in range(frames):
        go_on()
        pixels = painter.picture(view).copy()
        pixels[painter.depth_m(view) > 3.0 * FAR_M] = BACKGROUND
        yield cv2.resize(pixels, SIZE_PX, interpolation=cv2.INTER_AREA)
    painter.close()


FILMS = (passing, chess_arm, morris_hand, soccer_goal)


def main(target: Path) -> None:
    """Draw all four and write them as an animated WebP that begins again at its end."""
    films = [list(film()) for film in FILMS]
    animation = cv2.Animation()
    animation.frames = [
        cv2.cvtColor(np.vstack((np.hstack(four[:2]), np.hstack(four[2:]))), cv2.COLOR_RGB2BGRA)
        for four in zip(*films, strict=True)
    ]
    animation.durations = np.full(FRAMES, round(FRAME_S * 1000))
    cv2.imwriteanimation(str(target), animation, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "robots-at-play.webp"))
