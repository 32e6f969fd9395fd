"""Messages that a game sends: sentences, questions to the engine, a guess where the board lies."""

from collections import deque

from ludens.games.chess.game_flow.played_game import PlayedGame
from ludens.messages.announcement import Announcement, Tone
from ludens.messages.board_pieces import BoardGuess
from ludens.messages.engine import EngineQuery, Purpose


class OutgoingMessages:
    """Messages that wait to be sent, one of each kind at a time."""

    def __init__(self) -> None:
        self._said: deque[Announcement] = deque()
        self._questions: deque[EngineQuery] = deque()
        self._guesses: deque[BoardGuess] = deque()
        self._number = 0  # of the last question
        self.move_number = 0  # of the last one for a move
        self.spoke_s = 0.0

    def say(self, text: str, time_s: float, tone: Tone = "news") -> None:
        """Say something."""
        self.spoke_s = time_s
        self._said.append(Announcement(time_s=time_s, text=text, tone=tone))

    def ask_engine(self, game: PlayedGame, purpose: Purpose, time_s: float) -> int:
        """Have a position thought about; return the number of the question."""
        self._number += 1
        if purpose == "move":
            self.move_number = self._number
        told = game.message(time_s)
        self._questions.append(
            EngineQuery(
                time_s=time_s,
                number=self._number,
                start=told.start,
                moves=told.moves,
                level=game.level,
                purpose=purpose,
                language=game.language,
            )
        )
        return self._number

    def guess(self, base_from_board: tuple[float, ...], time_s: float) -> None:
        """Have the board looked for."""
        self._guesses.append(BoardGuess(time_s=time_s, base_from_board=base_from_board))

    def next_question(self) -> EngineQuery | None:
        """What the engine is asked next."""
        return self._questions.popleft() if self._questions else None

    def next_words(self) -> Announcement | None:
        """What is said next."""
        return self._said.popleft() if self._said else None

    def next_guess(self) -> BoardGuess | None:
        """Where the board may be."""
        return self._guesses.popleft() if self._guesses else None
