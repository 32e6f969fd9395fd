"""The engine beside a robot, with the rules of morris; what chess asks beyond moves is tested there."""

from ludens.games.morris.board_game import MORRIS_GAME
from ludens.games.morris.decide.players import make_player
from ludens.games.morris.rules import fen_of, record_from_texts, start_position
from ludens.messages.engine import EngineQuery
from ludens.table.engine import Engine

START = fen_of(start_position())


def test_the_engine_plays_a_legal_turn_and_the_same_one_when_it_is_asked_again():
    query = EngineQuery(time_s=0.0, number=3, start=START, moves=("a1", "d1"), level=2)
    replies = [
        Engine(MORRIS_GAME, seed=5, make_player=lambda level: make_player(f"level-{level}")).reply(query)
        for _ in range(2)
    ]
    assert replies[0] == replies[1]
    assert replies[0].number == 3
    record_from_texts(START, (*query.moves, replies[0].move))
