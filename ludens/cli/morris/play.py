"""`ludens morris play`: Nine Men's Morris against the computer, in the terminal."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from ludens.cli.morris.options import GAMES_FOLDER, endings_option, opened_tables, tables_option
from ludens.cli.morris.positions import game_from_fen
from ludens.core.errors import LudensError
from ludens.core.runtime.clock import RealClock
from ludens.games.morris.rules import Side
from ludens.games.morris.store import GameStore, KeptGame
from ludens.games.morris.terminal.game import TerminalGame
from ludens.games.morris.terminal.opponents import Opponents
from ludens.games.morris.terminal.settings import Settings, read_level
from ludens.games.morris.terminal.table import PlayingTable

DEFAULT_FILE = GAMES_FOLDER / "morris.sqlite"


@click.command("play")
@click.option("--level", help="0 (child) to 10 (perfect), or adaptive: a match for you.  [default: adaptive]")
@click.option(
    "--side", type=click.Choice(["white", "black"]), help="Your side; white begins.  [default: white]"
)
@click.option("--continue", "go_on", is_flag=True, help="Go on with the last game that is not over.")
@click.option("--director/--no-director", default=None, help="Choose the computer's turns too.")
@click.option(
    "--engine", metavar="COMMAND", help="Play against another program that speaks the text protocol."
)
@click.option("--fen", help="Start from this position.")
@tables_option
@endings_option
@click.option("--seed", type=click.IntRange(0), help="Of all dice.  [default: 0]")
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    default=DEFAULT_FILE,
    show_default=True,
    help="Where games are kept, turn by turn.",
)
def command(
    level: str | None,
    side: str | None,
    go_on: bool,
    director: bool | None,
    engine: str | None,
    fen: str | None,
    tables: Path | None,
    endings: bool,
    seed: int | None,
    file: Path,
) -> None:
    """Play Nine Men's Morris against the computer.

    Type turns as d6 (place), d6-d5 (move), d6-d5xb4 (move and take), or 'help'. Every turn is kept at once:
    leave, or be interrupted, at any moment, and go on with --continue.
    """
    if go_on and fen is not None:
        raise click.UsageError("--continue goes on with a kept game and --fen starts another: choose one.")
    start = None if fen is None else game_from_fen(fen)
    store = GameStore(file)
    kept = _kept_game(store) if go_on else None
    settings = _settings(kept, level=level, side=side, director=director, engine=engine, seed=seed)
    clock = RealClock()
    console = Console(highlight=False)
    with (
        opened_tables(tables, endings=endings, beside=file.parent, clock=clock) as known,
        closing(Opponents(tables=known, clock=clock, store=store)) as opponents,
    ):
        table = PlayingTable(store, opponents, settings, kept=kept, start=start)
        try:
            TerminalGame(table, console, console.input).run()
        finally:
            kept_in = f"Your games are kept in {file}; --continue goes on with the last."
            console.print(Text(kept_in, style="dim"))


def _kept_game(store: GameStore) -> KeptGame:
    kept = store.last_unfinished()
    if kept is None:
        raise LudensError(f"There is no unfinished game in {store.path}; leave out --continue to start one.")
    return kept


def _settings(
    kept: KeptGame | None,
    *,
    level: str | None,
    side: str | None,
    director: bool | None,
    engine: str | None,
    seed: int | None,
) -> Settings:
    """Those of the kept game, if there is one, with what was asked for now."""
    settings = Settings() if kept is None else Settings.from_text(kept.settings)
    if level is not None:
        # Who asks for a level wants our player, also in a game that was begun against another program.
        settings = replace(settings, level=read_level(level), engine="")
    if side is not None:
        settings = replace(settings, side=Side(side))
    if director is not None:
        settings = replace(settings, director=director)
    if engine is not None:
        settings = replace(settings, engine=engine)
    return settings if seed is None else replace(settings, seed=seed)
