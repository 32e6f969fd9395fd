"""Tells a match in a few words: what happens when, in seconds."""

from typing import Any

from ludens.games.soccer.rules.events import Event, Ready, Set, Whistle
from ludens.games.soccer.rules.match import SECOND_NS, Match, new_match
from ludens.games.soccer.rules.transitions import advanced, after


def match_of(**options: Any) -> Match:
    return new_match(24, 5, **options)


def at(match: Match, time_s: float, *events: Event) -> Match:
    """The match at a time, after events then."""
    match = advanced(match, round(time_s * SECOND_NS))
    for event in events:
        match = after(match, event, round(time_s * SECOND_NS))
    return match


def kicked_off(*, at_s: float = 0.0, **options: Any) -> Match:
    """A match whose first half was whistled on at this time."""
    return at(match_of(**options), at_s, Ready(), Set(), Whistle())
