"""`ludens film`: a recording as a film, or one moment of it as a picture."""

from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from ludens.cli.games import load_page
from ludens.cli.numbers import Number, WholeNumber
from ludens.core.errors import LudensError, did_you_mean
from ludens.core.recording import Recording
from ludens.core.runtime.clock import nanoseconds
from ludens.messages import SceneDescription, ScenePoses
from ludens.studio.film.eyes import RecordedEyes
from ludens.studio.film.files import check_ending, write_film
from ludens.studio.film.film import USUAL_PER_S, FilmPlan, pictures_of
from ludens.studio.page import StudioPage, Viewpoint
from ludens.studio.recorded_run import SCENE

EVERYTHING = Viewpoint(name="All", icon="center_focus_strong")
SPARE_S = 0.2  # a look at the world just before and after, to glide from and to


@click.command("film")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--from", "from_s", type=Number(0), default=0.0, metavar="S", help="Second of the run.")
@click.option("--to", "to_s", type=Number(0), metavar="S", help="Until when; by default until the end.")
@click.option("--view", help="From where: a view of the game's page, such as 'Above'; the first by default.")
@click.option("--robot", default="", help="Where there are several: whom the view goes along with.")
@click.option("--speed", type=Number(0, min_open=True), default=1.0, show_default=True, help="Of time.")
@click.option("--width", type=WholeNumber(64, 1920), default=640, show_default=True, help="Pixels.")
@click.option("--height", type=WholeNumber(64, 1200), default=400, show_default=True, help="Pixels.")
@click.option("--pictures", "per_s", type=Number(0, min_open=True), default=USUAL_PER_S, help="A second.")
@click.option("--eyes", is_flag=True, help="Beside it what the robot's cameras saw, and what it did.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="NAME.gif, .webp, .webm, or .png for one picture; by default FILE.gif.",
)
def command(
    file: Path,
    from_s: float,
    to_s: float | None,
    view: str | None,
    robot: str,
    speed: float,
    width: int,
    height: int,
    per_s: float,
    eyes: bool,
    out: Path | None,
) -> None:
    """Draw a recorded FILE as a film: the scene, without a browser."""
    target = out if out is not None else file.with_suffix(".gif")
    check_ending(target)
    with Recording.open(file) as recording:
        page = load_page(recording.metadata.game).of(recording.metadata.setup)
        end_s = recording.duration_s
        if from_s > end_s:
            raise LudensError(f"{file} ends after {end_s:.1f} s; a film cannot begin at {from_s:g} s.")
        plan = FilmPlan(
            from_s=from_s,
            to_s=from_s if target.suffix == ".png" else min(end_s, end_s if to_s is None else to_s),
            view=_view(page, view),
            robot=robot or next((known.name for known in recording.robots if known.name), page.robot_entity),
            size_px=(width, height),
            per_s=per_s,
            speed=speed,
        )
        scene, poses = scene_of(recording, plan)
        seen = RecordedEyes(recording, robot=robot, from_s=plan.from_s, to_s=plan.to_s) if eyes else None
        with Progress(console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task("drawing", total=len(plan.times_s()))
            pictures = pictures_of(
                plan,
                scene,
                poses,
                page,
                decorate=None if seen is None else seen.beside,
                progress=lambda drawn, _total: progress.update(task, completed=drawn),
            )
            count = write_film(target, pictures, per_s=per_s)
    size_mb = target.stat().st_size / 1e6
    click.echo(f"{target}: {count} picture{'' if count == 1 else 's'}, {size_mb:.1f} MB.")


def _view(page: StudioPage, name: str | None) -> Viewpoint:
    views = page.views or (EVERYTHING,)
    if name is None:
        return views[0]
    known = {view.name.lower(): view for view in views}
    if name.lower() not in known:
        raise LudensError(f"There is no view '{name}'; {did_you_mean(name.lower(), known)}")
    return known[name.lower()]


def scene_of(recording: Recording, plan: FilmPlan) -> tuple[SceneDescription, list[ScenePoses]]:
    """The world, and where everything was during the film."""
    before = recording.items_at(nanoseconds(plan.from_s), names=SCENE)
    keys = {item.key for item in before if item.content.name == ScenePoses.__qualname__}
    known = [item.decode() for item in before]
    scene = next((message for message in known if isinstance(message, SceneDescription)), None)
    if scene is None:
        raise LudensError(f"{recording.path} shows no scene: a real robot was recorded, not a simulated one.")
    poses = [message for message in known if isinstance(message, ScenePoses)]
    later = recording.items_of(
        keys, from_ns=nanoseconds(plan.from_s) + 1, to_ns=nanoseconds(plan.to_s + SPARE_S)
    )
    return scene, [*poses, *(item.decode() for item in later)]
