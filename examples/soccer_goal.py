"""Films a whole golden goal, from the kick-off on: the field, what both cameras see, what the robot does.

python examples/soccer_goal.py docs/pictures/soccer-goal.webp 2

The same from the terminal: `ludens record soccer --golden-goal --seed 2 --duration 60`, then `ludens film`.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from ludens.cli.film import scene_of
from ludens.core.configuration import Configuration
from ludens.core.recording import Recorder, Recording, RecordingMetadata
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.games.soccer.page import PAGE
from ludens.games.soccer.setups import STRIKER
from ludens.games.soccer.world import SoccerMatch, SoccerMatchOptions
from ludens.studio.film.eyes import RecordedEyes
from ludens.studio.film.files import write_film
from ludens.studio.film.film import FilmPlan, pictures_of

SIZE_PX = (512, 384)
FRAME_S, QUICKER = 0.1, 3.0  # a frame's time, and how much faster than life it is
BEGIN_S, AFTER_S = 11.0, 3.0  # until then it calibrates its cameras; and after the goal
LONGEST_S = 90.0


def record(path: Path, seed: int, *, longest_s: float = LONGEST_S) -> float:
    """Play until a goal has fallen, into a recording; return how long that took."""
    match = SoccerMatch(SoccerMatchOptions(golden_goal=True), seed=seed)
    driver = SimulationDriver(match)
    metadata = RecordingMetadata(robots=driver.robots, setup=STRIKER.name, seed=seed, game="soccer")
    recorder = Recorder(path, metadata)
    configuration = Configuration(STRIKER.sections())
    with Run(STRIKER, driver, configuration=configuration, seed=seed, observers=[recorder]) as run:
        recorder.watch(run.hub, PAGE.shown_streams())
        while match.referee.over_ns is None and run.time_s < longest_s:
            run.run_until(run.time_s + 1.0)
        run.run_until(run.time_s + AFTER_S)
        return run.time_s


def main(target: Path, seed: int, *, longest_s: float = LONGEST_S) -> int:
    """Write the film; return how many pictures it has."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "goal.mcap")
        end_s = record(path, seed, longest_s=longest_s)
        plan = FilmPlan(
            from_s=min(BEGIN_S, end_s - 1.0),
            to_s=end_s,
            view=PAGE.views[0],
            robot="nao",
            size_px=SIZE_PX,
            per_s=1.0 / FRAME_S,
            speed=QUICKER,
        )
        with Recording.open(path) as recording:
            eyes = RecordedEyes(recording, robot="", from_s=plan.from_s, to_s=plan.to_s)
            scene, poses = scene_of(recording, plan)
            pictures = pictures_of(plan, scene, poses, PAGE, decorate=eyes.beside)
            return write_film(target, pictures, per_s=plan.per_s)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    main(Path(arguments[0] if arguments else "soccer-goal.webp"), int(arguments[1]) if arguments[1:] else 2)
