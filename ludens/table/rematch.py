"""Another game after one that is over, with the colours changed."""

from dataclasses import replace
from typing import TypeVar

from ludens.table.board_game import COLOURS
from ludens.table.lineup import AT_PAGE, TablePlayOptions

OptionsT = TypeVar("OptionsT", bound=TablePlayOptions)


def rematch(options: OptionsT, yours: tuple[int, ...]) -> OptionsT:
    """Options of another game from the beginning; one player at a page (`yours`: 0, 1) has the other side."""
    anew = replace(options, fen="", resume=False, kept=0)
    if len(yours) != 1:
        return anew
    mine, other = COLOURS[yours[0]], COLOURS[1 - yours[0]]
    was = getattr(options, mine)
    return replace(anew, **{mine: getattr(options, other), other: was if was in AT_PAGE else "human"})
