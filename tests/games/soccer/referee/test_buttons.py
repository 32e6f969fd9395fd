"""Robots that hear nobody are led by fingers on their chests."""

from dataclasses import replace

import pytest
from msgspec import structs

from ludens.core.errors import LudensError
from ludens.games.soccer.referee.buttons import ButtonAssistant
from ludens.games.soccer.rules.book import RULES_2011
from ludens.games.soccer.rules.events import BallPlayed, Penalise
from ludens.games.soccer.rules.match import Match
from ludens.messages.league import PenaltyReason
from ludens.robots.nao.touch import CHEST_BUTTON, RIGHT_BUMPERS
from tests.games.soccer.referee.field import robot, truth
from tests.games.soccer.rules.story import at, kicked_off, match_of

DARK, RED, GREEN = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)


class Field:
    """Robots that do as their button says, as 001's do, and show it."""

    def __init__(self, match: Match) -> None:
        self.match, self.assistant = match, ButtonAssistant()
        self.robots = {one.name: one for one in (robot(0, 1), robot(0, 2), robot(1, 2))}
        self.pressed: list[tuple[str, str]] = []

    def go_on(self, seconds: float, *, leads: bool = True) -> None:
        for _ in range(round(seconds / 0.05)):
            self.match = replace(self.match, now_ns=self.match.now_ns + 50_000_000)
            for press in self.assistant.presses(truth(*self.robots.values()), self.match, leads=leads):
                if press.down:
                    self.pressed.append((press.robot, press.button))
                    one = self.robots[press.robot]
                    shown = GREEN if one.chest_rgb == RED else RED
                    if press.button == CHEST_BUTTON and one.is_upright:
                        self.robots[press.robot] = structs.replace(one, chest_rgb=shown)

    def shows(self, name: str) -> tuple[float, float, float]:
        return self.robots[name].chest_rgb


def test_nobody_is_pressed_before_the_game_and_two_presses_begin_it():
    field = Field(match_of(book=RULES_2011))
    field.go_on(3.0)
    assert field.pressed == []
    field.match = at(kicked_off(book=RULES_2011), 10.0, BallPlayed())
    field.go_on(3.0)
    assert [field.shows(name) for name in field.robots] == [GREEN] * 3
    assert field.pressed.count(("0-1", CHEST_BUTTON)) == 2


def test_the_other_team_is_let_go_when_the_ball_is_in_play():
    field = Field(kicked_off(book=RULES_2011))
    field.go_on(3.0)
    assert (field.shows("0-2"), field.shows("1-2")) == (GREEN, DARK)
    field.match = at(field.match, 4.0, BallPlayed())
    field.go_on(3.0)
    assert field.shows("1-2") == GREEN


def test_a_penalty_is_a_press_and_one_that_was_missed_is_made_again():
    field = Field(at(kicked_off(book=RULES_2011), 10.0, BallPlayed()))
    field.go_on(3.0)
    field.match = at(field.match, 14.0, Penalise(0, 2, PenaltyReason.PUSHING))
    field.robots["0-2"] = structs.replace(field.robots["0-2"], is_upright=False)
    field.go_on(2.0)
    assert field.shows("0-2") == GREEN  # it lies: nobody reaches its chest
    field.robots["0-2"] = structs.replace(field.robots["0-2"], is_upright=True)
    field.go_on(2.0)
    assert field.shows("0-2") == RED


def test_a_person_has_bumpers_pressed_and_what_is_no_button_is_said():
    field = Field(match_of(book=RULES_2011))
    field.assistant.ask("press 5 2 right", field.match)
    field.go_on(2.0, leads=False)
    assert field.pressed == [("1-2", RIGHT_BUMPERS[0])]
    for words in ("press 5 2 nose", "press 5", "press 7 2 left"):
        with pytest.raises(LudensError):
            field.assistant.ask(words, field.match)
