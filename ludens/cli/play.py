"""`ludens play`: a game in simulation, in the browser or in the terminal."""

import signal
from functools import partial
from pathlib import Path
from typing import Any

import click

from ludens.cli import EXIT_NO
from ludens.cli.games import GameGroup, load_page
from ludens.cli.launching import launch_options, make_launch, open_replay
from ludens.cli.numbers import Number, WholeNumber
from ludens.core.runtime.game import Game
from ludens.studio.recordings import RecordingFolder
from ludens.studio.session import Session
from ludens.studio.status import RunPhase


def play_options() -> list[click.Parameter]:
    """The options of `play` beside the game's own."""
    return [
        *launch_options(),
        click.Option(["--port"], type=WholeNumber(0, 65535), default=8080, show_default=True, help="0: any."),
        click.Option(["--open/--no-open", "open_browser"], default=False, help="Open the page in a browser."),
        click.Option(["--headless"], is_flag=True, help="No browser: a live line in the terminal."),
        click.Option(
            ["--speed"],
            type=Number(0, min_open=True),
            default=1.0,
            show_default=True,
            help="Of time.",
        ),
        click.Option(["--until", "until_s"], type=float, metavar="S", help="End after so long (headless)."),
        click.Option(["--record"], is_flag=True, help="Record from the start."),
        click.Option(
            ["--recordings"],
            type=click.Path(file_okay=False, path_type=Path),
            default=Path("recordings"),
            show_default=True,
            help="Folder of recordings.",
        ),
    ]


def play(game: Game, **values: Any) -> None:
    """Start the game, and show it until Ctrl-C."""
    if values["headless"] and values["setup"] is None and game.unattended:
        values["setup"] = game.unattended
    launch = make_launch(game, values)
    page = load_page(game.name)
    session = Session(
        launch,
        recordings=RecordingFolder(values["recordings"]),
        open_recording=partial(open_replay, known=(launch.setup,)),
    )
    session.set_speed(values["speed"])
    if values["record"]:
        session.record(True)
    if values["headless"]:
        from ludens.studio.headless import follow

        signal.signal(signal.SIGTERM, signal.default_int_handler)  # a polite kill is as good as Ctrl-C
        if follow(page, session, until_s=values["until_s"]).phase is RunPhase.FAILED:
            raise click.exceptions.Exit(EXIT_NO)
        return
    from ludens.studio.web.server import serve

    serve(page, session, port=values["port"], open_browser=values["open_browser"], say=click.echo)


command = GameGroup(
    name="play",
    action=play,
    options=play_options,
    help="Play a game in simulation: opens the studio on this computer and starts at once.",
)
