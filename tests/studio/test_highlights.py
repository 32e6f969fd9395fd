"""Moments that people want to find again, by the rules of each game's page."""

import chess
import pytest
from msgspec import structs

from ludens.core.contract.debug import DebugHub
from ludens.games.chess.page import PAGE as CHESS
from ludens.games.morris.page import PAGE as MORRIS
from ludens.games.passing.page import PAGE as PASSING
from ludens.games.soccer.match_page import FALLS
from ludens.games.soccer.page import PAGE as SOCCER
from ludens.messages import Message
from ludens.messages.balance import FallReport
from ludens.messages.chess_game import ChessGame
from ludens.messages.highlight import HIGHLIGHTS, Highlight
from ludens.messages.morris_game import MorrisGame
from ludens.messages.passing import RallyCount
from ludens.messages.soccer import MatchStatus
from ludens.studio.highlights import HighlightFinder
from ludens.studio.page import HighlightRule

CHESS_GAME = ChessGame(
    time_s=0.0,
    start=chess.STARTING_FEN,
    moves=("e2e4", "d7d5"),
    result="*",
    closed="",
    turn="white",
    white="engine",
    black="hand",
    places=(),
)
MORRIS_GAME = MorrisGame(time_s=0.0, start="", turns=("a1",), position="", turn="black", robot=("white",))


def found(rules: tuple[HighlightRule, ...], path: str, *values: Message) -> list[Highlight]:
    """What is found in values that are published one after the other."""
    hub, marked = DebugHub(), []
    finder = HighlightFinder(hub, rules, lambda time_s, moment: marked.append(moment))
    published: list[Highlight] = []
    hub.watch(HIGHLIGHTS, lambda _path, _time_s, moment: published.append(moment))
    for number, value in enumerate(values):
        hub.tell(hub.stream(path, "message"), float(number), value)
    finder.close()
    hub.tell(hub.stream(path, "message"), 99.0, values[0])
    assert published == marked
    return marked


def test_a_pass_a_goal_and_a_fall_are_marked_once() -> None:
    rallies = [RallyCount(time_s=0.0, passes=passes, pushes=4) for passes in (0, 0, 1, 1)]
    assert found(PASSING.highlights, "RallyCount", *rallies) == [Highlight(kind="goal", words="Pass 1")]
    status = MatchStatus(time_s=0.0, state="playing")
    goal = structs.replace(status, own_score=1, play_s=41.3)
    assert found(SOCCER.highlights, "MatchStatus", status, goal, goal) == [
        Highlight(kind="goal", words="Goal after 41.3 s: 1 : 0")
    ]
    fall = [
        FallReport(time_s=0.0, state=state, direction="forward", lean_rad=1.0)
        for state in ("upright", "falling", "fallen", "fallen")
    ]
    assert found((FALLS,), "red2/FallReport", *fall) == [Highlight(kind="fall", words="red2: falls")]


@pytest.mark.parametrize(("move", "words"), [("e4d5", "exd5"), ("g1f3", None)])
def test_a_capture_on_the_chess_board_is_told_as_players_write_it(move: str, words: str | None) -> None:
    after = structs.replace(CHESS_GAME, moves=(*CHESS_GAME.moves, move))
    wanted = [] if words is None else [Highlight(kind="capture", words=words)]
    assert found(CHESS.highlights, "ChessGame", CHESS_GAME, after) == wanted


def test_taking_back_is_no_capture_and_the_end_is_a_moment() -> None:
    longer = structs.replace(CHESS_GAME, moves=("e2e4", "d7d5", "e4d5"))
    over = structs.replace(longer, result="1-0")
    assert found(CHESS.highlights, "ChessGame", longer, CHESS_GAME) == []
    assert [moment.words for moment in found(CHESS.highlights, "ChessGame", longer, over)] == [
        "The game is over: 1-0"
    ]


def test_a_man_that_is_taken_is_a_moment() -> None:
    taken = structs.replace(MORRIS_GAME, turns=("a1", "d6xb4"))
    assert found(MORRIS.highlights, "MorrisGame", MORRIS_GAME, taken) == [
        Highlight(kind="capture", words="d6xb4")
    ]
