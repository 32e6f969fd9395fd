"""`ludens play`: a game in simulation, in the browser or in the terminal."""

import signal
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from ludens.cli import EXIT_NO
from ludens.cli.games import GAMES, HOME, GameGroup, load_game, load_page
from ludens.cli.kept_at_home import kept_by_itself, unfinished
from ludens.cli.launching import (
    game_of_recording,
    launch_options,
    make_launch,
    open_replay,
    own_command,
    shown_of,
    usual_launch,
)
from ludens.cli.lazy import summary_of
from ludens.cli.numbers import Number, RunSpeed, WholeNumber
from ludens.cli.typed_stop import hear_typed_stops
from ludens.core.runtime.game import Game, Launch
from ludens.studio.recordings import RecordingFolder
from ludens.studio.session import Session
from ludens.studio.stage import GameStage, OfferedGame, Programme
from ludens.studio.status import RunPhase


def studio_options() -> list[click.Parameter]:
    """The options of the studio itself, whatever is played."""
    return [
        click.Option(["--port"], type=WholeNumber(0, 65535), default=8080, show_default=True, help="0: any."),
        click.Option(["--open/--no-open", "open_browser"], default=False, help="Open the page in a browser."),
        click.Option(
            ["--recordings"],
            type=click.Path(file_okay=False, path_type=Path),
            default=Path("recordings"),
            show_default=True,
            help="Folder of recordings.",
        ),
    ]


def play_options() -> list[click.Parameter]:
    """The options of `play` beside the game's own."""
    return [
        *launch_options(),
        *studio_options(),
        click.Option(["--headless"], is_flag=True, help="No browser: a live line in the terminal."),
        click.Option(
            ["--speed"],
            type=RunSpeed(),
            default=1.0,
            show_default=True,
            help="Of time, or max.",
        ),
        click.Option(
            ["--until", "until_s"], type=Number(0), metavar="S", help="End after so long (headless)."
        ),
        click.Option(["--record"], is_flag=True, help="Record from the start."),
    ]


def programme_of(recordings: RecordingFolder) -> Programme:
    """All games, as the studio's home page offers them."""

    def offer(name: str) -> OfferedGame:
        place = GAMES[name].game
        return OfferedGame(
            name=name,
            title=summary_of(place, part="title"),
            summary=summary_of(place),
            load=lambda: (load_game(name), load_page(name)),
            can_be_watched=GAMES[name].has_person,
        )

    def make_session(launch: Launch) -> Session:
        opener = partial(open_replay, known=(launch.setup,))
        return Session(launch, recordings=recordings, open_recording=opener, shown=shown_of(launch))

    def launch(game: Game, options: Any, seed: int) -> Launch:
        return usual_launch(game, kept_by_itself(options, game.name, recordings.folder), seed)

    return Programme(
        games=tuple(map(offer, GAMES)),
        make_launch=launch,
        make_session=make_session,
        game_of_recording=game_of_recording,
        recordings=recordings,
        unfinished=lambda: unfinished(
            {name: place.turn_word for name, place in GAMES.items() if place.turn_word}, recordings.folder
        ),
    )


def show_home(port: int, open_browser: bool, recordings: Path) -> None:
    """Show every game on one page, and play what is chosen there."""
    from ludens.studio.web.server import serve

    click.echo("Starting the studio …")
    stage = GameStage(programme_of(RecordingFolder(recordings)), command=own_command())
    hear_typed_stops(lambda: stage.session, click.echo)
    serve(
        stage,
        port=port,
        open_browser=open_browser,
        say=click.echo,
    )


def play(game: Game, /, **values: Any) -> None:
    """Start the game, and show it until Ctrl-C."""
    if values["headless"] and values["setup"] is None and game.unattended:
        values["setup"] = game.unattended
    programme = programme_of(RecordingFolder(values["recordings"]))
    launch = make_launch(game, values)
    if not values["headless"]:
        launch = replace(launch, options=kept_by_itself(launch.options, game.name, values["recordings"]))
    session = programme.make_session(launch)
    page = load_page(game.name)
    reads_terminal = game.reads_terminal is not None and game.reads_terminal(launch.options)
    session.set_speed(values["speed"])
    if values["record"]:
        session.record(True)
    if values["headless"]:
        from ludens.studio.headless import follow

        signal.signal(signal.SIGTERM, signal.default_int_handler)  # a polite kill is as good as Ctrl-C
        if not reads_terminal:
            hear_typed_stops(lambda: session, click.echo)
        if follow(page, session, until_s=values["until_s"]).phase is RunPhase.FAILED:
            raise click.exceptions.Exit(EXIT_NO)
        return
    from ludens.studio.web.server import serve

    stage = GameStage.of(page, session, programme, command=own_command())
    if not reads_terminal:
        hear_typed_stops(lambda: stage.session, click.echo)
    serve(stage, port=values["port"], open_browser=values["open_browser"], say=click.echo)


command = GameGroup(
    name="play",
    action=play,
    options=play_options,
    home=click.Command(HOME, callback=show_home, params=studio_options(), help="All games on one page."),
    help="Play a game in simulation: opens the studio on this computer and starts at once.",
    says_start=True,
)
