"""The games, in one visible list, and commands that take a game: `ludens play passing --noise harsh`.

The options of a game's world are made from its own declaration. Without a name the first game is meant.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click

from ludens.cli.generated_options import generated_options
from ludens.core.errors import did_you_mean
from ludens.core.runtime.game import Game
from ludens.experiments.importing import load_object
from ludens.studio.page import StudioPage


@dataclass(frozen=True, slots=True)
class GamePlace:
    """Where a game and its page are found."""

    game: str
    page: str


GAMES = {
    "passing": GamePlace("ludens.games.passing.play:GAME", "ludens.games.passing.page:PAGE"),
    "chess": GamePlace("ludens.games.chess.play:GAME", "ludens.games.chess.page:PAGE"),
    "morris": GamePlace("ludens.games.morris.play:GAME", "ludens.games.morris.page:PAGE"),
    "nao": GamePlace("ludens.workbench.play:GAME", "ludens.workbench.page:PAGE"),
}


def load_game(name: str) -> Game:
    """A game by its name."""
    if name not in GAMES:
        raise click.UsageError(f"There is no game '{name}'; {did_you_mean(name, GAMES)}")
    game = load_object(GAMES[name].game)
    assert isinstance(game, Game)
    return game


def load_page(name: str) -> StudioPage:
    """The page of a game in the studio."""
    page = load_object(GAMES[name].page)
    assert isinstance(page, StudioPage)
    return page


class GameGroup(click.Group):
    """One subcommand a game, with the options of its world behind those of the command."""

    def __init__(
        self, *, action: Callable[..., None], options: Callable[[], list[click.Parameter]], **kwargs: Any
    ) -> None:
        super().__init__(
            subcommand_metavar="[GAME] [OPTIONS]",
            epilog=f"Without GAME: {next(iter(GAMES))}. Its options: ludens {kwargs['name']} GAME --help",
            no_args_is_help=False,
            **kwargs,
        )
        self._action = action
        self._make_options = options

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the first game in where none is named."""
        asks_for_help = bool(args) and args[0] in ("-h", "--help")
        if not asks_for_help and (not args or args[0].startswith("-")):
            args = [next(iter(GAMES)), *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(GAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        game = load_game(cmd_name)
        own = generated_options(type(game.options))
        for option in own:
            option.default = getattr(game.options, option.name or "")
        return click.Command(
            cmd_name,
            callback=lambda **values: self._action(game, **values),
            params=[*self._make_options(), *own],
            help=game.summary,
        )
