"""The dialogue as a module: utterances in, replies and intents out."""

from collections import deque

from ludens.core.contract.declaration import Since
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.games.morris.rules import Side, record_from_texts, turn_text
from ludens.games.morris.talk.dialogue import (
    MorrisAnswer,
    MorrisConversation,
    MorrisSituation,
    respond,
)
from ludens.games.morris.talk.words import Phrasebook, words_of
from ludens.messages import StateReport
from ludens.messages.morris_game import MorrisGame, MorrisIntent, PersonAsked
from ludens.messages.speech import Reply, Utterance
from ludens.table.phrase_forms import usual_phrase


class MorrisTalk(Module[NoParameters]):
    """Answers one utterance a cycle, in the medium it came by."""

    budget_s = 0.02

    def start(self) -> None:
        self._conversation = MorrisConversation()
        self._waiting: deque[Utterance] = deque()
        self._game: MorrisGame | None = None
        self._asked: PersonAsked | None = None
        self._state = ""
        self._told_for: object = None  # what was asked when a turn was told

    def cycle(
        self,
        now: CycleTime,
        game: MorrisGame | None,
        asked: PersonAsked | None,
        state: StateReport | None,
        heard: Since[Utterance],
    ) -> tuple[Reply | None, MorrisIntent | None]:
        """Answer the next utterance; before the game is known nobody is answered."""
        self._game, self._asked = game or self._game, asked or self._asked
        self._state = self._state if state is None else state.state
        self._waiting.extend(heard)
        if game is not None:
            self._told_for = None
        if self._game is None or not self._waiting:
            return None, None
        utterance, words = self._waiting.popleft(), words_of(self._game.language)
        self._conversation, answer = respond(
            self._conversation, utterance.hypotheses, self._situation(self._game), words.heard
        )
        intent = self._intent(answer, now.time_s)
        return self._reply(answer, words, utterance, now.time_s), intent

    def _situation(self, game: MorrisGame) -> MorrisSituation:
        return MorrisSituation(
            record=record_from_texts(game.start, game.turns, game.closed),
            players=tuple(map(Side, game.at_page)),
            is_awaited=self._awaited(game) is not None,
            is_being_made=self._told_for is not None and self._told_for == self._awaited(game),
        )

    def _awaited(self, game: MorrisGame) -> object:
        """For which turn the robot waits: one that it asked for, or one that somebody chooses for it."""
        if self._asked is not None and self._asked.asking == "turn":
            return self._asked.number
        return game.turns if self._state == "thinking" and game.turn in game.robot else None

    def _intent(self, answer: MorrisAnswer, time_s: float) -> MorrisIntent | None:
        if answer.intent is None:
            return None
        if answer.turn is not None and self._game is not None:
            self._told_for = self._awaited(self._game)
        turn = "" if answer.turn is None else turn_text(answer.turn)
        return MorrisIntent(time_s=time_s, name=answer.intent, turn=turn)

    def _reply(self, answer: MorrisAnswer, words: Phrasebook, utterance: Utterance, time_s: float) -> Reply:
        commands = words.heard.commands
        asks = self._conversation.question is not None and not answer.refuses
        return Reply(
            time_s=time_s,
            text=words.say(*answer.said),
            medium=utterance.medium,
            expects_answer=asks,
            answers=tuple(usual_phrase(commands[name]) for name in ("yes", "no")) if asks else (),
            refuses=answer.refuses,
        )
