"""The dialogue as a module of the runtime: utterances and silence in, replies and intents out."""

from collections import deque
from dataclasses import dataclass, replace
from typing import Annotated

import chess
from msgspec import Meta

from ludens.core.contract.declaration import Since
from ludens.core.contract.module import CycleTime, Module
from ludens.games.chess.talk.dialogue import remind, respond
from ludens.games.chess.talk.language import load_language
from ludens.games.chess.talk.meaning import Conversation, DialogueTurn, Question, Situation
from ludens.games.chess.talk.phrases import possible_answers, say
from ludens.messages.announcement import Announcement
from ludens.messages.chess_talk import ChessSituation, UserIntent
from ludens.messages.speech import Medium, Reply, Utterance
from ludens.speech.stop_command import heard_stop

COLOURS = {"white": chess.WHITE, "black": chess.BLACK, "both": None}


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkParameters:
    """How the robot talks."""

    patience_s: Annotated[
        float, Meta(ge=1.0, description="Silence after which it reminds; doubled every time.")
    ] = 30.0


class Talk(Module[TalkParameters]):
    """Answers one utterance a cycle, in the medium it came by; the next ones wait their turn, but a stop.

    Reminders come only while it is the talking player's turn, and ever more seldom: a person may think.
    """

    budget_s = 0.1

    def start(self) -> None:
        self._language = load_language()
        self._conversation = Conversation()
        self._asked: Question | None = None  # at the table, not in this conversation
        self._waiting: deque[Utterance] = deque()
        self._medium: Medium = "text"
        self._quiet_since_s: float | None = None
        self._patience_s = self.parameters.patience_s

    def parameters_changed(self) -> None:
        self._patience_s = self.parameters.patience_s

    def cycle(
        self,
        now: CycleTime,
        about: ChessSituation,
        heard: Since[Utterance],
        announced: Since[Announcement] = (),
    ) -> tuple[Reply | None, UserIntent | None]:
        self._waiting.extend(heard)
        self._heed_stop()
        self._language = load_language(about.language)
        situation = Situation(_board(about), COLOURS[about.player], about.is_closed)
        self._heed_the_table(about)
        for one in announced:  # who says "repeat" wants what was said last, by whomever of the robot
            self._conversation = replace(self._conversation, last_said=one.text)
        if self._waiting:
            return self._answer(self._waiting.popleft(), situation, now.time_s)
        return self._remind(situation, now.time_s), None

    def _heed_stop(self) -> None:
        """Forget whatever was said before a stop: that is answered now."""
        stops = [place for place, one in enumerate(self._waiting) if heard_stop(one.hypotheses)]
        for _ in range(stops[-1] if stops else 0):
            self._waiting.popleft()

    def _answer(
        self, utterance: Utterance, situation: Situation, time_s: float
    ) -> tuple[Reply, UserIntent | None]:
        self._medium = utterance.medium
        self._quiet_since_s = time_s
        self._patience_s = self.parameters.patience_s
        self._conversation, turn = respond(
            self._conversation,
            utterance.hypotheses,
            situation,
            self._language,
            spoken=utterance.medium == "voice",
        )
        intent = None
        if turn.intents:
            move = turn.intents[0].move
            intent = UserIntent(
                time_s=time_s, name=turn.intents[0].name, move="" if move is None else move.uci()
            )
        return self._reply(turn, time_s), intent

    def _heed_the_table(self, about: ChessSituation) -> None:
        """Take up what the flow of the game has asked, until the board or a word has settled it."""
        before, self._asked = self._asked, self._asked_at_the_table(about)
        is_new = self._asked is not None and self._asked != before
        if is_new or self._conversation.question in (None, before):
            self._conversation = replace(self._conversation, question=self._asked)

    def _asked_at_the_table(self, about: ChessSituation) -> Question | None:
        """The question that the flow of the game has put: what shall the pawn become?"""
        if not about.choices:
            return None
        moves = tuple(map(chess.Move.from_uci, about.choices))
        return Question(about="promotion", text=say(self._language, "which_promotion"), moves=moves)

    def _remind(self, situation: Situation, time_s: float) -> Reply | None:
        if self._quiet_since_s is None or not situation.may_move or situation.is_over:
            self._quiet_since_s = time_s
            return None
        if time_s - self._quiet_since_s < self._patience_s:
            return None
        self._quiet_since_s = time_s
        self._patience_s *= 2.0
        self._conversation, turn = remind(self._conversation, self._language)
        return self._reply(turn, time_s)

    def _reply(self, turn: DialogueTurn, time_s: float) -> Reply:
        question = self._conversation.question
        return Reply(
            time_s=time_s,
            text=turn.said,
            medium=self._medium,
            expects_answer=question is not None,
            answers=() if question is None else possible_answers(question, self._language),
            refuses=turn.refuses,
        )


def _board(about: ChessSituation) -> chess.Board:
    board = chess.Board(about.fen)
    for move in about.moves:
        board.push_uci(move)
    return board
