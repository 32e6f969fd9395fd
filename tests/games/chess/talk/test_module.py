"""The dialogue in the runtime."""

import chess
import pytest

from ludens.core.contract.module import CycleTime
from ludens.core.runtime.module_check import check_module
from ludens.games.chess.talk.module import Talk, TalkParameters
from ludens.messages.announcement import Announcement
from ludens.messages.chess_talk import ChessSituation
from ludens.messages.speech import Hypothesis, Utterance


def situation(time_s=0.0, *moves, player="both"):
    return ChessSituation(time_s=time_s, fen=chess.STARTING_FEN, moves=moves, player=player)


def said(text, time_s=0.0, medium="text"):
    return Utterance(time_s=time_s, hypotheses=(Hypothesis(text),), medium=medium)


def test_it_keeps_the_promises_of_a_module():
    check_module(
        Talk,
        [
            {"now": CycleTime(time_s=0.0), "about": situation(), "heard": ()},
            {"now": CycleTime(time_s=1.0), "about": situation(), "heard": (said("knight"), said("to f3"))},
            {"now": CycleTime(time_s=2.0), "about": situation(), "heard": ()},
            {"now": CycleTime(time_s=60.0), "about": situation(2.0, "g1f3"), "heard": ()},
        ],
    )


def test_it_answers_one_utterance_a_cycle_in_its_medium():
    talk = Talk()
    heard = (said("knight", medium="voice"), said("to f3", medium="voice"))
    reply, intent = talk.cycle(CycleTime(time_s=1.0), situation(), heard)
    assert reply is not None
    assert (reply.medium, reply.expects_answer, intent) == ("voice", True, None)
    reply, intent = talk.cycle(CycleTime(time_s=1.1), situation(), ())
    assert reply is not None
    assert intent is not None
    assert (reply.expects_answer, intent.name, intent.move) == (False, "move", "g1f3")


@pytest.mark.parametrize("medium", ["text", "voice"])
@pytest.mark.parametrize("stop", ["robot stop", "stop the arm", "halt stopp", "don't move", "abort"])
def test_a_stop_comes_before_all_that_waits_for_an_answer(stop, medium):
    talk = Talk()
    waiting = tuple(said(text, medium=medium) for text in ("knight", "to f3", stop, "help"))
    reply, intent = talk.cycle(CycleTime(time_s=1.0), situation(player="black"), waiting)
    assert intent is not None
    assert intent.name == "stop"
    assert reply is not None
    assert reply.medium == medium
    reply, intent = talk.cycle(CycleTime(time_s=1.1), situation(), ())
    assert intent is None  # what was said after it is still answered


def test_after_a_silence_it_reminds_ever_more_seldom_and_only_who_is_to_move():
    talk = Talk(TalkParameters(patience_s=10.0))

    def reminders(about):
        replies = [talk.cycle(CycleTime(time_s=float(second)), about, ())[0] for second in range(100)]
        return [second for second, reply in enumerate(replies) if reply is not None]

    assert reminders(situation()) == [10, 30, 70]
    assert reminders(situation(player="black")) == []


PROMOTIONS = ("a7a8q", "a7a8r", "a7a8b", "a7a8n")


def pawn_that_arrived(time_s=0.0, *moves, choices=()):
    fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
    return ChessSituation(time_s=time_s, fen=fen, moves=moves, player="white", choices=choices)


def test_what_was_asked_at_the_table_can_be_answered_in_a_word():
    talk = Talk()

    reply, intent = talk.cycle(
        CycleTime(time_s=0.0), pawn_that_arrived(choices=PROMOTIONS), (said("knight"),)
    )

    assert reply is not None
    assert intent is not None
    assert (intent.name, intent.move) == ("move", "a7a8n")


def test_what_was_asked_at_the_table_goes_before_what_was_asked_earlier_and_stays_open_until_it_is_settled():
    talk = Talk()
    asked, _ = talk.cycle(CycleTime(time_s=0.0), pawn_that_arrived(), (said("resign"),))
    assert asked is not None
    assert asked.expects_answer

    about = pawn_that_arrived(1.0, choices=PROMOTIONS)
    _, resigned = talk.cycle(CycleTime(time_s=1.0), about, (said("yes"),))
    talk.cycle(CycleTime(time_s=1.1), about, (said("cancel"),))
    _, intent = talk.cycle(CycleTime(time_s=1.2), about, (said("rook"),))

    assert resigned is None
    assert intent is not None
    assert intent.move == "a7a8r"


def test_nobody_is_reminded_of_what_is_settled_at_the_table():
    talk = Talk(TalkParameters(patience_s=10.0))
    about = pawn_that_arrived(choices=PROMOTIONS)
    talk.cycle(CycleTime(time_s=0.0), about, (said("rook"),))
    talk.cycle(CycleTime(time_s=0.1), about, ())  # the game has not heard of it yet

    reply, _ = talk.cycle(CycleTime(time_s=20.0), pawn_that_arrived(20.0, "a7a8r", "e8d7"), ())

    assert reply is not None
    assert "pawn" not in reply.text
    assert not reply.expects_answer


def test_a_pawn_that_was_put_back_is_not_made_a_knight_by_a_later_word():
    talk = Talk()
    talk.cycle(CycleTime(time_s=0.0), pawn_that_arrived(choices=PROMOTIONS), ())

    _, intent = talk.cycle(CycleTime(time_s=9.0), pawn_that_arrived(9.0), (said("knight"),))

    assert intent is None


def test_what_the_robot_announced_is_repeated_too():
    talk = Talk()
    plea = Announcement(time_s=0.5, text="Please put the white pawn from e2 to e4.", tone="plea")
    talk.cycle(CycleTime(time_s=0.0), situation(), (said("hello"),))
    talk.cycle(CycleTime(time_s=0.5), situation(), (), (plea,))

    reply, _ = talk.cycle(CycleTime(time_s=1.0), situation(), (said("repeat that"),))

    assert reply is not None
    assert reply.text == plea.text
