from dataclasses import replace

import pytest
from hypothesis import given, settings

from ludens.games.morris.decide.uci_position import UciPosition, uci_position_after, uci_position_from_fen
from ludens.games.morris.rules import GameRecord, MorrisError, Position, Turn, apply, new_game
from ludens.games.morris.rules.fen import Fen, format_fen
from ludens.games.morris.rules.notation import tokens_of
from tests.games.morris.random_games import random_game
from tests.games.morris.samples import games, position


def capturing_games() -> list[GameRecord]:
    """Random games that end with a capture, of which one could come in two tokens."""
    played = [random_game(seed, 70) for seed in range(6)]
    return [
        record.undo(left)
        for record in played
        for left in range(len(record.turns))
        if record.turns[len(record.turns) - 1 - left].captured is not None
    ]


@settings(max_examples=40)
@given(games())
def test_the_tokens_of_a_game_lead_to_the_game(record: GameRecord):
    tokens = [token for turn in record.turns for token in tokens_of(turn)]
    assert uci_position_after(UciPosition(new_game()), tokens) == UciPosition(record)


def test_without_its_capture_a_turn_is_begun_and_the_capture_ends_it():
    found = capturing_games()
    assert len(found) > 20
    for record in found:
        tokens = [token for turn in record.turns for token in tokens_of(turn)]
        inside = uci_position_after(UciPosition(new_game()), tokens[:-1])
        assert inside.record == record.undo()
        assert record.turns[-1] in inside.options()
        again = uci_position_from_fen(format_fen(inside.fen))
        assert {turn.captured for turn in again.options()} == {turn.captured for turn in inside.options()}
        assert uci_position_after(inside, tokens[-1:]) == UciPosition(record)


def test_a_position_inside_a_turn_leads_to_the_same_positions_as_the_turn():
    for record in capturing_games():
        last = record.turns[-1]
        step = apply(record.positions[-2], Turn(last.target, last.origin))
        inside = uci_position_from_fen(format_fen(position_of_removal(step)))
        after = {apply(inside.record.position, turn) for turn in inside.options()}
        assert record.position in after
        assert len(after) == len(inside.options())


def position_of_removal(step: Position) -> Fen:
    """The man stands, the opponent's has not gone yet, and the same side is still to act."""
    return Fen(replace(step, side_to_move=step.side_to_move.other), removal_pending=True)


def test_a_step_that_closes_no_mill_is_a_whole_turn_and_an_illegal_one_is_refused():
    record = new_game(start=position("d6 a1 g1 c3", "f4 b2 d1 e5"))
    assert uci_position_after(UciPosition(record), ["d6-d5"]).step is None
    for wrong in (["d6-a7"], ["d6-d5", "xf4"], ["a7"], ["xf4"], ["f4-g4"]):
        with pytest.raises(MorrisError):
            uci_position_after(UciPosition(record), wrong)
