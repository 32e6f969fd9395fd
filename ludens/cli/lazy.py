"""A group of commands, each imported only when it is asked for, so that `--help` answers at once."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

import ludens
from ludens.core.errors import did_you_mean
from ludens.experiments.importing import load_object


@dataclass(frozen=True, slots=True)
class LazyCommand:
    """Where a command is found, as `package.module:name`, and the line about it in the help of its group."""

    import_string: str
    summary: str


def summary_of(import_string: str, *, part: str = "summary") -> str:
    """Return the `summary` or `title` of an object, read from its source where it stands there as a text.

    Half of the house would be imported otherwise, only to list what there is.
    """
    module_name, _, name = import_string.partition(":")
    source = Path(ludens.__file__).parent.parent / (module_name.replace(".", "/") + ".py")
    for statement in ast.parse(source.read_bytes()).body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=made)], value=ast.Call(keywords=given)) if made == name:
                for keyword in given:
                    if keyword.arg == part and isinstance(keyword.value, ast.Constant):
                        return str(keyword.value.value)
    return str(getattr(load_object(import_string), part, ""))


def write_summaries(formatter: click.HelpFormatter, places: Mapping[str, str]) -> None:
    """Write the section of commands by where each one's object is made, as `package.module:name`."""
    with formatter.section("Commands"):
        formatter.write_dl([(name, summary_of(place)) for name, place in places.items()])


class LazyGroup(click.Group):
    """A click group that knows its commands by name and loads each on its own."""

    def __init__(self, *args: Any, lazy_commands: Mapping[str, LazyCommand], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lazy_commands = dict(lazy_commands)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.lazy_commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        if cmd_name not in self.lazy_commands:
            hint = did_you_mean(cmd_name, self.lazy_commands)
            raise click.UsageError(f"There is no command '{cmd_name}'; {hint}", ctx)
        command = load_object(self.lazy_commands[cmd_name].import_string)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, lazy.summary) for name, lazy in self.lazy_commands.items()])
