"""Learning how the arms are off: each hand turns the first man that it holds before the camera."""

from ludens.core.behaviour import Behaviour
from ludens.games.morris.game_flow.game_table import GameTable
from ludens.games.morris.talk.words import phrase
from ludens.messages.manipulation import Hand

BECOMES_TRUE_S = 0.5
"""Until what was learnt is taken over."""


def study(table: GameTable, hand: Hand) -> Behaviour[None]:
    """Have a hand that holds a man studied, once in a game, if the robot is to find out how it is off."""
    if hand not in table.unstudied:
        return
    table.unstudied.discard(hand)
    table.enter(table.state, phrase("doing.study"))
    yield from table.actions.do("study", hand)
    yield from table.actions.pause(BECOMES_TRUE_S)
