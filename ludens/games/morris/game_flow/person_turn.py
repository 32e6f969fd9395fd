"""The person's turn: wait until it is made, look, and judge; what is wrong is explained and put right."""

from collections.abc import Sequence
from dataclasses import replace

from ludens.core.behaviour import Behaviour
from ludens.games.morris.game_flow.care import FRONT, MIDDLE, ask
from ludens.games.morris.game_flow.clear_table import clear_table
from ludens.games.morris.game_flow.game_table import GameTable
from ludens.games.morris.game_flow.looking import look
from ludens.games.morris.game_flow.robot_turn import bring_about
from ludens.games.morris.game_flow.table_seen import TableSeen, with_strays
from ludens.games.morris.judge import BoardCorrection, Ruling, Verdict
from ludens.games.morris.talk.words import phrase, side
from ludens.messages.morris_table import SeenMan

LOOKS_AGAIN = 1
"""How often a board that is wrong or unclear is looked at again before anybody is blamed."""

AGAIN_S = 3.0
"""Before that look: a hand that hid something, and was too small to be noticed, has left by then."""


def await_turn(table: GameTable) -> Behaviour[None]:
    """Wait, out of another robot's way, until somebody says that the turn is made."""
    yield from clear_table(table)
    mover = table.game.record.side_to_move
    table.enter("waiting", phrase("turn.of_side", side=side(mover)))
    key = "turn.yours_at_page" if mover in table.game.at_page else "turn.yours"
    yield from ask(table, "turn", phrase(key, side=side(mover)), FRONT)


def judge_turn(table: GameTable, seen: TableSeen | None = None) -> Behaviour[None]:
    """Look and judge until a legal turn stands on the board."""
    looked_again = 0
    while True:
        if seen is None:
            seen = yield from look(table)
        supervision, verdict = table.game.supervision.look(seen.board)
        displaced = verdict.ruling is Ruling.ILLEGAL and bool(seen.strays)
        if displaced:  # a man that was pushed off its point is no cheat
            as_meant = table.game.supervision.look(with_strays(seen, table.measures))
            displaced = as_meant[1].turn is not None or as_meant[1].ruling is Ruling.UNCHANGED
            supervision, verdict = as_meant if displaced else (supervision, verdict)
        wrong = verdict.ruling in (Ruling.ILLEGAL, Ruling.UNCERTAIN) or bool(seen.strays)
        if wrong and looked_again < LOOKS_AGAIN:
            looked_again, seen = looked_again + 1, None
            yield from table.actions.pause(AGAIN_S)
            continue
        table.game = replace(table.game, supervision=supervision)
        if verdict.turn is not None:
            table.say(*verdict.said)
            if badly := table.off_centre.look(seen):
                table.say(*badly, tone="plea")
            if seen.strays:
                yield from bring_about(table, seen)
            return
        last, strays, looked_again, seen = seen, seen.strays, 0, None
        if displaced:
            yield from bring_about(table, last)
            yield from await_turn(table)
        elif verdict.ruling is Ruling.UNCHANGED and strays:
            yield from _have_strays_taken(table, strays)
        elif verdict.ruling is Ruling.UNCHANGED:
            table.say(*verdict.said)
            yield from await_turn(table)
        else:
            yield from _have_put_right(table, verdict)


def _have_put_right(table: GameTable, verdict: Verdict) -> Behaviour[None]:
    table.enter("put right", *verdict.said)
    remedy = verdict.remedy
    steps = () if remedy is None else tuple(_numbers(step) for step in remedy.corrections)
    text = phrase("recovery.then_press", text=verdict.said)
    yield from ask(table, "put right", text, MIDDLE, corrections=steps)


def _have_strays_taken(table: GameTable, strays: Sequence[SeenMan]) -> Behaviour[None]:
    text = phrase("recovery.strays", count=len(strays))
    table.enter("put right", text)
    steps = tuple((man.colour, -1, -1) for man in strays)
    yield from ask(table, "put right", text, MIDDLE, corrections=steps)


def _numbers(step: BoardCorrection) -> tuple[int, int, int]:
    origin = -1 if step.origin is None else step.origin
    target = -1 if step.target is None else step.target
    return step.side.colour, origin, target
