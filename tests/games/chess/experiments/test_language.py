"""How the experiment chess-language judges: by what the robot did, not by what it heard first."""

import chess

from ludens.games.chess.experiments.judging import Asked, judge
from ludens.games.chess.talk.conversation import Conversation, Situation
from ludens.games.chess.talk.dialogue import respond
from ludens.games.chess.talk.language import load_language
from ludens.messages.speech import Hypothesis

ENGLISH = load_language("en")


def verdict(meaning, *heard):
    asked = Asked("en", chess.STARTING_FEN, (), "", meaning)
    hypotheses = [Hypothesis(text, confidence) for text, confidence in heard]
    situation = Situation(chess.Board())
    after, turn = respond(Conversation(), hypotheses, situation, ENGLISH, spoken=True)
    return judge(asked, Conversation(), after, turn)


def test_a_command_that_was_obeyed_is_right_whichever_hypothesis_it_came_from():
    heard = [("where is white", 0.5), ("where is the knight", 0.5)]
    assert verdict("command where knight", *heard)["right"]
    assert not verdict("command where queen", *heard)["right"]
    assert not verdict("command hint", *heard)["right"]


def test_a_move_in_the_question_is_right_but_not_at_once_and_another_one_played_is_wrong():
    unclear = [("pawn to d four", 0.5), ("pawn to e four", 0.5)]
    asked = verdict("move e2e4", *unclear)
    assert (asked["right"], asked["right_at_once"], asked["wrong_move"]) == (True, False, False)
    played = verdict("move e2e4", ("pawn to d four", 1.0))
    assert (played["right"], played["wrong_move"]) == (False, True)
    assert verdict("refusal", ("pawn to d four", 1.0))["illegal_done"]
    assert not verdict("refusal", ("knight to d four", 1.0))["illegal_done"]
