"""The dialogue: nothing is answered by silence, and a turn that is wished for is legal and awaited."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.games.morris.rules import Outcome, Reason, Side, new_game, turn_from_text
from ludens.games.morris.talk.dialogue import MorrisConversation, MorrisSituation, respond
from ludens.games.morris.talk.words import words_of
from ludens.messages.speech import Hypothesis
from tests.games.morris.samples import position

RECORD = new_game(start=position("a1 d1 g4 b4 c3", "a7 d7 g7 b6 f4"))
WORDS = words_of("en")


def situation(**more) -> MorrisSituation:
    return MorrisSituation(**{"record": RECORD, "players": (Side.WHITE,), "is_awaited": True, **more})


def talk(*texts: str, about: MorrisSituation | None = None, conversation=None):
    """Say things one after the other; return the last answer, in words, and what is then remembered."""
    conversation = conversation or MorrisConversation()
    for text in texts:
        heard = (Hypothesis(text),) if text else ()
        conversation, answer = respond(conversation, heard, about or situation(), WORDS.heard)
    return WORDS.say(*answer.said), answer, conversation


def test_a_turn_is_wished_for_when_it_is_awaited():
    said, answer, _ = talk("b4-a4")
    assert (said, answer.intent, answer.turn) == ("All right, b4-a4.", "turn", turn_from_text("b4-a4"))


@pytest.mark.parametrize(
    ("about", "sentence"),
    [
        ({"players": (Side.BLACK,)}, "Please wait: it is not your turn."),
        ({"players": ()}, "Nobody need tell me turns here: both sides play by themselves."),
        ({"is_awaited": False}, "Please wait until I have looked."),
        ({"is_being_made": True}, "Your turn is being made already."),
        ({"record": RECORD.close(Outcome(None, Reason.AGREEMENT))}, "The game is over."),
    ],
)
def test_a_turn_that_nobody_waits_for_is_refused_whether_or_not_it_is_legal(about, sentence):
    for turn in ("b4-a4", "b4-g7"):
        said, answer, _ = talk(turn, about=situation(**about))
        assert said == sentence
        assert answer.refuses
        assert answer.intent is None


def test_giving_up_is_asked_about_first():
    said, answer, conversation = talk("I resign")
    assert said == "Do you really want to give up?"
    assert answer.intent is None
    assert talk("no", conversation=conversation)[1].intent is None
    assert talk("yes", conversation=conversation)[1].intent == "resign"
    said, _, _ = talk("perhaps", conversation=conversation)
    assert said == "Please say yes or no. Do you really want to give up?"


def test_a_new_game_is_asked_about_only_while_one_is_under_way():
    under_way = situation(record=RECORD.play(turn_from_text("b4-a4")), players=(Side.BLACK,))
    assert talk("new game", about=under_way)[1].intent is None
    over = situation(record=under_way.record.close(Outcome(Side.WHITE, Reason.RESIGNATION)))
    assert talk("new game", about=over)[1].intent == "new_game"
    assert talk("new game")[1].intent == "new_game"  # nothing was played yet


def test_a_draw_is_for_the_engine_to_take_or_for_both_people_to_want():
    assert talk("draw")[1].intent == "draw"
    both = situation(players=(Side.WHITE, Side.BLACK))
    said, answer, conversation = talk("draw", about=both)
    assert (said, answer.intent) == ("Do you both want a draw?", None)
    assert talk("yes", about=both, conversation=conversation)[1].intent == "draw"


def test_a_turn_that_was_not_heard_best_is_asked_about():
    heard = (Hypothesis("before a four", 0.6), Hypothesis("bravo four alpha four", 0.3))
    conversation, answer = respond(MorrisConversation(), heard, situation(), WORDS.heard)
    assert WORDS.say(*answer.said) == "Did you say b4-a4?"
    assert talk("yes", conversation=conversation)[1].turn == turn_from_text("b4-a4")
    assert talk("no", conversation=conversation)[0].startswith("Then please say it again")
    unclear = (Hypothesis("bravo four alpha four", 0.7),)
    assert respond(MorrisConversation(), unclear, situation(), WORDS.heard)[1].turn is None
    clear = (Hypothesis("bravo four alpha four", 0.97),)
    assert respond(MorrisConversation(), clear, situation(), WORDS.heard)[1].turn is not None


def test_there_is_nothing_to_take_back_before_the_first_turn():
    said, answer, _ = talk("take it back")
    assert (said, answer.intent) == ("There is no turn to take back.", None)


@given(
    st.lists(
        st.sampled_from(["", "yes", "no", "b4-a4", "draw", "resign", "help", "what", "repeat"]), min_size=1
    )
)
def test_nothing_is_answered_by_silence(texts):
    said, answer, _ = talk(*texts)
    assert said
    assert (answer.intent == "turn") == (answer.turn is not None)
