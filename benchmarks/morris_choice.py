"""How long a choice in Nine Men's Morris takes, on one core.

    python benchmarks/morris_choice.py [--tables DIR]

Random positions of every number of men, placing, moving and flying. Six plies are what the search always
finishes, so their worst case bounds how far it can exceed a limit. With tables, positions that they hold are
also put to the perfect player. Processor time, after compiling and opening.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import click
import numpy as np

from ludens.games.morris.decide.candidates import MorrisPlayer
from ludens.games.morris.decide.perfect import PerfectPlayer
from ludens.games.morris.decide.search import MorrisSearchPlayer
from ludens.games.morris.decide.tables import open_tables
from ludens.games.morris.rules import GameRecord, Position, new_game
from ludens.table.search import SearchBudget

OF_EACH_KIND = 6
MEN = 9


def games(rng: np.random.Generator) -> Iterator[GameRecord]:
    """Games that begin at random positions and are not over."""
    moving = [(own, other, 0) for own in range(3, MEN + 1) for other in range(3, MEN + 1)]
    placing = [(MEN - hand, MEN - hand, hand) for hand in range(1, MEN + 1)]
    for own, other, hand in [*moving, *placing] * OF_EACH_KIND:
        points = [1 << int(point) for point in rng.permutation(24)]
        position = Position(sum(points[:own]), sum(points[own : own + other]), hand, hand)
        record = new_game(start=position)
        if record.outcome is None:
            yield record


def durations_s(player: MorrisPlayer, records: list[GameRecord]) -> list[float]:
    """How long every choice took; the first, which loads what is needed, is made twice."""
    rng = np.random.default_rng(1)
    player.choose(records[0], rng)
    durations = []
    for record in records:
        started_s = time.process_time()
        player.choose(record, rng)
        durations.append(time.process_time() - started_s)
    return durations


def show(name: str, durations: list[float]) -> None:
    """Print one line."""
    median_ms, worst_ms = 1e3 * float(np.median(durations)), 1e3 * max(durations)
    click.echo(f"{name:22}{len(durations):5} choices: median {median_ms:6.1f} ms, worst {worst_ms:6.1f} ms")


def main() -> None:
    """Time the search, and with tables the perfect player."""
    parser = argparse.ArgumentParser(description="Time choices in Nine Men's Morris on one core.")
    parser.add_argument("--tables", type=Path, help="folder of the solution")
    folder = parser.parse_args().tables
    records = list(games(np.random.default_rng(1)))
    show("search, six plies", durations_s(MorrisSearchPlayer(SearchBudget(depth=6)), records))
    if folder is not None:
        tables = open_tables(str(folder))
        held = [record for record in records if tables.probe(record.position) is not None]
        show("perfect, with tables", durations_s(PerfectPlayer(tables, SearchBudget(nodes=1)), held))


if __name__ == "__main__":
    main()
