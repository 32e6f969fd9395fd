"""What `ludens chess play` and `ludens morris play` share: options, the file of games, and the evening."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from ludens.cli.kept_at_home import file_of
from ludens.cli.numbers import WholeNumber
from ludens.core.errors import LudensError
from ludens.table.board_game import BoardGame, RecordT, TurnT
from ludens.table.kept_games import GameStore, KeptGame
from ludens.table.terminal import TerminalGame, imported_game
from ludens.table.terminal_table import ComputerPlayer, TerminalSettings, TerminalTable

GAMES_FOLDER = Path("recordings")
PLAYERS = click.Choice(["text", "engine"])


def terminal_options(game: str, *, levels: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The options of a game in the terminal; `levels` explains them."""
    options = [
        click.option("--white", type=PLAYERS, help="text: you, typed here; engine.  [default: text]"),
        click.option("--black", type=PLAYERS, help="Likewise: two texts: you alone; two engines: watch."),
        click.option("--level", help=levels),
        click.option("--engine", metavar="COMMAND", help="Another program that plays for the engine."),
        click.option("--fen", help="Start from this position."),
        click.option("--import", "imported", metavar="FILE", help="Go on with the game in this file."),
        click.option("--resume", is_flag=True, help="Go on with the last game that is not over."),
        click.option(
            "--games",
            type=click.Path(dir_okay=False, path_type=Path),
            default=file_of(game, GAMES_FOLDER),
            show_default=True,
            help="File in which games are kept as they are played.",
        ),
        click.option("--seed", type=WholeNumber(0), help="Of all dice.  [default: 0]"),
    ]

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def play_in_terminal(
    game: BoardGame[RecordT, TurnT],
    terminal: type[TerminalGame[RecordT, TurnT]],
    make_computer: Callable[[GameStore[RecordT]], ComputerPlayer[RecordT, TurnT]],
    values: dict[str, Any],
) -> None:
    """Play until the person leaves. `values` are those of `terminal_options`."""
    if sum((values["resume"], values["fen"] is not None, values["imported"] is not None)) > 1:
        raise click.UsageError("--resume, --fen and --import each say where the game begins: choose one.")
    start = None
    if values["fen"] is not None:
        start = game.position(values["fen"])
    elif values["imported"] is not None:
        start = imported_game(game, values["imported"])
    store = GameStore(values["games"], game)
    kept = _kept_game(store) if values["resume"] else None
    console = Console(highlight=False)
    with closing(make_computer(store)) as computer:
        settings = _settings(computer, kept, values)
        table = TerminalTable(store, game, computer, settings, kept=kept, start=start)
        try:
            terminal(table, console, console.input).run()
        finally:
            kept_in = f"Your games are kept in {store.path}; --resume goes on with the last."
            console.print(Text(kept_in, style="dim"))


def _kept_game(store: GameStore[RecordT]) -> KeptGame[RecordT]:
    kept = store.last_unfinished()
    if kept is None:
        raise LudensError(f"There is no unfinished game in {store.path}; leave out --resume to start one.")
    return kept


def _settings(
    computer: ComputerPlayer[RecordT, TurnT], kept: KeptGame[RecordT] | None, values: dict[str, Any]
) -> TerminalSettings:
    """Those of the kept game, if there is one, with what was asked for now."""
    settings = TerminalSettings(level=computer.usual_level)
    if kept is not None:
        settings = TerminalSettings.kept(kept.settings, usual_level=computer.usual_level)
        settings = replace(settings, level=computer.level_from(settings.level))
    white, black = values["white"], values["black"]
    if kept is None and (white is None) != (black is None):  # the other side is the other kind of player
        white = white or ("engine" if black == "text" else "text")
        black = black or ("engine" if white == "text" else "text")
    wanted: dict[str, Any] = {"white": white, "black": black, "seed": values["seed"]}
    if values["level"] is not None:
        # Who asks for a level wants our player, also in a game that was begun against another program.
        wanted |= {"level": computer.level_from(values["level"]), "engine": ""}
    if values["engine"] is not None:
        wanted["engine"] = values["engine"]
    return replace(settings, **{name: value for name, value in wanted.items() if value is not None})
