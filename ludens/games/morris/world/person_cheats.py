"""How a person cheats: only by what can be done with the men that there are."""

from collections.abc import Mapping, Sequence

import numpy as np

from ludens.games.morris.judge import SeenBoard
from ludens.games.morris.judge.injector import Cheat, inject
from ludens.games.morris.rules import GameRecord, Side
from ludens.games.morris.world.handling import COLOURS

DRAWS = 5
"""How many cheats somebody thinks of before playing honestly after all."""


def feasible_cheat(
    record: GameRecord, random: np.random.Generator, *, now: SeenBoard, spare: Mapping[int, Sequence[int]]
) -> Cheat | None:
    """Draw a cheat for which there are men enough on the board and spare (by colour); None: play honestly."""
    for _ in range(DRAWS):
        cheat = inject(record, random)
        if cheat is None:
            return None
        if all(_are_enough(cheat.board, side, now, spare) for side in Side):
            return cheat
    return None


def _are_enough(wanted: SeenBoard, side: Side, now: SeenBoard, spare: Mapping[int, Sequence[int]]) -> bool:
    return wanted.men(side).bit_count() <= now.men(side).bit_count() + len(spare[COLOURS[side]])
