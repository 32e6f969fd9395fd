"""How many positions a second the compiled moves of Nine Men's Morris make, on one core.

    python -m benchmarks.morris_moves

Every turn is generated and played, so that every position counted has stood in registers; none is only
counted. Processor time, after compiling. Three kinds of position: the opening, the middle game, and flying.
"""

import time

import click
import numpy as np

from benchmarks.machine import machine
from ludens.core.compiled import compiled_using
from ludens.games.morris.rules import POINTS
from ludens.games.morris.solution import compiled_rules as moves
from ludens.games.morris.solution.compiled_rules import MOST_TURNS, Turns, generate, play


@compiled_using(moves)
def positions_below(own: int, other: int, own_hand: int, other_hand: int, depth: int, stack: Turns) -> int:
    """Make every position down to a depth, and return how many they were."""
    if depth == 0:
        return 1
    made = 1
    for index in range(generate(own, other, own_hand, other_hand, stack[depth])):
        after = play(own, other, own_hand, other_hand, stack[depth, index])
        made += positions_below(after[0], after[1], after[2], after[3], depth - 1, stack)
    return made


def men(names: str) -> int:
    """Points by their names, as a set."""
    return sum(1 << POINTS[name] for name in names.split())


STARTS = {
    "opening": (0, 0, 9, 9, 5),
    "nine against nine": (
        men("a7 d6 g7 b4 f4 c3 e5 d2 g1"),
        men("d7 b6 f6 g4 a4 d5 e4 d1 b2"),
        0,
        0,
        8,
    ),
    "three fly against four": (men("a1 d1 c5"), men("g7 f4 b6 d3"), 0, 0, 5),
}


def main() -> None:
    """Print one line for each kind of position."""
    stack = np.empty((16, MOST_TURNS), dtype=np.int64)
    for name, (own, other, own_hand, other_hand, depth) in STARTS.items():
        positions_below(own, other, own_hand, other_hand, 2, stack)
        started_s = time.process_time()
        made = positions_below(own, other, own_hand, other_hand, depth, stack)
        duration_s = time.process_time() - started_s
        click.echo(
            f"{name:24}{made:12,} positions in {duration_s:6.2f} s: {made / duration_s / 1e6:6.1f} million/s"
        )
    click.echo(f"one core of {machine()}")


if __name__ == "__main__":
    main()
