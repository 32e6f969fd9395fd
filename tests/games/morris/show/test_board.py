"""The game as a picture: men where they stand, turns that can be clicked, and what the robot believes."""

import numpy as np
import pytest
from msgspec import structs

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.rules import POINTS, fen_of, start_position
from ludens.games.morris.show.board import (
    LINES,
    SYMBOLS,
    MorrisOpinion,
    opinion_of,
    picture_of,
    square_of,
)
from ludens.games.morris.show.table_drawing import COLOURS, table_drawing
from ludens.messages import Circle, Text
from ludens.messages.engine import ConsideredMove
from ludens.messages.morris_game import Colour, MorrisGame, PersonAsked
from ludens.messages.morris_table import MenBelieved, SeenMan
from ludens.studio.board_picture import board_svg, points_of

START = fen_of(start_position())
COLOUR_NAMES: tuple[Colour, Colour] = ("white", "black")


def game(*turns: str, turn: Colour = "black", robot: tuple[Colour, ...] = ("white",)) -> MorrisGame:
    at_page = tuple(colour for colour in COLOUR_NAMES if colour not in robot)
    return MorrisGame(
        time_s=0.0, start=START, turns=turns, position=START, turn=turn, robot=robot, at_page=at_page
    )


def test_points_are_where_their_names_say_and_lines_join_them():
    assert square_of(POINTS["a1"]) == 0
    assert square_of(POINTS["g7"]) == 48
    assert square_of(POINTS["d2"]) == 3 + 7
    assert len(LINES) == 32


def test_men_the_last_turn_and_what_is_asked_are_shown():
    asked = PersonAsked(time_s=0.0, number=1, asking="put right", corrections=((1, POINTS["d1"], -1),))
    picture = picture_of(
        game("a1", "d1", "g1", turn="black"), asked, opinion_of(ConsideredMove("g1", 120), "white")
    )
    assert {(piece.square, piece.side) for piece in picture.pieces} == {(0, 0), (3, 1), (6, 0)}
    assert picture.last == (6,)
    assert picture.asked == (3,)
    assert picture.balance > 0.5
    assert picture.balance_words == "+1.2"
    assert [side.who for side in picture.sides] == ["the robot, level 10, 7 in hand", "you, 8 in hand"]


@pytest.mark.parametrize(
    ("best", "mover", "share", "words"),
    [
        (ConsideredMove("a1", 120), "white", 0.6, "+1.2"),
        (ConsideredMove("a1", 120), "black", 0.4, "-1.2"),
        (ConsideredMove("a1", 0, "win", 3), "black", 0.0, "0-1"),
        (ConsideredMove("a1", 0, "draw"), "black", 0.5, "½"),
        (ConsideredMove("a1", 0), "white", 0.5, "+0.0"),
    ],
)
def test_who_is_ahead_is_told_from_white_whoever_has_thought_about_it(
    best: ConsideredMove, mover: Colour, share: float, words: str
):
    opinion = opinion_of(best, mover)
    assert (round(opinion.white_share, 6), opinion.words) == (share, words)


def test_after_the_end_the_winner_has_it_all():
    ended = structs.replace(game("a1"), closed="black resigns", outcome="White wins.")
    picture = picture_of(ended, None, opinion_of(ConsideredMove("a1", 0, "loss"), "white"))
    assert (picture.balance, picture.balance_words, picture.result) == (1.0, "", "1-0")
    assert picture.to_move is None
    assert (picture.possible, picture.premoves, picture.actions) == ((), (), ())


def test_a_person_may_place_by_one_click_and_the_robots_turns_are_its_own():
    free = picture_of(game("a1"), None, MorrisOpinion())
    assert {move.target for move in free.possible} == {square_of(p) for p in POINTS.values()} - {0}
    assert all(move.origin == move.target for move in free.possible)
    others = picture_of(game(turn="white"), None, MorrisOpinion())
    assert others.possible == ()
    assert {move.words for move in others.premoves} == set(POINTS)


def test_of_a_turn_that_closes_a_mill_the_men_it_may_take_are_offered_after_its_target():
    turns = ("a1", "b2", "d1", "d2")
    picture = picture_of(game(*turns, turn="white", robot=("black",)), None, MorrisOpinion())
    closing = [move for move in picture.possible if move.target == 6]
    assert {(move.words, move.takes) for move in closing} == {("g1xb2", 8), ("g1xd2", 10)}


def test_the_studio_draws_lines_and_only_points_can_be_clicked():
    svg = board_svg(picture_of(game("a1"), None, MorrisOpinion()), symbols=SYMBOLS, turned=False)
    assert svg.count('class="joint"') == 32
    assert len(points_of(picture_of(game("a1"), None, MorrisOpinion()))) == 24
    assert "square light" not in svg


def test_the_table_shows_how_sure_the_robot_is():
    chances = np.tile([1.0, 0.0, 0.0], (24, 1))
    chances[0], chances[1] = (0.02, 0.97, 0.01), (0.3, 0.1, 0.6)
    believed = MenBelieved(
        time_s=0.0,
        probabilities=chances,
        seen_before_s=np.zeros(24),
        men=(SeenMan(-0.16, -0.16, 0.1, 0),),
        strays=(),
    )
    drawing = table_drawing(believed, None, measures=MorrisMeasures())
    filled = [shape.colour for shape in drawing.shapes if isinstance(shape, Circle) and shape.filled]
    assert filled == [COLOURS[0], COLOURS[1]]
    assert [shape.words for shape in drawing.shapes if isinstance(shape, Text)] == ["60%"]
