"""How the experiment chess-language judges and times: by what the robot did, not by what it heard first."""

import chess
import numpy as np
import pytest

from ludens.experiments.json_values import Row
from ludens.games.chess.experiments.answer_times import hear_in_time, voice_ends_s
from ludens.games.chess.experiments.judging import Asked, after_answering, ask_back, judge
from ludens.games.chess.experiments.language import TRIALS_OF_A_SEED, _drawn, summarise, voices_for
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


def talk(meaning, *heard):
    asked = Asked("en", chess.STARTING_FEN, (), "pawn to e four", meaning)
    return asked, ask_back(asked, [Hypothesis(text, confidence) for text, confidence in heard], spoken=True)


UNCLEAR = [("pawn to d four", 0.5), ("pawn to e four", 0.5)]


def test_the_question_is_answered_and_only_what_is_done_then_is_right():
    asked, unclear = talk("move e2e4", *UNCLEAR)
    moves = [move.uci() for move in unclear.conversation.question.moves]
    assert unclear.answer == ("the first", "the second", "the third")[moves.index("e2e4")]
    assert after_answering(asked, unclear, [Hypothesis(unclear.answer, 1.0)])["right_at_once"]
    misheard = after_answering(asked, unclear, [Hypothesis("pawn to d four", 1.0)])
    assert (misheard["right_at_once"], misheard["wrong_move"]) == (False, True)
    assert not after_answering(asked, unclear, ())["right_at_once"]


def test_who_is_asked_about_other_moves_says_no_or_says_it_again():
    assert talk("move h2h3", *UNCLEAR)[1].answer == "pawn to e four"  # the sentence that was meant
    asked, illegal = talk("refusal", *UNCLEAR)
    assert illegal.answer == "no"
    assert not after_answering(asked, illegal, [Hypothesis("no", 1.0)])["illegal_done"]
    assert after_answering(asked, illegal, [Hypothesis("the first", 1.0)])["illegal_done"]


def test_what_was_clear_is_not_answered():
    assert talk("move e2e4", ("pawn to e four", 1.0))[1].answer is None
    assert talk("command help", ("help", 1.0))[1].answer is None


def test_every_seed_has_pairs_of_voice_and_sentence_of_its_own_and_in_the_end_all_of_them():
    voices = voices_for("tuning")

    def pairs(seed, trials):
        return [_drawn(seed * TRIALS_OF_A_SEED + trial, voices) for trial in range(trials)]

    assert pairs(1, 20) == pairs(1, 20)
    assert len(set(pairs(1, 20)) & set(pairs(2, 20))) < 10
    every = len(voices) * 83
    assert len(set(pairs(3, every))) == every


def test_right_at_once_comes_first_and_where_the_voices_come_from_is_told():
    row: Row = {
        "illegal": False,
        "voice": "flite:slt",
        "right_at_once_clean": False,
        "right_after_answer_clean": True,
        "offered_clean": True,
        "wrong_move_clean": False,
    }
    told = summarise([row, row | {"right_at_once_clean": True, "voice": "espeak-ng:en-us+f3"}])
    assert next(iter(told)) == "right_at_once_clean_rate"
    assert (told["right_at_once_clean_rate"], told["right_after_answer_clean_rate"]) == (0.5, 1.0)
    assert (told["synthetic_voices"], told["human_voices"], told["voices_of_engines_tuned_on"]) == (2, 0, 2)


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
