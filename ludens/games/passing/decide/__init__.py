"""Decides what to do next, by a state machine."""

from ludens.games.passing.decide.machine import CONTACT_M, STATES, TRANSITIONS, PassingDecider
from ludens.games.passing.decide.parameters import PassingDeciderParameters

__all__ = ["CONTACT_M", "STATES", "TRANSITIONS", "PassingDecider", "PassingDeciderParameters"]
