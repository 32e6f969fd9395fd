"""The command `ludens`: its subcommands, and the one place where an error becomes a sentence.

Importing this file must stay quick: nothing heavier than click.
"""

import logging
import sys
from collections.abc import Sequence

import click

import ludens
from ludens.cli import EXIT_STOPPED, EXIT_USER_ERROR
from ludens.cli.lazy import LazyCommand, LazyGroup
from ludens.core.errors import LudensError

LONGEST_SENTENCE = 2000  # characters; a file that was not written by us may hold a line of any length

COMMANDS = {
    "play": LazyCommand(
        "ludens.cli.play:command", "Play a game in simulation, in the browser or the terminal."
    ),
    "morris": LazyCommand("ludens.cli.morris:command", "Nine Men's Morris: play it, look into it, solve it."),
    "chess": LazyCommand(
        "ludens.cli.chess:command", "Chess: play it in the terminal, look into it, talk with the arm."
    ),
    "soccer": LazyCommand("ludens.cli.soccer:command", "Soccer: try its eyes on pictures, train them anew."),
    "nao": LazyCommand("ludens.cli.nao:command", "The humanoid: offer a simulated one to other programs."),
    "calibrate": LazyCommand(
        "ludens.cli.calibrate:command", "Measure what differs from robot to robot, such as its cameras."
    ),
    "record": LazyCommand("ludens.cli.record:command", "Run a game at full speed into a recording (MCAP)."),
    "replay": LazyCommand("ludens.cli.replay:command", "Run modules again on a recording, and compare."),
    "watch": LazyCommand("ludens.cli.replay:watch", "Look at a recording in the studio."),
    "film": LazyCommand(
        "ludens.cli.film:command", "Draw a recording as a film (GIF, WebP, WebM) or a picture."
    ),
    "config": LazyCommand("ludens.cli.config:command", "Show parameters, their origin and their meaning."),
    "experiment": LazyCommand(
        "ludens.cli.experiment:command",
        "Run many trials and compare the figures with the paper and our goals.",
    ),
    "speech": LazyCommand(
        "ludens.cli.speech:command", "Hearing and speaking: get the model, see what is missing."
    ),
    "doctor": LazyCommand(
        "ludens.cli.doctor:command", "Say what is missing on this machine and how to get it."
    ),
}


@click.group(
    cls=LazyGroup,
    lazy_commands=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="Each command explains itself: ludens COMMAND --help",
)
@click.option("--debug", is_flag=True, help="Show log messages, and where in the code an error came from.")
@click.version_option(ludens.__version__, message="ludens %(version)s")
def command(debug: bool) -> None:
    """Robots that play: in simulation, from recordings and for real."""
    logging.basicConfig(
        level=logging.DEBUG if debug else logging.WARNING, format="%(levelname)s %(name)s: %(message)s"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit; what went wrong is one sentence on standard error."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    try:
        sys.exit(command.main(arguments, prog_name="ludens", standalone_mode=False))
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except LudensError as error:
        if "--debug" in arguments:
            raise
        click.echo(f"ludens: {_in_bounds(str(error))}", err=True)
        sys.exit(EXIT_USER_ERROR)
    except click.Abort:
        click.echo("ludens: stopped.", err=True)
        sys.exit(EXIT_STOPPED)


def _in_bounds(sentence: str) -> str:
    """The sentence, cut where it quotes something without end."""
    return sentence if len(sentence) <= LONGEST_SENTENCE else f"{sentence[: LONGEST_SENTENCE - 1]}…"


if __name__ == "__main__":
    main()
