import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.games.morris.rules import (
    SIX_MEN,
    STANDARD,
    TWELVE_MEN,
    GameRecord,
    IllegalTurnError,
    MorrisError,
    NotationError,
    Outcome,
    Reason,
    Side,
    Variant,
    game_from_text,
    game_text,
    headers_of,
    new_game,
    start_position,
    turn_from_text,
)
from tests.games.morris.samples import games, position

VARIANTS = st.sampled_from(
    [STANDARD, SIX_MEN, TWELVE_MEN, Variant(flying=False, capture_from_mills=False, repetitions=None)]
)
QUIET = position("a1 b2 c3 g7", "a7 b6 c5 g1")


def played(record: GameRecord, *turns: str) -> GameRecord:
    for turn in turns:
        record = record.play(turn_from_text(turn))
    return record


def shuffled(record: GameRecord, rounds: int) -> GameRecord:
    """Both players go back and forth."""
    for _ in range(rounds):
        record = played(record, "a1-a4", "g1-g4", "a4-a1", "g4-g1")
    return record


def test_a_record_knows_its_start_and_position():
    record = played(new_game(), "d6", "f4")
    assert record.start == start_position()
    assert record.position == position("d6", "f4", hands=(8, 8))
    assert record.side_to_move is Side.WHITE


def test_the_same_position_for_the_third_time_is_a_draw():
    record = shuffled(new_game(start=QUIET), 1)
    assert (record.repetitions, record.outcome) == (2, None)
    record = shuffled(record, 1)
    assert record.repetitions == 3
    assert record.outcome == Outcome(None, Reason.REPETITION)
    assert record.legal_turns() == ()
    with pytest.raises(IllegalTurnError, match="over"):
        record.play(turn_from_text("a1-a4"))


def test_the_same_men_with_the_other_side_to_move_are_another_position():
    black_to_move = position("a1 b2 c3", "a7 b6 c5 g1", side=Side.BLACK)
    # White flies in a triangle while black goes to and fro: the same men, once with each side to move.
    record = played(
        new_game(start=black_to_move), "g1-g4", "a1-g7", "g4-g1", "g7-d7", "g1-g4", "d7-a1", "g4-g1"
    )
    assert (record.position.white, record.position.black) == (black_to_move.white, black_to_move.black)
    assert record.position.side_to_move is Side.WHITE
    assert record.repetitions == 1


def test_repetition_may_be_allowed():
    record = shuffled(new_game(Variant(repetitions=None), start=QUIET), 5)
    assert record.outcome is None
    assert record.repetitions == 6


def test_too_many_turns_without_a_mill_are_a_draw():
    variant = Variant(repetitions=None, turns_without_mill=8)
    record = shuffled(new_game(variant, start=QUIET), 1)
    assert (record.turns_without_mill, record.outcome) == (4, None)
    record = shuffled(record, 1)
    assert record.outcome == Outcome(None, Reason.NO_MILL)
    assert str(record.outcome) == "Draw: nobody closed a mill for too long."


def test_a_mill_starts_the_count_anew():
    record = new_game(start=position("a1 d1 f4 b4", "a7 b6 c5 d3 f2"))
    record = played(record, "f4-g4", "a7-d7", "g4-g1xd7")
    assert record.quiet_turns == (0, 1, 2, 0)


def test_placing_counts_as_progress():
    assert played(new_game(), "d6", "f4", "d5").turns_without_mill == 0


def test_a_win_outranks_a_draw():
    variant = Variant(turns_without_mill=2)
    record = new_game(variant, start=position("a1 d1 g4 b4", "a7 b6 c5"), turns_without_mill=1)
    assert played(record, "g4-g1xa7").outcome == Outcome(Side.WHITE, Reason.TOO_FEW_MEN)


def test_an_illegal_turn_is_explained_and_changes_nothing():
    record = new_game(start=QUIET)
    with pytest.raises(IllegalTurnError, match="one step"):
        record.play(turn_from_text("a1-d7"))
    assert record == new_game(start=QUIET)


@given(games(), st.integers(0, 60))
def test_undo_gives_the_game_as_it_was(game, count):
    count = min(count, len(game.turns))
    shorter = game.undo(count)
    for turn in game.turns[len(game.turns) - count :]:
        shorter = shorter.play(turn)
    assert shorter == game


def test_more_turns_than_were_played_cannot_be_taken_back():
    with pytest.raises(MorrisError, match="1 were played"):
        played(new_game(), "d6").undo(2)


def test_a_start_must_fit_the_variant():
    with pytest.raises(MorrisError, match="points"):
        new_game(SIX_MEN, start=position("c3", hands=(5, 6)))
    with pytest.raises(MorrisError, match="men"):
        new_game(start=position("c3", hands=(9, 9)))


@given(VARIANTS.flatmap(lambda variant: games(variant, longest=80)))
def test_a_game_reads_back(game):
    assert game_from_text(game_text(game)) == game


@given(games(longest=80), st.integers(0, 80))
def test_a_game_from_any_position_reads_back(game, skip):
    skip = min(skip, len(game.turns))
    later = new_game(start=game.positions[skip], turns_without_mill=game.quiet_turns[skip])
    for turn in game.turns[skip:]:
        later = later.play(turn)
    assert game_from_text(game_text(later)) == later


def test_the_text_is_one_people_read():
    record = played(new_game(), "d6", "f4", "d5", "b4", "d7xf4")
    text = game_text(record, headers={"White": "Ann", "Black": "NAO"})
    assert text == (
        '[Game "Nine Men\'s Morris"]\n[White "Ann"]\n[Black "NAO"]\n[Result "*"]\n\n'
        "1. d6 f4 2. d5 b4 3. d7xf4 *\n"
    )
    assert headers_of(text)["White"] == "Ann"


def test_comments_and_tokens_of_other_programs_are_read():
    text = "1. d6 f4 {a comment} 2. d5 b4 ; another\n3. d7 xf4 *"
    assert game_from_text(text) == played(new_game(), "d6", "f4", "d5", "b4", "d7xf4")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("1. d6 d6", "Turn 2"),
        ("1. d6 hello", "no turn"),
        ('[Men "many"]', "Men"),
        ('[Men "40"]', "variant"),
        ('[Flying "perhaps"]', "yes or no"),
        ('[FEN "********/********/OO**@@*O w p r 3 6 2 7 1 0"]', "between two turns"),
    ],
)
def test_a_wrong_game_is_refused_in_words(text, word):
    with pytest.raises(NotationError, match=word):
        game_from_text(text)


def test_headers_that_would_not_read_back_are_refused():
    with pytest.raises(NotationError, match="header"):
        game_text(new_game(), headers={"White": 'the "best"'})
