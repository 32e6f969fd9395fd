"""`ludens chess play`: chess against the computer, in the terminal."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from ludens.cli.chess.positions import position_from
from ludens.core.errors import LudensError
from ludens.core.runtime.clock import RealClock
from ludens.games.chess.decide.levels import level_from
from ludens.games.chess.rules.record import ChessRecord
from ludens.games.chess.store import GameStore, KeptGame
from ludens.games.chess.terminal.game import TerminalGame
from ludens.games.chess.terminal.game_files import read_game
from ludens.games.chess.terminal.settings import Settings
from ludens.games.chess.terminal.table import PlayingTable

DEFAULT_FILE = Path("recordings") / "chess.sqlite"


@click.command("play")
@click.option("--level", help="0 (child) to 10 (strongest), by number or name.  [default: 5]")
@click.option(
    "--colour",
    type=click.Choice(["white", "black", "both", "none"]),
    help="Your side; both: alone at the board, none: watch.  [default: white]",
)
@click.option(
    "--engine", metavar="COMMAND", help="Play against a UCI engine, such as stockfish; ours stands by."
)
@click.option("--continue", "go_on", is_flag=True, help="Go on with the last game that is not over.")
@click.option("--fen", help="Start from this position.")
@click.option("--pgn", "pgn", metavar="FILE", help="Go on with the game in this file.")
@click.option("--seed", type=click.IntRange(0), help="Of all dice.  [default: 0]")
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    default=DEFAULT_FILE,
    show_default=True,
    help="Where games are kept, move by move.",
)
def command(
    level: str | None,
    colour: str | None,
    engine: str | None,
    go_on: bool,
    fen: str | None,
    pgn: str | None,
    seed: int | None,
    file: Path,
) -> None:
    """Play chess against the computer.

    Type moves as e4, Nf3, exd5, O-O, e8=Q or g1f3, or 'help'. Every move is kept at once: leave, or be
    interrupted, at any moment, and go on with --continue.
    """
    if sum((go_on, fen is not None, pgn is not None)) > 1:
        raise click.UsageError("--continue, --fen and --pgn each say where the game begins: choose one.")
    start = None
    if fen is not None:
        start = ChessRecord(position_from(fen).fen())
    elif pgn is not None:
        start = read_game(pgn)
    store = GameStore(file)
    kept = _kept_game(store) if go_on else None
    settings = _settings(kept, level=level, colour=colour, engine=engine, seed=seed)
    console = Console(highlight=False)
    with closing(PlayingTable(store, settings, clock=RealClock(), kept=kept, start=start)) as table:
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
    kept: KeptGame | None, *, level: str | None, colour: str | None, engine: str | None, seed: int | None
) -> Settings:
    """Those of the kept game, if there is one, with what was asked for now."""
    settings = Settings() if kept is None else Settings.from_text(kept.settings)
    if level is not None:
        settings = replace(settings, level=level_from(level))
    if colour is not None:
        settings = replace(settings, person=colour)
    if engine is not None:
        settings = replace(settings, engine=engine)
    return settings if seed is None else replace(settings, seed=seed)
