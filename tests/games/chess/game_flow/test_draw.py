"""A draw that is offered: to an engine that is ahead, too late, or twice."""

import chess
from msgspec import structs

from ludens.games.chess.rules.arrangement import arrange, carried_out
from ludens.games.chess.rules.configuration import home
from ludens.games.chess.rules.ending import Close, Ending
from ludens.games.chess.rules.record import ChessRecord
from ludens.messages.chess_game import ChessOrder
from ludens.messages.engine import ConsideredMove, EngineQuery, EngineReply
from tests.games.chess.game_flow.paper_table import STEP_S, PaperTable

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
THINKS_S = 0.5


class SlowlyThoughtTable(PaperTable):
    """Its engine, which is far ahead, takes its time; so something may happen before its answer."""

    def __init__(self, san: str) -> None:
        pieces = carried_out(arrange(chess.Board(MATE_IN_ONE), home()), home())
        super().__init__(ChessOrder(time_s=0.0, start=MATE_IN_ONE), pieces=pieces)
        self.engine = lambda board: board.parse_san(san) if board.turn else next(iter(board.legal_moves))
        self._later: list[tuple[float, EngineReply]] = []

    def _reply(self, question: EngineQuery) -> EngineReply:
        reply = super()._reply(question)
        return structs.replace(reply, considered=(ConsideredMove(reply.move, 900),))

    def step(self) -> None:
        due_s = self.time_s + 0.5 * STEP_S
        self._later += [(self.time_s + THINKS_S, reply) for reply in self._replies]
        self._replies = [reply for at_s, reply in self._later if at_s <= due_s]
        self._later = [(at_s, reply) for at_s, reply in self._later if at_s > due_s]
        super().step()


def offered_while_it_thinks(san: str) -> SlowlyThoughtTable:
    table = SlowlyThoughtTable(san)
    table.run_until("thinking")
    table.run(0.2)
    table.want("draw")
    table.run(6.0)
    return table


def test_a_draw_that_was_offered_before_its_mate_does_not_undo_the_mate():
    table = offered_while_it_thinks("Ra8#")

    assert table.game is not None
    assert (table.game.result, table.game.closed) == ("1-0", "")
    assert "I accept." not in table.said
    assert table.said.count("White wins by checkmate.") == 1


def test_a_draw_that_was_offered_before_its_move_is_no_longer_answered_by_the_old_score():
    table = offered_while_it_thinks("Ra7")

    assert table.game is not None
    assert table.game.result == "*"
    assert "I would rather play on." in table.said


def test_a_game_that_has_ended_cannot_be_closed_otherwise():
    mated = ChessRecord(MATE_IN_ONE).play(chess.Move.from_uci("a1a8"))

    assert mated.close(Ending(None, Close.AGREEMENT)) == mated
