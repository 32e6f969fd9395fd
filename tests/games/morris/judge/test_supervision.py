from ludens.games.morris.judge import Ruling, SeenBoard, Supervision
from ludens.games.morris.rules import Side, new_game, turn_from_text
from tests.games.morris.samples import men, position

START = position("a1 d1 g4 b4 c3", "a7 d7 g7 b6 f4")


def seen(white: str, black: str = "a7 d7 g7 b6 f4", unknown: str = "") -> SeenBoard:
    return SeenBoard(men(white), men(black), men(unknown))


def test_turns_are_accepted_one_after_the_other():
    game = Supervision(new_game())
    for white, black in (("d6", ""), ("d6", "f4"), ("d6 d5", "f4")):
        game, verdict = game.look(seen(white, black))
        assert verdict.ruling is Ruling.LEGAL
    assert game.record.turns == tuple(turn_from_text(text) for text in ("d6", "f4", "d5"))
    assert not game.offences


def test_a_mistake_is_put_right_and_the_game_goes_on():
    game = Supervision(new_game(start=START))
    game, verdict = game.look(seen("a1 d1 g4 b4 e5"))
    assert game.waits_for_corrections
    assert verdict.remedy is not None
    game, verdict = game.look(seen("a1 d1 g4 b4 c3"))
    assert verdict.ruling is Ruling.UNCHANGED
    assert not game.waits_for_corrections
    game, verdict = game.look(seen("a1 d1 g4 a4 c3"))
    assert verdict.turn == turn_from_text("b4-a4")
    assert game.record.side_to_move is Side.BLACK
    assert [offence.side for offence in game.offences] == [Side.WHITE]


def test_a_mistake_may_be_mended_in_another_way_than_was_asked():
    game, _ = Supervision(new_game(start=START)).look(seen("a1 d1 g4 b4 e5"))
    game, verdict = game.look(seen("a1 d1 g1 b4 c3", "a7 d7 g7 f4"))
    assert verdict.turn == turn_from_text("g4-g1xb6")
    assert not game.waits_for_corrections


def test_the_same_wrong_board_is_one_offence_however_often_it_is_seen():
    game = Supervision(new_game(start=START))
    for _ in range(3):
        game, _ = game.look(seen("a1 d1 g4 b4 e5"))
    assert len(game.offences) == 1
    game, _ = game.look(seen("a1 d1 g4 b4"))
    assert len(game.offences) == 2


def test_an_uncertain_look_changes_nothing():
    game = Supervision(new_game(start=START))
    again, verdict = game.look(seen("a1 d1 g4 c3", unknown="b4 a4 b2"))
    assert verdict.ruling is Ruling.UNCERTAIN
    assert again == game
