"""The game for onlookers as a module: board and conversation on debug streams, clocks that run."""

from dataclasses import replace
from typing import Any

import chess
from msgspec import structs

from ludens.core.contract.debug import Debug, DebugHub
from ludens.core.contract.module import CycleTime
from ludens.games.chess.game_flow.played_game import PlayedGame
from ludens.games.chess.rules.record import ChessRecord
from ludens.games.chess.show import ChessGameView
from ludens.messages import StateReport
from ludens.messages.board_picture import BoardPicture, Lines
from ludens.messages.chess_game import ChessGame
from ludens.messages.engine import ConsideredMove, EngineQuery, EngineReply
from ludens.messages.speech import Hypothesis, Reply, Utterance


class Onlooker:
    """One module, and the newest of what it shows."""

    def __init__(self) -> None:
        self.told: dict[str, Any] = {}
        hub = DebugHub()
        hub.watch("*", lambda path, _, value: self.told.__setitem__(path, value))
        self.view = ChessGameView(debug=Debug(hub, "view", None))

    def step(
        self,
        time_s: float,
        *,
        game: ChessGame | None = None,
        state: str | None = None,
        said: str = "",
        reply: str = "",
        asked: EngineQuery | None = None,
        engine_reply: EngineReply | None = None,
    ) -> None:
        report = StateReport(
            time_s=time_s, state=state or "", since_s=0.0, reason="", states=(), transitions=()
        )
        self.view.cycle(
            CycleTime(time_s=time_s),
            game,
            report if state else None,
            (Utterance(time_s=time_s, hypotheses=(Hypothesis(said),)),) if said else (),
            Reply(time_s=time_s, text=reply) if reply else None,
            None,
            asked,
            (engine_reply,) if engine_reply is not None else (),
        )

    @property
    def board(self) -> BoardPicture:
        board = self.told["view/board"]
        assert isinstance(board, BoardPicture)
        return board

    @property
    def talk(self) -> Lines:
        lines = self.told["view/talk"]
        assert isinstance(lines, Lines)
        return lines


def told_game(*moves: str) -> ChessGame:
    record = ChessRecord(moves=tuple(map(chess.Move.from_uci, moves)))
    return replace(PlayedGame(record), white="words", black="words").message(0.0)


def test_a_move_changes_the_board_and_the_clocks_of_both_go_on() -> None:
    onlooker = Onlooker()
    onlooker.step(0.0, game=told_game(), state="listening")
    onlooker.step(3.0, game=told_game("e2e4"), state="moving")
    assert onlooker.board.moves == ("e4",)
    onlooker.step(7.0, state="listening")
    onlooker.step(8.0)
    white, black = onlooker.board.sides
    assert (white.used_s, black.used_s) == (7.0, 1.0)
    assert (white.clock_runs, black.clock_runs) == (False, True)


def test_a_new_game_has_new_clocks() -> None:
    onlooker = Onlooker()
    onlooker.step(0.0, game=told_game("e2e4"), state="listening")
    onlooker.step(5.0, game=told_game())
    assert [side.used_s for side in onlooker.board.sides] == [0.0, 0.0]


def test_whoever_looks_later_sees_what_was_said_before() -> None:
    onlooker = Onlooker()
    onlooker.step(0.0, said="e4", reply="Pawn to e4.")
    onlooker.told.clear()
    onlooker.step(0.1)
    assert not onlooker.told
    onlooker.step(0.6)
    assert [line.text for line in onlooker.talk.lines] == ["e4", "Pawn to e4."]


def test_who_is_ahead_is_said_by_the_pieces_until_the_engine_has_thought() -> None:
    onlooker = Onlooker()
    start = "4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1"
    onlooker.step(0.0, game=structs.replace(told_game(), start=start, turn="black"), state="thinking")
    assert onlooker.board.balance_words == "+18.0"
    request = EngineQuery(time_s=0.0, number=4, start=start, moves=(), level=3)
    answer = EngineReply(
        time_s=0.5, number=4, move="e8e7", considered=(ConsideredMove("e8e7", -900, "loss", 4),)
    )
    onlooker.step(0.4, asked=request)
    onlooker.step(0.8, engine_reply=answer)
    assert onlooker.board.balance_words == "#2"  # black is to move and mated in two
    assert onlooker.board.balance == 1.0


def test_an_old_thought_is_forgotten() -> None:
    onlooker = Onlooker()
    request = EngineQuery(time_s=0.0, number=1, start=chess.STARTING_FEN, moves=(), level=3)
    answer = EngineReply(time_s=0.5, number=1, move="e2e4", considered=(ConsideredMove("e2e4", 70),))
    onlooker.step(0.0, game=told_game(), asked=request)
    onlooker.step(0.3, engine_reply=answer)
    words = []
    for count in range(4):
        onlooker.step(1.0 + count, game=told_game(*("e2e4", "e7e5", "g1f3")[:count]))
        words.append(onlooker.board.balance_words)
    assert words == ["+0.7", "+0.7", "+0.7", "+0.0"]
