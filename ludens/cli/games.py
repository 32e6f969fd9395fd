"""The games, in one visible list, and commands that take a game: `ludens play passing --noise harsh`.

The options of a game's world are made from its own declaration. Without a name the first game is meant.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import click
import msgspec

from ludens.cli.lazy import summary_of, write_summaries
from ludens.cli.numbers import Number, WholeNumber
from ludens.core.errors import LudensError, did_you_mean
from ludens.core.runtime.game import Game
from ludens.experiments.importing import load_object
from ludens.experiments.tables import UNITS
from ludens.studio.page import StudioPage


@dataclass(frozen=True, slots=True)
class GamePlace:
    """Where a game and its page are found."""

    game: str
    page: str
    has_person: bool = False  # simulated, in whose place somebody may play
    turn_word: str = ""  # what a step of a game at a board is called, whose games are kept


HOME = "home"
GAMES = {
    "passing": GamePlace("ludens.games.passing.play:GAME", "ludens.games.passing.page:PAGE"),
    "chess": GamePlace(
        "ludens.games.chess.play:GAME", "ludens.games.chess.page:PAGE", has_person=True, turn_word="move"
    ),
    "morris": GamePlace(
        "ludens.games.morris.play:GAME", "ludens.games.morris.page:PAGE", has_person=True, turn_word="turn"
    ),
    "soccer": GamePlace("ludens.games.soccer.play:GAME", "ludens.games.soccer.page:PAGE"),
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
        self,
        *,
        action: Callable[..., None],
        options: Callable[[], list[click.Parameter]],
        home: click.Command | None = None,
        says_start: bool = False,
        **kwargs: Any,
    ) -> None:
        first = next(iter(GAMES))
        unnamed = first if home is None else f"all games on one page, or {first} where options are its own"
        super().__init__(
            subcommand_metavar="[GAME] [OPTIONS]",
            epilog=f"Without GAME: {unnamed}. Options of a game: ludens {kwargs['name']} GAME --help",
            no_args_is_help=False,
            **kwargs,
        )
        self._action = action
        self._make_options = options
        self._home = home  # what is done where no game and only its options are named
        self._says_start = says_start  # before a game is loaded, which takes seconds

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put in what is meant where no game is named."""
        asks_for_help = bool(args) and args[0] in ("-h", "--help")
        if not asks_for_help and (not args or args[0].startswith("-")):
            at_home = self._home is not None and _understands(self._home, args)
            args = [HOME if at_home else next(iter(GAMES)), *args]
        if self._says_start and args[0] in GAMES and not {"-h", "--help"} & set(args):
            click.echo(f"Starting {summary_of(GAMES[args[0]].game, part='title')} …", err=True)
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(GAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        if cmd_name == HOME and self._home is not None:
            return self._home
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

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        write_summaries(formatter, {name: place.game for name, place in GAMES.items()})


def _understands(command: click.Command, args: list[str]) -> bool:
    try:
        command.make_parser(click.Context(command)).parse_args(list(args))
    except click.NoSuchOption:
        return False
    except click.UsageError:  # its own option, written wrongly: it says so itself
        return True
    return True


def generated_options(options_type: type[Any]) -> list[click.Option]:
    """One option per field, in their order."""
    hints = get_type_hints(options_type, include_extras=True)
    return [_option(field, hints[field.name]) for field in fields(options_type)]


def read_options(options_type: type[Any], values: Mapping[str, Any]) -> Any:
    """The dataclass made from what the command line gave; takes only the values that are its fields."""
    own = {field.name: values[field.name] for field in fields(options_type)}
    try:
        return msgspec.convert(own, options_type)
    except msgspec.ValidationError as error:
        raise LudensError(f"The options do not fit: {error}.") from error


def _option(field: Field[Any], hint: Any) -> click.Option:
    plain, metas = _split(hint)
    if field.default is MISSING or not metas:
        raise TypeError(f"Option '{field.name}' needs a default and a msgspec.Meta with a description.")
    stem, _, suffix = field.name.rpartition("_")
    has_unit = bool(stem) and suffix in UNITS
    flag = "--" + (stem if has_unit else field.name).replace("_", "-")
    return click.Option(
        [f"{flag}/--no-{flag[2:]}" if plain is bool else flag, field.name],
        type=_parameter_type(plain, metas[0]),
        default=field.default,
        show_default=True,
        metavar=suffix.upper() if has_unit else None,
        help=next((meta.description for meta in metas if meta.description), None),
    )


def _split(hint: Any) -> tuple[Any, list[msgspec.Meta]]:
    """The type itself and all of msgspec's annotations, whether `| None` stands inside or outside of them."""
    if get_origin(hint) in (Union, UnionType):
        return _split(next(choice for choice in get_args(hint) if choice is not NoneType))
    if get_origin(hint) is not Annotated:
        return hint, []
    inner, *annotations = get_args(hint)
    plain, metas = _split(inner)
    return plain, metas + [meta for meta in annotations if isinstance(meta, msgspec.Meta)]


def _parameter_type(plain: Any, meta: msgspec.Meta) -> Any:
    if get_origin(plain) is Literal:
        return click.Choice(list(get_args(plain)))
    if plain is bool:
        return click.BOOL
    if plain is str:
        return click.STRING
    if plain in (int, float):
        lowest: Any = meta.gt if meta.ge is None else meta.ge
        highest: Any = meta.lt if meta.le is None else meta.le
        kind = WholeNumber if plain is int else Number
        return kind(lowest, highest, min_open=meta.gt is not None, max_open=meta.lt is not None)
    raise TypeError(f"The command line cannot ask for a value of type {plain}.")
