"""`ludens nao serve`: a simulated NAO V6 for other programs, by its own protocol."""

from contextlib import nullcontext
from pathlib import Path

import click

from ludens.cli.numbers import Number, WholeNumber
from ludens.cli.stopping import stopped_by_signals
from ludens.core.runtime.clock import RealClock
from ludens.drivers.lola.body import simulated_body
from ludens.drivers.lola.layout import DEFAULT_SOCKET
from ludens.drivers.lola.server import LolaServer, ServerCounts, real_time_priority


@click.command("serve")
@click.option(
    "--socket",
    "path",
    type=click.Path(path_type=Path),
    default=DEFAULT_SOCKET,
    show_default=True,
    help="Where the socket is made; programs for the real robot expect the default.",
)
@click.option("--seed", type=WholeNumber(0), default=0, show_default=True, help="Of the robot's deviations.")
@click.option(
    "--noise",
    default="default",
    show_default=True,
    metavar="off|default|harsh|FILE",
    help="How far sensors and motors are from perfect.",
)
@click.option(
    "--lockstep", is_flag=True, help="Wait for every answer; the robot's time stands still meanwhile."
)
@click.option(
    "--priority/--no-priority",
    default=True,
    show_default=True,
    help="Ask the computer to let the server go before ordinary programs.",
)
@click.option("--seconds", type=Number(0.0, min_open=True), help="End after so long.")
def command(path: Path, seed: int, noise: str, lockstep: bool, priority: bool, seconds: float | None) -> None:
    """Offer a simulated NAO V6 to programs written for the real one.

    They connect to the socket, read a sensor map of 896 bytes every 12 ms and answer with an actuator map, as
    on the robot. One client at a time; it may go and come back. Ctrl-C ends it.
    """
    body = simulated_body(seed=seed, noise=noise)
    server = LolaServer(body, path, clock=RealClock(), lockstep=lockstep, tell=click.echo)
    click.echo(f"A simulated NAO V6 listens at {path}; Ctrl-C ends it.")
    pressing = priority and not lockstep
    asking = real_time_priority() if pressing else nullcontext(False)
    with asking as granted, stopped_by_signals(after_s=seconds) as stop:
        if pressing and not granted:
            click.echo("No real-time priority was granted: on a busy computer some periods will be longer.")
        server.serve(stop=stop)
    click.echo(_summary(server.counts))


def _summary(counts: ServerCounts) -> str:
    return (
        f"Clients: {counts.clients}; sensor maps: {counts.frames:,}; answers: {counts.answers:,}; "
        f"late: {counts.late:,}; refused: {counts.refused:,}; not sent because the client did not read: "
        f"{counts.unread:,}; periods that began too late: {counts.delayed:,}."
    )
