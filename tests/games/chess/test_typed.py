from dataclasses import replace

import chess
import pytest

from ludens.games.chess.game_flow.played_game import PlayedGame
from ludens.games.chess.typed import TypedWords
from ludens.messages import StateReport
from ludens.messages.chess_game import Mover
from ludens.messages.speech import Reply, Utterance


def listening(since_s: float, state: str = "listening", *, time_s: float | None = None) -> StateReport:
    told_s = since_s if time_s is None else time_s
    return StateReport(time_s=told_s, state=state, since_s=since_s, reason="", states=(), transitions=())


def test_lines_of_a_file_are_said_one_by_one_when_the_robot_listens():
    said: list[Utterance] = []
    typed = TypedWords(["e4\n", "\n", "Nf3\n", "Bc4\n"], said.append, at_once=False)
    typed.join()

    typed.hear(listening(1.0, "thinking"))
    typed.hear(listening(2.0))
    typed.hear(listening(2.0))
    typed.hear(listening(9.0))

    assert [one.hypotheses[0].text for one in said] == ["e4", "Nf3"]


def test_what_a_person_types_is_said_at_once():
    said: list[Utterance] = []
    TypedWords(["stop\n"], said.append, at_once=True).join()

    assert [one.hypotheses[0].text for one in said] == ["stop"]


def test_a_stop_in_a_pipe_does_not_wait_until_the_robot_listens_only_for_the_lines_before_it():
    said: list[Utterance] = []
    TypedWords(["stop the arm\n"], said.append, at_once=False).join()
    TypedWords(["e4\n", "stop\n"], said.append, at_once=False).join()

    assert [one.hypotheses[0].text for one in said] == ["stop the arm"]


def test_what_the_robot_asks_is_answered_by_the_next_line_and_a_move_it_makes_is_not():
    said: list[Utterance] = []
    typed = TypedWords(["rook to d1\n", "the left one\n", "e4\n"], said.append, at_once=False)
    typed.join()

    typed.hear(listening(2.0))
    typed.hear(listening(2.0, time_s=2.1))  # nothing was answered yet
    assert len(said) == 1
    typed.hear(Reply(time_s=2.2, text="Which rook?", expects_answer=True))
    typed.hear(listening(2.0, time_s=2.2))  # told before the robot could do what it was told
    assert len(said) == 1
    typed.hear(listening(2.0, time_s=3.2))
    assert len(said) == 2
    typed.hear(Reply(time_s=3.3, text="Rook to d1."))
    typed.hear(listening(3.4, "moving"))
    assert len(said) == 2
    typed.hear(listening(9.0))

    assert [one.hypotheses[0].text for one in said] == ["rook to d1", "the left one", "e4"]


@pytest.mark.parametrize(("mover", "answers"), [("words", 1), ("hand", 0)])
def test_what_a_pawn_shall_become_is_answered_at_the_table_by_whoever_talks(mover: Mover, answers: int):
    said: list[Utterance] = []
    typed = TypedWords(["queen\n"], said.append, at_once=False)
    typed.join()
    game = replace(PlayedGame(), white=mover)

    typed.hear(game.message(0.0))
    typed.hear(listening(1.0, "asking"))
    assert said == []
    typed.hear(replace(game, choices=(chess.Move.from_uci("a7a8q"),)).message(1.0))
    typed.hear(listening(1.0, "asking", time_s=2.0))

    assert len(said) == answers
