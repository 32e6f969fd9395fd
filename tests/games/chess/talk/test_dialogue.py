"""Conversations, and what holds in all of them."""

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.games.chess.talk.dialogue import remind, respond
from ludens.games.chess.talk.language import load_language
from ludens.games.chess.talk.meaning import Command, Conversation, DialogueTurn, Nonsense, Situation
from ludens.games.chess.talk.vocabulary import vocabulary
from ludens.messages.speech import Hypothesis

ENGLISH = load_language("en")
TWO_KNIGHTS = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/8/PPPPNPPP/RNBQKB1R w KQkq - 2 3"
PROMOTION = "3r4/4P1k1/8/8/8/8/6K1/8 w - - 0 1"
POSITIONS = (
    chess.STARTING_FEN,
    TWO_KNIGHTS,
    PROMOTION,
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
)
WORDS = vocabulary(ENGLISH).words


class Talk:
    """A conversation that is held sentence by sentence; a list is what a recogniser heard, best first."""

    def __init__(self, fen=chess.STARTING_FEN, player=None, language=ENGLISH):
        self.board, self.player, self.language = chess.Board(fen), player, language
        self.conversation = Conversation()

    def say(self, *sentences) -> DialogueTurn:
        for sentence in sentences:
            heard = (
                [Hypothesis(sentence)]
                if isinstance(sentence, str)
                else [Hypothesis(*one) for one in sentence]
            )
            self.conversation, turn = respond(
                self.conversation, heard, Situation(self.board, self.player), self.language
            )
        return turn


def moves(turn: DialogueTurn) -> list[str]:
    return [intent.move.uci() for intent in turn.intents if intent.move]


def intents(turn: DialogueTurn) -> list[str]:
    return [intent.name for intent in turn.intents]


def test_two_knights_are_asked_about_by_their_squares_and_the_answer_is_understood():
    talk = Talk(TWO_KNIGHTS)
    turn = talk.say("knight to c3")
    assert "b1 or the one on e2" in turn.said
    assert not turn.intents
    assert moves(talk.say("the one on e2")) == ["e2c3"]
    assert talk.conversation.question is None


def test_a_pawn_that_takes_and_promotes_is_asked_about_both():
    talk = Talk(PROMOTION)
    assert "d8" in talk.say("promote").said
    assert "become" in talk.say("pawn takes d8").said
    assert moves(talk.say("a night please")) == ["e7d8n"]


def test_a_question_is_repeated_and_stays_open_after_another_question():
    talk = Talk(TWO_KNIGHTS)
    question = talk.say("knight to c3").said
    assert talk.say("pardon?").said == question
    assert talk.say("where is the queen?").said.endswith(question)
    assert question in talk.say("banana").said
    assert moves(talk.say("b1")) == ["b1c3"]


def test_no_after_did_you_say_leads_to_the_next_best_and_then_to_the_phonetic_alphabet():
    talk = Talk()
    unclear = [
        ("pawn to d four", 0.4),
        ("pawn to e four", 0.3),
        ("pawn to b four", 0.2),
        ("pawn to g four", 0.1),
    ]
    assert talk.say(unclear).said == "Did you say pawn to d4, pawn to e4 or pawn to b4?"
    assert "Did you say pawn to g4?" in talk.say("no").said
    assert "alpha" in talk.say("no").said
    assert talk.conversation.question is None


def test_which_was_said_is_answered_by_its_place_its_square_or_its_letter():
    unclear = [("pawn to d four", 0.5), ("pawn to e four", 0.5)]
    for answer in ("the second one", "e four", "echo", "pawn to echo four"):
        assert moves(Talk().say(unclear, answer)) == ["e2e4"]
    assert "Did you say" in Talk().say(unclear, "yes").said


def test_yes_after_did_you_say_plays_it_and_a_new_move_replaces_it():
    unclear = [("pawn to d four", 0.4), ("knight to d five", 0.6)]
    talk = Talk()
    assert moves(talk.say(unclear, "yes")) == ["d2d4"]
    assert moves(talk.say(unclear, "pawn to echo four")) == ["e2e4"]


def test_hypotheses_that_mean_the_same_add_up():
    assert moves(
        Talk().say([("night to f three", 0.4), ("knight two f three", 0.3), ("knight to f tree", 0.3)])
    ) == ["g1f3"]


def test_an_illegal_request_that_was_clearly_heard_is_not_bent_into_a_legal_one():
    talk = Talk()
    turn = talk.say([("knight to e three", 0.9), ("knight to c three", 0.1)])
    assert not turn.intents
    assert turn.said == "None of your knights can go to e3. Did you say knight to c3?"
    assert moves(talk.say("yes")) == ["b1c3"]


def test_an_illegal_request_without_a_rival_is_refused_alone():
    turn = Talk().say([("knight to e three", 0.97), ("knight knight", 0.03)])
    assert turn.said == "None of your knights can go to e3."


def test_an_illegal_move_that_was_spoken_leads_to_the_question_for_the_one_that_sounds_alike():
    said = (Hypothesis("pawn to d eight"),)
    situation = Situation(chess.Board("8/4P1k1/8/8/8/8/6K1/8 w - - 0 1"))
    after, turn = respond(Conversation(), said, situation, ENGLISH, spoken=True)
    assert after.question is None  # it would still have to be asked what the pawn becomes
    said = (Hypothesis("knight to e three"),)
    after, turn = respond(Conversation(), said, Situation(chess.Board()), ENGLISH, spoken=True)
    assert turn.said == "None of your knights can go to e3. Did you say knight to c3?"
    _, turn = respond(Conversation(), said, Situation(chess.Board()), ENGLISH)
    assert turn.said == "None of your knights can go to e3."


def test_where_nothing_is_clear_the_three_likeliest_moves_are_asked_about():
    talk = Talk()
    turn = talk.say(
        [
            ("knight three three", 0.4),
            ("unknown three", 0.3),
            ("knight to h three", 0.1),
            ("pawn to d three", 0.1),
            ("pawn to g three", 0.06),
            ("pawn to b three", 0.04),
        ]
    )
    assert turn.said == "Did you say knight to h3, pawn to d3 or pawn to g3?"
    assert moves(talk.say("the first")) == ["g1h3"]


def test_a_command_that_is_only_likely_is_obeyed_for_it_does_no_harm():
    heard = [("give me again", 0.5), ("give me a hint", 0.4), ("give me a king", 0.1)]
    assert intents(Talk().say(heard)) == ["hint"]


def test_where_there_is_room_in_the_question_what_sounds_alike_is_asked_about_too():
    said = (Hypothesis("bishop to b five", 0.5), Hypothesis("bishop bishop", 0.5))
    board = chess.Board("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4")
    _, turn = respond(Conversation(), said, Situation(board), ENGLISH, spoken=True)
    assert turn.said == "Did you say bishop to b5 or bishop to d5?"


def test_what_is_said_again_is_weighed_together_with_the_first_hearing():
    first = [("pawn to d four", 0.4), ("pawn to e four", 0.35), ("pawn to a three", 0.25)]
    again = [("pawn to e four", 0.65), ("pawn to b four", 0.35)]
    assert "or" in Talk().say(again).said
    assert moves(Talk().say(first, again)) == ["e2e4"]


def test_what_was_denied_is_not_asked_about_again():
    unclear = [("pawn to d four", 0.5), ("pawn to e four", 0.3), ("pawn to b four", 0.2)]
    talk = Talk()
    talk.say(unclear, "no")
    turn = talk.say([("pawn to d four", 0.5), ("pawn to g four", 0.5)])
    assert moves(turn) == []
    assert turn.said.startswith("Did you say pawn to g4")


def test_resigning_and_a_new_game_are_confirmed_first():
    talk = Talk()
    assert not talk.say("I resign").intents
    assert intents(talk.say("yes")) == ["resign"]
    talk.board.push_uci("e2e4")
    assert not talk.say("new game", "no").intents
    assert talk.conversation.question is None


def test_nobody_is_asked_about_a_game_that_is_over_or_has_not_begun():
    assert intents(Talk().say("new game")) == ["new_game"]
    mated = Talk("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    assert intents(mated.say("new game")) == ["new_game"]
    assert mated.say("I resign").said == "The game is over."
    resigned = Situation(chess.Board(), is_closed=True)
    _, turn = respond(Conversation(), (Hypothesis("e4"),), resigned, ENGLISH)
    assert (turn.said, turn.intents, turn.refuses) == ("The game is over.", (), True)


def test_a_draw_between_two_people_is_confirmed_first_and_one_with_the_engine_is_not():
    talk = Talk()
    assert not talk.say("I offer a draw").intents
    assert intents(talk.say("yes")) == ["draw"]
    assert not talk.say("draw", "no").intents
    assert intents(Talk(player=chess.WHITE).say("draw")) == ["draw"]


@pytest.mark.parametrize("name", ["take back", "hint", "stop", "carry on", "who is winning"])
def test_what_is_not_about_words_is_wished_for(name):
    assert len(Talk().say(name).intents) == 1


def test_who_is_not_to_move_is_told_so_and_may_still_ask():
    talk = Talk(player=chess.BLACK)
    turn = talk.say("pawn to e4")
    assert not turn.intents
    assert "not your turn" in turn.said
    assert "e8" in talk.say("where is my king").said


def test_silence_is_answered_by_encouragement_or_by_the_open_question():
    talk = Talk(TWO_KNIGHTS)
    _, turn = remind(talk.conversation, ENGLISH)
    assert "your move" in turn.said
    talk.say("knight to c3")
    _, turn = remind(talk.conversation, ENGLISH)
    assert "b1 or" in turn.said


def test_a_sound_without_words_is_answered_and_does_nothing():
    turn = Talk().say([])
    assert not turn.intents
    assert "did not hear" in turn.said


def test_the_board_is_told():
    talk = Talk()
    assert "b1 and g1" in talk.say("where is my knight").said
    assert "20 moves" in talk.say("what can I play").said
    assert "a3 and c3" in talk.say("what can the knight on b1 do").said
    assert "No move" in talk.say("what was the last move").said
    talk.board.push_san("e4")
    assert "pawn to e4" in talk.say("what did you play").said
    assert "Black is to move" in talk.say("whose turn is it").said


def test_a_question_about_a_position_that_has_changed_since_is_forgotten():
    talk = Talk(TWO_KNIGHTS)
    talk.say("knight to c3")
    talk.board.push_uci("e2c3")
    assert moves(talk.say("knight to f6")) == ["g8f6"]


sentences = st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join)
heard = st.lists(st.tuples(sentences | st.text(max_size=12), st.floats(0.0, 1.0)), max_size=4)


@given(st.sampled_from(POSITIONS), st.lists(heard, min_size=1, max_size=5))
@settings(max_examples=120, deadline=None)
def test_whatever_is_said_no_illegal_move_no_silence_and_cancel_leads_back(fen, utterances):
    talk = Talk(fen)
    for utterance in utterances:
        turn = talk.say(utterance)
        assert turn.said.strip()
        assert all(talk.board.is_legal(intent.move) for intent in turn.intents if intent.move)
    turn = talk.say("cancel")
    assert not turn.intents
    assert talk.conversation.question is None


def test_what_a_recogniser_wrote_is_read_another_way_before_it_is_refused_but_never_done_at_once():
    board = chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    heard = (Hypothesis("alpha d five", 0.95), Hypothesis("alpha b five", 0.05))
    after, turn = respond(Conversation(), heard, Situation(board), ENGLISH, spoken=True)
    assert not turn.intents
    assert "Did you say pawn to d5" in turn.said
    assert after.question is not None
    assert chess.Move.from_uci("d7d5") in after.question.moves
    _, written = respond(Conversation(), heard, Situation(board), ENGLISH)
    assert "Did you say pawn to d5" not in written.said


def test_a_turn_tells_what_the_words_were_taken_for():
    turn = Talk().say([("where is white", 0.5), ("where is the knight", 0.4), ("where is knight", 0.1)])
    assert isinstance(turn.meaning, Command)
    assert turn.meaning.name == "where"
    assert turn.meaning.piece == chess.KNIGHT
    assert isinstance(Talk().say("banana").meaning, Nonsense)


def test_a_legal_move_is_not_played_at_once_beside_an_illegal_one_that_was_half_heard():
    board = chess.Board("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4")
    heard = (Hypothesis("castle king side", 0.62), Hypothesis("castle queen side", 0.38))
    after, turn = respond(Conversation(), heard, Situation(board), ENGLISH, spoken=True)
    assert not turn.intents
    assert after.question is not None
    assert chess.Move.from_uci("e1g1") in after.question.moves


def test_done_is_no_slip_of_do_not():
    assert intents(Talk().say("don't")) == []
    assert Talk().say("don't play that").meaning == Command(name="cancel")
    assert Talk().say("well done eight").meaning != Command(name="cancel")


def test_the_letter_that_is_most_often_misheard_so_is_asked_about_first():
    heard = (Hypothesis("pawn to d four", 0.5), Hypothesis("pawn pawn", 0.5))
    _, turn = respond(Conversation(), heard, Situation(chess.Board()), ENGLISH, spoken=True)
    assert turn.said == "Did you say pawn to d4, pawn to e4 or pawn to g4?"
