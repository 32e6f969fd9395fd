"""A look at the board, from where all of it is in sight, and with somebody's help where it must be."""

import math

from ludens.core.behaviour import Behaviour
from ludens.games.morris.game_flow.care import ask_for_help, care, looking_place
from ludens.games.morris.game_flow.game_table import GameTable
from ludens.games.morris.game_flow.recovery import where_phrase
from ludens.games.morris.game_flow.robot_actions import TroubleError
from ludens.games.morris.game_flow.table_seen import TableSeen
from ludens.games.morris.talk.words import Phrase, phrase

LOOKS_M = 0.55
"""From farther than this off the board's middle its far points cannot be told."""
LOOKS_AGAIN = 1
"""How often the robot looks again by itself, from where it sees all, before it asks for help."""
ANY_STRAY = ((0, -1, -1), (1, -1, -1))
"""Take off what stands on no point, whichever colour it is."""
GLANCE_S = 2.0
"""In which the board is seen, where it is to be seen at all."""


def look(table: GameTable) -> Behaviour[TableSeen]:
    """See what stands on the board, from another place where it must be, and with somebody's help."""

    def wait(reason: Phrase) -> None:
        table.say(phrase("look.wait", reason=reason), tone="plea")

    looks, is_clear = 0, False
    while True:
        table.enter("looking", phrase("look.what_stands"))
        try:
            yield from come_up(table, anew=looks > 0)
            table.seen = yield from table.actions.look(is_clear=is_clear, hindered=wait)
            _wonder(table, table.seen)
            return table.seen
        except TroubleError as trouble:
            if table.actions.reports.lies:
                yield from care(table)
            elif looks < LOOKS_AGAIN:
                looks += 1
                table.say(phrase("look.again", trouble=trouble.said), tone="trouble")
            else:
                yield from _have_it_cleared(table, trouble)
                looks, is_clear = 0, True  # whoever has helped has seen to it that nothing is in the way


def come_up(table: GameTable, *, anew: bool = False) -> Behaviour[None]:
    """Come to the table from where the robot waits, or was put: from there it sees too little.

    `anew`, it goes in any case where the whole board is in sight.
    """
    actions, since_s = table.actions, table.actions.time_s
    while table.home is not None and actions.here is None and actions.time_s - since_s < GLANCE_S:
        yield
    here = actions.here or table.home
    if here is not None and (anew or math.hypot(here.x_m, here.y_m) > LOOKS_M):
        yield from actions.go(looking_place(table.measures, here))


def _have_it_cleared(table: GameTable, trouble: TroubleError) -> Behaviour[None]:
    """Ask for help with a board that is not seen; what seems to be of neither colour may be a tilted man."""
    believed = table.actions.reports.believed
    if believed is None or not believed.foreign:
        yield from ask_for_help(table, trouble.said)
        return
    text = phrase("look.take_off", trouble=trouble.said)
    yield from ask_for_help(table, text, corrections=ANY_STRAY)


def _wonder(table: GameTable, seen: TableSeen) -> None:
    """Say once that something strange lies on the board; it is of no use to the game, and no man."""
    if seen.foreign and not table.sees_strange:
        where = where_phrase(seen.foreign[0], measures=table.measures)
        table.say(phrase("look.strange", where=where), tone="plea")
    table.sees_strange = bool(seen.foreign)
