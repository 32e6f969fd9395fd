"""The engine as a source of the robot: it is asked, and its answer arrives a while later.

Thinking is slow, and engines are other programs; modules are pure. So a question leaves as a command and the
answer comes as a delivery, which is recorded: a replay needs no engine.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace

import chess
import numpy as np

from ludens.core.capabilities import Capability
from ludens.core.clock import nanoseconds, seconds
from ludens.core.driver import Delivery, Driver, RobotDescription, Source
from ludens.drivers.inbox import SELDOM_S
from ludens.games.chess.decide.budget import Budget
from ludens.games.chess.decide.embedded.search import analyse
from ludens.games.chess.decide.hints import hint_for
from ludens.games.chess.decide.levels import LevelPlayer
from ludens.games.chess.decide.player import Candidate, Player
from ludens.games.chess.talk.advising import hint_sentence, score_sentence
from ludens.games.chess.talk.telling import Telling
from ludens.messages import Message
from ludens.messages.chess_game import ThinkRequest, Thought

MIND = Capability("mind", delivers=(Thought,), accepts=(ThinkRequest,))
SOURCE = Source("mind", SELDOM_S, (MIND,))
ADVICE_NODES = 60_000
THINKS_S = 0.5

MakePlayer = Callable[[int], Player]  # from a level


@dataclass(slots=True)
class _Question:
    robot: str
    due_ns: int
    answer: Future[Thought]


class MindDriver:
    """Adds the source `mind` to every robot of another driver.

    The answer is worked out in a thread and delivered at a moment that is fixed when it is asked for, however
    long the work takes: with an engine that counts positions, not seconds, every run goes the same way.
    """

    def __init__(
        self,
        driver: Driver,
        *,
        seed: int,
        make_player: MakePlayer = LevelPlayer,
        thinks_s: float = THINKS_S,
    ) -> None:
        self.driver = driver
        self.robots: tuple[RobotDescription, ...] = tuple(
            replace(robot, sources=(*robot.sources, SOURCE)) for robot in driver.robots
        )
        self._seed = seed
        self._make_player = make_player
        self._players: dict[int, Player] = {}
        self._thinks_ns = nanoseconds(thinks_s)
        self._questions: deque[_Question] = deque()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mind")
        self._held: Delivery | None = None
        self._now_ns = 0

    def next_delivery(self) -> Delivery | None:
        """What the driver delivers next; before it, an answer that is due."""
        delivery = self._held if self._held is not None else self.driver.next_delivery()
        self._held = None
        if delivery is None:
            return None
        self._now_ns = delivery.time_ns
        if self._questions and self._questions[0].due_ns <= delivery.time_ns:
            question = self._questions.popleft()
            self._held = delivery
            thought = replace(question.answer.result(), time_s=seconds(delivery.time_ns))
            return Delivery(delivery.time_ns, question.robot, SOURCE.name, (thought,))
        return delivery

    def command(self, robot: str, command: Message) -> None:
        """Begin to think, or pass a command on."""
        if isinstance(command, ThinkRequest):
            answer = self._thread.submit(self._think, command)
            self._questions.append(_Question(robot, self._now_ns + self._thinks_ns, answer))
        else:
            self.driver.command(robot, command)

    def make_safe(self, robot: str) -> None:
        """Bring the robot to rest."""
        self.driver.make_safe(robot)

    def close(self) -> None:
        """Close the driver and end what was started."""
        self.driver.close()
        self._thread.shutdown(cancel_futures=True)
        for player in self._players.values():
            player.close()
        self._players.clear()

    # ------------------------------------------------------------------ in the mind's thread

    def _think(self, request: ThinkRequest) -> Thought:
        board = chess.Board(request.start)
        for text in request.moves:
            board.push_uci(text)
        if request.purpose != "move":
            best = analyse(board, budget=Budget(nodes=ADVICE_NODES), lines=1).candidates[0]
            return _thought(request, best, _words(request, board, best))
        if request.level not in self._players:
            self._players[request.level] = self._make_player(request.level)
        # Dice by move: after taking back, or after a restart, the same move is answered in the same way.
        chance = np.random.default_rng([self._seed, len(request.moves)])
        choice = self._players[request.level].choose(board, chance)
        chosen = next((one for one in choice.candidates if one.move == choice.move), None)
        return _thought(request, chosen or Candidate(choice.move, 0), choice.note)


def _words(request: ThinkRequest, board: chess.Board, best: Candidate) -> str:
    telling = Telling(request.language)
    if request.purpose == "hint":
        return hint_sentence(hint_for(board, best), telling.notation(board, best.move), telling.language)
    return score_sentence(board, best, telling.language)


def _thought(request: ThinkRequest, candidate: Candidate, words: str) -> Thought:
    return Thought(
        time_s=request.time_s,
        number=request.number,
        purpose=request.purpose,
        move=candidate.move.uci(),
        score=candidate.score,
        mate_in=candidate.mate_in,
        line=tuple(move.uci() for move in candidate.line),
        words=words,
    )
