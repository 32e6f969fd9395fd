"""`ludens replay` and `ludens watch`: the modules run again on a recording, compared or looked at."""

from functools import partial
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from ludens.cli.games import load_page
from ludens.cli.launching import open_replay, own_command, recorded_launch, shown_of
from ludens.cli.numbers import Number, RunSpeed, WholeNumber
from ludens.core.errors import LudensError
from ludens.core.recording import Comparison, ComparisonResult, Recording, recover
from ludens.drivers.replay import ReplayDriver
from ludens.studio.recordings import RecordingFolder
from ludens.studio.session import Session
from ludens.studio.stage import GameStage

EXIT_DIFFERENT = 1


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--compare", is_flag=True, help="Compare with what was recorded; exit code 1 if it differs.")
@click.option("--tolerance", type=Number(0), default=0.0, show_default=True, help="Of numbers compared.")
@click.option("--setup", help="Run another setup on it: a setup of the game, or your own FILE.py:NAME.")
@click.option("--set", "overrides", multiple=True, metavar="SECTION.KEY=VALUE", help="Set a parameter.")
@click.option("--robot", help="One robot of several alone: only its modules run, on what it was delivered.")
@click.option("--recover", "recover_to", is_flag=True, help="Only rebuild a cut-off file beside it.")
def command(
    file: Path,
    compare: bool,
    tolerance: float,
    setup: str | None,
    overrides: tuple[str, ...],
    robot: str | None,
    recover_to: bool,
) -> None:
    """Run a setup again on a recorded FILE; look at one with `ludens watch FILE`."""
    if recover_to:
        click.echo(f"Rebuilt as {recover(file)}.")
        return
    with Recording.open(file) as recording:
        if recording.warning is not None:
            click.echo(f"ludens: {recording.warning}", err=True)
        if robot is not None:
            recording.keep_only(robot)
        launch = recorded_launch(recording.metadata, setup=setup, overrides=overrides, robot=robot)
        comparison = Comparison(recording, tolerance=tolerance)
        observers = [comparison] if compare else []
        run = launch.start(driver=ReplayDriver(recording), observers=observers)
        run.repeat_edits(recording.edits())
        try:
            with Progress(console=Console(stderr=True), transient=True) as progress:
                task = progress.add_task("replaying", total=recording.duration_s)
                while run.step() is not None:
                    progress.update(task, completed=run.time_s)
        finally:
            run.stop("The recording is over.")
        click.echo(
            f"{file}: {recording.duration_s:.1f} s of '{launch.setup.name}'"
            f"{'' if robot is None else f', {robot} alone'}, "
            f"{run.faults.total} faults in the replay."
        )
        if compare:
            _tell(comparison.result())


def _tell(result: ComparisonResult) -> None:
    if result.same and result.compared == 0:
        raise LudensError(
            "There is nothing to compare: no message of the recording could be read that a module had made."
        )
    if result.same:
        click.echo(f"No difference in {result.compared} messages.")
        return
    table = Table("topic", "same", "different", "missing", "extra")
    for topic in result.topics:
        table.add_row(topic.name, *map(str, (topic.same, topic.different, topic.missing, topic.extra)))
    Console().print(table)
    for sentence in result.differences:
        click.echo(sentence)
    if result.compared == 0:
        raise LudensError("Nothing of the recording was produced again; is it the right setup?")
    click.get_current_context().exit(EXIT_DIFFERENT)


@click.command("watch")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--port", type=WholeNumber(0, 65535), default=8080, show_default=True, help="0: any.")
@click.option("--open/--no-open", "open_browser", default=False, help="Open the page in a browser.")
@click.option("--speed", type=RunSpeed(), default=1.0, show_default=True, help="Of time, or max.")
@click.option("--setup", help="Run another setup on it: a setup of the game, or your own FILE.py:NAME.")
def watch(file: Path, port: int, open_browser: bool, speed: float, setup: str | None) -> None:
    """Look at a recorded FILE in the studio: time bar, speed, all panels."""
    replay = open_replay(file, setup=setup)
    replay.close()
    again = partial(open_replay, setup=replay.launch.setup) if setup is not None else open_replay
    from ludens.studio.web.server import serve

    session = Session(
        replay.launch,
        recordings=RecordingFolder(file.parent),
        open_recording=again,
        shown=shown_of(replay.launch),
    )
    session.set_speed(speed)
    session.replay(file)
    stage = GameStage.of(load_page(replay.launch.game.name), session, command=own_command())
    serve(stage, port=port, open_browser=open_browser, say=click.echo)
