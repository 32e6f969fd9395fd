"""`ludens soccer referee`: a GameController without a window, for anybody's robots."""

import sys
from pathlib import Path

import click

from ludens.cli.numbers import Number, WholeNumber
from ludens.cli.stopping import stopped_by_signals
from ludens.core.errors import LudensError
from ludens.core.runtime.clock import RealClock
from ludens.drivers.league.control_data import VERSIONS
from ludens.drivers.league.udp import LOOPBACK, LeagueNetwork
from ludens.games.soccer.referee.controller import GameController
from ludens.games.soccer.referee.orders import ORDERS, REASONS, SHORT, read_script
from ludens.games.soccer.referee.routine import RefereeRoutine
from ludens.games.soccer.referee.server import RefereeServer
from ludens.games.soccer.rules.match import MatchTimes, RuleError, new_match

LETTERS = {word: letter for letter, word in SHORT.items()}


def _order_lines() -> str:
    """All orders as they are written, with their letters."""
    written = [
        f"    {' '.join((word, *order.words.split())):36}{LETTERS.get(word, '')}".rstrip()
        for word, order in ORDERS.items()
    ]
    return "\n".join(written)


HELP = f"""Be the GameController of two teams: a headless referee for anybody's robots.

Control data of the rules of 2019 goes out twice a second, robots that answer are shown as alive, late or
offline, and monitors are served. Nothing leaves this computer unless --address is given.

Type an order and Enter, or write a script of lines such as "12.5 goal 24": the second from the start, or +5
from the line before, then the order.

\b
{_order_lines()}
    undo                                u

Reasons of penalties: {", ".join(REASONS)}.
"""


@click.command("referee", help=HELP)
@click.argument("first", type=WholeNumber(0, 254), metavar="TEAM")
@click.argument("second", type=WholeNumber(0, 254), metavar="TEAM")
@click.option("--script", type=click.Path(path_type=Path), metavar="FILE", help="Orders with their times.")
@click.option("--routine", is_flag=True, help="Start, whistle, let robots return and change sides by itself.")
@click.option(
    "--control-version",
    type=click.Choice([str(version) for version in VERSIONS]),
    default="12",
    show_default=True,
    help="Of the packets: 12 is 2019, 14 is 2022, 18 is 2024.",
)
@click.option(
    "--play-off", is_flag=True, help="The clock stops after goals; a level game goes to a shoot-out."
)
@click.option("--half", "half_s", type=WholeNumber(1, 3600), default=600, show_default=True, help="Seconds.")
@click.option(
    "--whistle-delay",
    "hidden_s",
    type=WholeNumber(0, 60),
    default=15,
    show_default=True,
    help="Seconds after the whistle until robots are told of it.",
)
@click.option(
    "--address", default=LOOPBACK, show_default=True, help="Of this computer in the robots' network."
)
@click.option(
    "--broadcast", default="", help="Where robots are reached; by default everybody in the network."
)
@click.option("--seconds", type=Number(0.0, min_open=True), help="End after so long.")
def command(
    first: int,
    second: int,
    script: Path | None,
    routine: bool,
    control_version: str,
    play_off: bool,
    half_s: int,
    hidden_s: int,
    address: str,
    broadcast: str,
    seconds: float | None,
) -> None:
    """Serve until Ctrl-C."""
    try:
        times = MatchTimes(half_s=half_s, hidden_s=hidden_s)
        match = new_match(first, second, is_play_off=play_off, times=times)
    except RuleError as error:
        raise LudensError(str(error)) from error
    controller = GameController(
        match, version=int(control_version), routine=RefereeRoutine() if routine else None
    )
    server = RefereeServer(
        controller,
        LeagueNetwork(address=address, broadcast=broadcast),
        clock=RealClock(),
        script=read_script(script) if script is not None else None,
        tell=click.echo,
    )
    click.echo(f"GameController of {first} and {second} at {address}; orders and Enter, Ctrl-C ends it.")
    with stopped_by_signals(after_s=seconds) as stop:
        server.serve(stop=stop, lines=_standard_input())
    scores = " : ".join(str(team.score) for team in controller.match.teams)
    click.echo(f"Ended at {first} {scores} {second}.")


def _standard_input() -> int | None:
    """Return the handle of standard input; None where a program has none."""
    try:
        return sys.stdin.fileno()
    except (OSError, ValueError):
        return None
