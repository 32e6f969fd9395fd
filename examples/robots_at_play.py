"""Draws the moving pictures of the README and of the studio's home page: robots of the simulation at play.

python examples/robots_at_play.py docs/pictures/robots-at-play.webp    # four of them, two above two
python examples/robots_at_play.py ludens/studio/web/static/games       # into a folder: one file a game
"""

import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
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
from ludens.studio.film.files import write_film
from ludens.studio.film.painter import Picture, SceneCamera, ScenePainter
from ludens.studio.page import FloorFinish
from ludens.workbench.play import DEMO
from ludens.workbench.world import NaoPlayOptions
from ludens.workbench.world import make_world as make_demo_world

sys.path.insert(0, str(Path(__file__).parent))
from chess_table import ITALIAN, calibration_of
from morris_hands import MEN, POINT

SIZE_PX = (320, 240)
FRAMES, FRAME_S = 72, 0.1
FIELD_OF_VIEW_DEG = 45.0


def passing(*, frames: int = FRAMES) -> Iterator[Picture]:
    """A wheeled robot lines up behind a ball and passes it to a person; three times as fast as life."""
    world = make_world(PassingWorldOptions(person_figure=True, rolls_back=True, obstacles=2), seed=8)
    view = looking((-0.3, -0.1, 0.1), distance_m=5.2, azimuth_rad=0.5 * math.pi, elevation_rad=-0.55)
    configuration = Configuration(PASSING.sections())
    with Run(PASSING, SimulationDriver(world), configuration=configuration, seed=8) as run:
        run.run_until(3.0)
        yield from pictures(world, view, lambda: run.run_until(run.time_s + 3.0 * FRAME_S), frames)


def chess_arm(*, frames: int = FRAMES) -> Iterator[Picture]:
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

        view = looking((0.45, 0.0, 0.22), distance_m=1.45, azimuth_rad=2.55, elevation_rad=-0.38)
        yield from pictures(world, view, go_on, frames, floor_z_m=-0.75)


def morris_hand(*, frames: int = FRAMES) -> Iterator[Picture]:
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

        view = looking((0.0, -0.15, 0.30), distance_m=0.9, azimuth_rad=-0.3 * math.pi, elevation_rad=-0.25)
        yield from pictures(work.world, view, go_on, frames)
    work.world.close()


def soccer_goal(*, frames: int = FRAMES) -> Iterator[Picture]:
    """A humanoid steps up to the ball and shoots it into the goal."""
    match = SoccerMatch(SoccerMatchOptions(starts=(Pose2(2.7, 0.12, 0.0),)), seed=11)
    match.referee.kick_off()
    match.ball.place((3.1, 0.05))
    view = looking((3.5, 0.0, 0.2), distance_m=2.4, azimuth_rad=0.2 * math.pi, elevation_rad=-0.35)
    configuration = Configuration(STRIKER.sections())
    with Run(STRIKER, SimulationDriver(match), configuration=configuration, seed=11) as run:
        run.run_until(1.5)
        go_on = lambda: run.run_until(run.time_s + FRAME_S)  # noqa: E731
        yield from pictures(match, view, go_on, frames, floor="stone", floor_z_m=-0.012)


def looking(
    at_m: tuple[float, float, float], *, distance_m: float, azimuth_rad: float, elevation_rad: float
) -> SceneCamera:
    """Return a camera that looks at a point: in the direction of the azimuth, down where negative."""
    level = math.cos(elevation_rad)
    ahead = np.array((level * math.cos(azimuth_rad), level * math.sin(azimuth_rad), math.sin(elevation_rad)))
    target_m = np.array(at_m)
    return SceneCamera(target_m - distance_m * ahead, target_m, FIELD_OF_VIEW_DEG, np.array((0.0, 0.0, 1.0)))


def pictures(
    world: object,
    camera: SceneCamera,
    go_on: Callable[[], None],
    frames: int,
    *,
    floor: FloorFinish = "wood",
    floor_z_m: float = 0.0,
) -> Iterator[Picture]:
    """RGB pixels of one frame after the other, drawn as the studio draws films."""
    width_px, height_px = SIZE_PX
    scene = world.scene(0)
    with ScenePainter(
        scene, width_px=width_px, height_px=height_px, floor=floor, floor_z_m=floor_z_m
    ) as painter:
        for _ in range(frames):
            go_on()
            yield painter.draw(world.scene_poses(world.physics.time_ns), camera)


def nao_walk(*, frames: int = FRAMES) -> Iterator[Picture]:
    """A humanoid steps up to a ball, kicks it and walks on."""
    world = make_demo_world(NaoPlayOptions(), seed=3, is_demo=True)
    configuration = Configuration(DEMO.sections())
    with Run(DEMO, SimulationDriver(world), configuration=configuration, seed=3) as run:
        run.run_until(2.0)
        view = looking((0.55, 0.0, 0.24), distance_m=1.55, azimuth_rad=0.8 * math.pi, elevation_rad=-0.25)
        go_on = lambda: run.run_until(run.time_s + 1.5 * FRAME_S)  # noqa: E731
        yield from pictures(world, view, go_on, frames, floor="felt")


FILMS = {
    "passing": passing,
    "chess": chess_arm,
    "morris": morris_hand,
    "soccer": soccer_goal,
    "nao": nao_walk,
}


def main(target: Path) -> None:
    """Draw four films beside each other, or each one into a file of its own."""
    if target.is_dir():
        for name, film in FILMS.items():
            write_film(target / f"{name}.webp", film(), per_s=1.0 / FRAME_S)
        return
    films = [list(film()) for film in list(FILMS.values())[:4]]
    four = [np.vstack((np.hstack(each[:2]), np.hstack(each[2:]))) for each in zip(*films, strict=True)]
    write_film(target, four, per_s=1.0 / FRAME_S)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "robots-at-play.webp"))
