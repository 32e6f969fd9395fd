"""`ludens watch`: a recording in the studio."""

from functools import partial
from pathlib import Path

import click

from ludens.cli.games import load_page
from ludens.cli.launching import open_replay
from ludens.studio.recordings import RecordingFolder
from ludens.studio.session import Session


@click.command("watch")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--port", type=click.IntRange(0, 65535), default=8080, show_default=True, help="0: any.")
@click.option("--open/--no-open", "open_browser", default=False, help="Open the page in a browser.")
@click.option(
    "--speed", type=click.FloatRange(0, min_open=True), default=1.0, show_default=True, help="Of time."
)
@click.option("--setup", help="Run another setup on it: a setup of the game, or your own FILE.py:NAME.")
def command(file: Path, port: int, open_browser: bool, speed: float, setup: str | None) -> None:
    """Look at a recorded FILE in the studio: time bar, speed, all panels."""
    replay = open_replay(file, setup=setup)
    replay.close()
    again = partial(open_replay, setup=replay.launch.setup) if setup is not None else open_replay
    from ludens.studio.web.server import serve

    session = Session(replay.launch, recordings=RecordingFolder(file.parent), open_recording=again)
    session.set_speed(speed)
    session.replay(file)
    serve(load_page(replay.launch.game.name), session, port=port, open_browser=open_browser, say=click.echo)
