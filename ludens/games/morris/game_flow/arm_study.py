"""Learning how the arms are off: each hand turns the first man that it holds before the camera.

A man that sits badly between the fingers teaches nothing, and would slip out of them on its way.
"""

import numpy as np

from ludens.core.behaviour import Behaviour
from ludens.games.morris.game_flow.game_table import GameTable
from ludens.games.morris.talk.words import phrase
from ludens.manipulation.clearance import held_in_hand_m
from ludens.messages.manipulation import Hand, HeldPoint

LONGEST_FIT_S = 3.0
"""In which eyes work out what a study has shown, or have found that it tells too little."""
TAKES_EFFECT_S = 0.5
"""Until what was learnt is taken over."""
HELD_WITHIN_M = (0.014, 0.008, 0.004)
"""From where a man should be held: along the fingers, across them, and the way they close, where both sides
of a man that sits well are met by them. Beyond the second one, only one of two fingers holds it."""
TURNED_WITHIN_M = (0.014, 0.006, 0.004)
"""Likewise, for a man that is to be turned: it slips farther, and where it sits is known roughly."""


def study(table: GameTable, hand: Hand, *, since_s: float) -> Behaviour[bool]:
    """Have a hand that holds a man studied, once in a game, if the robot is to find out how it is off.

    Where pictures tell too little, or the man sits badly or slips out, the next man of this hand is studied.
    Returns whether the man sits as it should, as far as eyes have told since it was taken.
    """
    if hand in table.unstudied and table.actions.feels(hand):
        if _is_beside(table, hand, TURNED_WITHIN_M, since_s=since_s):
            return False
        yield from _turn(table, hand)
    return not _is_beside(table, hand, HELD_WITHIN_M, since_s=since_s)


def _turn(table: GameTable, hand: Hand) -> Behaviour[None]:
    """Turn the man before the camera, and wait for what that teaches."""
    table.enter(table.state, phrase("doing.study"))
    since_s = table.actions.time_s
    yield from table.actions.do("study", hand)
    done_s = table.actions.time_s
    while _held(table, hand, since_s=since_s) is None and table.actions.time_s - done_s < LONGEST_FIT_S:
        yield
    yield from table.actions.pause(TAKES_EFFECT_S)
    held = _held(table, hand, since_s=since_s)
    sits_well = not _is_beside(table, hand, HELD_WITHIN_M, since_s=since_s)
    if held is not None and held.arm_is_learnt and table.actions.feels(hand) and sits_well:
        table.unstudied.discard(hand)


def _is_beside(table: GameTable, hand: Hand, within_m: tuple[float, float, float], *, since_s: float) -> bool:
    held = _held(table, hand, since_s=since_s)
    if held is None:
        return False
    return bool((np.abs(np.array(held.place_m) - held_in_hand_m()) > within_m).any())


def _held(table: GameTable, hand: Hand, *, since_s: float) -> HeldPoint | None:
    """Return where in a hand eyes have seen its man since then."""
    held = table.actions.reports.held
    return None if held is None or held.hand != hand or held.time_s < since_s else held
