"""How the experiment chess-language judges and times: by what the robot did, not by what it heard first."""

import chess
import numpy as np
import pytest

from ludens.games.chess.experiments.answer_times import hear_in_time, voice_ends_s
from ludens.games.chess.experiments.judging import Asked, judge
from ludens.games.chess.talk.dialogue import respond
from ludens.games.chess.talk.language import load_language
from ludens.games.chess.talk.meaning import Conversation, Situation
from ludens.messages.speech import Hypothesis
from ludens.speech.hearing import CHUNK_S, Ear, Endpointer, EndpointingParameters
from ludens.speech.sound import RATE_HZ, Sound

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


class Loudness:
    """A detector that takes whatever is loud for speech."""

    def probability(self, chunk):
        return float(np.abs(chunk).max() > 0.1)

    def reset(self):
        pass


class Listener:
    """Hears nothing but help."""

    name = "listener"

    def recognise(self, sound):
        return (Hypothesis("help"),)


def test_the_pause_before_an_answer_is_counted_from_the_last_audible_sample():
    tone = Sound((0.5 * np.sin(np.arange(RATE_HZ))).astype(np.float32)).padded(0.5, 1.0)
    assert voice_ends_s(tone) == pytest.approx(1.5, abs=0.001)
    parameters = EndpointingParameters()
    ear = Ear(Listener(), Endpointer(Loudness(), parameters))
    heard = hear_in_time(ear, tone, voice_ends_s=voice_ends_s(tone))
    assert heard is not None
    assert heard.heard[0].text == "help"
    assert heard.pause_ms == pytest.approx(1000.0 * parameters.pause_s, abs=2000.0 * CHUNK_S)
    assert hear_in_time(ear, Sound(np.zeros(RATE_HZ, np.float32)), voice_ends_s=0.0) is None
