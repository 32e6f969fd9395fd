import chess
import pytest
from msgspec import structs

from ludens.core.contract.capabilities import JOINTS, Capability
from ludens.core.contract.driver import Delivery, RobotDescription, Source
from ludens.core.errors import LudensError
from ludens.drivers.engine import EngineDriver
from ludens.drivers.inbox import InboxDriver
from ludens.drivers.listener import ListenerDriver
from ludens.games.chess.board_game import CHESS_GAME
from ludens.games.chess.decide.players import level_player
from ludens.games.chess.talk.advising import advise
from ludens.messages import Message
from ludens.messages.announcement import Announcement
from ludens.messages.engine import EngineQuery, EngineReply, Purpose
from ludens.messages.speech import Hypothesis, Utterance
from ludens.table.engine import Engine

WORDS = Capability("words", delivers=(Utterance,))
VOICE = Capability("voice", accepts=(Announcement,))


class Clockwork:
    """A driver that delivers nothing, ten times a second."""

    def __init__(self) -> None:
        self.robots = (RobotDescription("", "clock", (Source("body", 0.1, (JOINTS,)),)),)
        self.time_ns = 0
        self.commands: list[Message] = []

    def next_delivery(self) -> Delivery | None:
        self.time_ns += 100_000_000
        return Delivery(self.time_ns, "", "body", ())

    def command(self, robot: str, command: Message) -> None:
        self.commands.append(command)

    def make_safe(self, robot: str) -> None:
        pass

    def close(self) -> None:
        pass


def beside_clockwork(*, seed: int) -> EngineDriver:
    engine = Engine(CHESS_GAME, seed=seed, make_player=level_player, advise=advise)
    return engine.beside(Clockwork(), thinks_s=0.5)


def question(
    *, fen: str = chess.STARTING_FEN, purpose: Purpose = "move", level: int = 4, number: int = 1
) -> EngineQuery:
    return EngineQuery(time_s=0.0, number=number, start=fen, moves=(), level=level, purpose=purpose)


def answer(driver: EngineDriver, asked: EngineQuery) -> tuple[EngineReply, int]:
    driver.next_delivery()
    driver.command("", asked)
    for _ in range(20):
        delivery = driver.next_delivery()
        assert delivery is not None
        if delivery.source == "engine":
            reply = delivery.messages[0]
            assert isinstance(reply, EngineReply)
            return reply, delivery.time_ns
    raise AssertionError("No reply came.")


def test_an_answer_comes_when_its_time_is_up_and_nothing_else_is_lost():
    driver = beside_clockwork(seed=1)

    reply, time_ns = answer(driver, question())
    following = driver.next_delivery()

    assert chess.Move.from_uci(reply.move) in chess.Board().legal_moves
    assert reply.number == 1
    assert reply.time_s == pytest.approx(0.6)
    assert following is not None
    assert (following.source, following.time_ns) == ("body", time_ns)
    driver.close()


def test_the_same_question_has_the_same_answer_in_every_run():
    moves = set()
    for _ in range(2):
        driver = beside_clockwork(seed=5)
        moves.add(answer(driver, question(level=2))[0].move)
        driver.close()
    assert len(moves) == 1


@pytest.mark.parametrize(
    ("purpose", "language", "words"),
    [
        ("hint", "en", "Try Ra8#: it mates at once."),
        ("score", "en", "White mates in 1."),
        ("hint", "de", "Versuch Ta8#: das setzt sofort matt."),
    ],
)
def test_advice_comes_in_words(purpose, language, words):
    driver = beside_clockwork(seed=1)
    asked = question(fen="6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", purpose=purpose)

    reply, _ = answer(driver, structs.replace(asked, language=language))

    assert reply.words == words
    assert (reply.chosen.result, reply.chosen.plies) == ("win", 1)
    driver.close()


def test_what_is_handed_in_is_delivered_at_the_next_moment_with_its_time():
    driver = InboxDriver(Clockwork(), WORDS)
    driver.hand("", Utterance(time_s=0.0, hypotheses=(Hypothesis("e4"),)))

    first, second = driver.next_delivery(), driver.next_delivery()

    assert first is not None
    assert second is not None
    assert [one.source for one in (first, second)] == ["inbox", "body"]
    assert first.messages[0].time_s == pytest.approx(0.1)
    with pytest.raises(LudensError, match="takes Utterance, not Announcement"):
        driver.hand("", Announcement(time_s=0.0, text="no"))
    with pytest.raises(LudensError, match="no robot called 'other'"):
        driver.hand("other", Utterance(time_s=0.0, hypotheses=()))


def test_listeners_hear_what_is_said_and_may_end_the_run():
    heard: list[Message] = []
    clock = Clockwork()
    driver = ListenerDriver(clock, VOICE, [heard.append])
    driver.next_delivery()

    driver.command("", Announcement(time_s=0.0, text="Hello."))
    driver.command("", question())
    driver.end_after(0.25)
    deliveries = 0
    while driver.next_delivery() is not None:
        deliveries += 1

    assert [type(message) for message in heard] == [Announcement]
    assert [type(message) for message in clock.commands] == [EngineQuery]
    assert deliveries == 3
