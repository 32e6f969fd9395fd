"""A language is one file, and a file that lacks something is refused before the first word."""

import chess
import pytest

from ludens.core.errors import LudensError
from ludens.games.chess.rules.ending import Close, Ending
from ludens.games.chess.rules.reasons import Code, RefusalReason
from ludens.games.chess.talk.language import languages, load_language, read_language
from ludens.games.chess.talk.meaning import Play, Refuse
from ludens.games.chess.talk.phrases import describe, explain
from ludens.games.chess.talk.telling import Telling
from ludens.games.chess.talk.understanding import understand
from ludens.games.chess.talk.vocabulary import vocabulary


def english_text() -> str:
    from importlib.resources import files

    return (files("ludens.games.chess.talk") / "languages" / "en.toml").read_text("utf-8")


def test_another_language_is_one_more_file(tmp_path):
    file = tmp_path / "pirate.toml"
    text = english_text().replace('words = ["knight", "knights", "horse"]', 'words = ["seahorse"]')
    file.write_text(text, "utf-8")
    pirate = load_language(str(file))
    assert understand("seahorse to f3", chess.Board(), pirate).meaning == Play(chess.Move.from_uci("g1f3"))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[ranks]\n1 = ", "[ranks]\n9 = ", "lacks '1' in \\[ranks\\]"),
        ('alike = { a = "feh", ', "alike = { ", "lacks 'a' in \\[alike\\]"),
        (
            'alike = { a = "feh", ',
            'alike = { a = "fxh", ',
            "'fxh' in alike.a; expected are letters from a to h",
        ),
        ('blocked = "{The}', 'bloked = "{The}', "'blocked' in \\[reasons\\]"),
        ('greet = "Hello. Your move."', 'grete = "Hello."', "'greet' in \\[answers\\]"),
        ('i_play = "I play {move}."', "", "lacks 'i_play' in \\[table\\]"),
        ('cannot_alone = "I cannot', 'cannot_alne = "I cannot', "'cannot_alone' in \\[table\\]"),
        ('checkmate = "by checkmate"', "", "lacks 'checkmate' in \\[endings\\]"),
        ('centre = "it takes', 'center = "it takes', "'centre' in \\[hints\\]"),
        ('pawn = "a pawn moves', 'prawn = "a pawn moves', "'pawn' in \\[ways\\]"),
        ("white_queen =", "white_lady =", "'white_queen' in \\[coloured\\]"),
        ('you_played = "You played {move}."', 'you_played = "{Zug}."', "{Zug} in table.you_played"),
        ('played = "{Move}."', 'played = "{Zug}."', "{Zug} in answers.played"),
        ("[files]", "[files", "cannot be read"),
        ('name = "English"', 'nam = "English"', "cannot be read"),
    ],
)
def test_a_gap_is_named(old, new, complaint):
    text = english_text()
    assert old in text
    with pytest.raises(LudensError, match=complaint):
        read_language(text.replace(old, new, 1), origin="mine.toml")


def test_an_unknown_language_is_refused_with_those_there_are():
    with pytest.raises(LudensError, match="de"):
        load_language("dee")
    with pytest.raises(LudensError, match="no language file"):
        load_language("nowhere.toml")


@pytest.mark.parametrize("code", languages())
def test_every_reason_can_be_said_in_every_language(code):
    language = load_language(code)
    piece = chess.Piece(chess.KNIGHT, chess.WHITE)
    for reason_code in Code:
        reason = RefusalReason(
            reason_code,
            piece=piece,
            origin=1,
            target=18,
            other=piece,
            other_square=3,
            crossed=5,
            squares=(1, 2),
        )
        said = explain(Refuse(reason_code.name.lower(), reason), language)
        assert said[0].isupper()
        assert said[-1] in ".?"


@pytest.mark.parametrize("code", languages())
def test_every_move_that_the_robot_says_is_one_that_it_understands(code):
    """What it says, people will say after it."""
    language = load_language(code)
    for fen in (
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/8/PPPPNPPP/RNBQKB1R w KQkq - 2 3",
        "r3k2r/1P1q1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQBPP1/R3K2R w KQkq - 6 8",
    ):
        board = chess.Board(fen)
        for move in board.legal_moves:
            said = describe(move, board, language)
            assert understand(said, board, language).meaning == Play(move), said


@pytest.mark.parametrize("code", languages())
def test_every_way_a_game_can_end_has_its_sentence(code):
    telling = Telling(code)
    endings = [Ending(winner, how) for how in Close for winner in (True, False, None)]
    endings += [
        Ending(None, how)
        for how in chess.Termination
        if not how.name.startswith("VARIANT") and how is not chess.Termination.CHECKMATE
    ]
    sentences = [telling.ending(ending) for ending in (*endings, Ending(True, chess.Termination.CHECKMATE))]
    assert len(set(sentences)) == len(sentences)
    assert all(not said.endswith(" .") for said in sentences)


def test_notation_has_the_letters_of_its_language():
    board = chess.Board("3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1")
    move = chess.Move.from_uci("e7d8q")
    assert Telling("en").notation(board, move) == "exd8=Q+"
    assert Telling("de").notation(board, move) == "exd8=D+"


@pytest.mark.parametrize("code", languages())
def test_whichever_of_three_moves_was_meant_can_be_heard(code):
    language = load_language(code)
    choices = language.choices
    assert {*choices.first, *choices.second, *choices.third} <= set(vocabulary(language).sentences)
