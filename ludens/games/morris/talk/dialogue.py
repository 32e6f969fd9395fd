"""The dialogue: words in, words and intents out. It is pure; the same for clicks, text and voice.

What holds whatever is said: a turn that is wished for is legal, and nothing is answered by silence.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ludens.games.morris.rules import GameRecord, Side, Turn, turn_text
from ludens.games.morris.talk.meaning import Meaning, RefusedTurn, Wanted, understand
from ludens.games.morris.talk.words import Phrase, phrase, side
from ludens.messages.morris_game import MorrisIntentName
from ludens.messages.speech import Hypothesis
from ludens.table.sentences import HeardWords

Question = Literal["resign", "new_game", "draw", "turn"]
AT_ONCE: tuple[MorrisIntentName, ...] = ("take_back", "hint", "score")
CLEAR = 0.9
"""Confidence from which on a turn that was heard is made at once."""
OF_A_GAME_UNDER_WAY = ("resign", "draw", "hint", "score")


@dataclass(frozen=True, slots=True, kw_only=True)
class MorrisSituation:
    """The game that is talked about, which sides are played by those who talk, and whether one is awaited."""

    record: GameRecord
    players: tuple[Side, ...]
    is_awaited: bool
    is_being_made: bool = False  # a turn that was told and is not seen yet

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.record.outcome is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class MorrisConversation:
    """What is remembered: a question that is open, with the turn it is about, and what was said last."""

    question: Question | None = None
    turn: Turn | None = None
    last_said: tuple[Phrase, ...] = ()

    def asked(self) -> Phrase:
        """The question that is open."""
        assert self.question is not None
        if self.turn is not None:
            return phrase("dialogue.did_you_say", turn=turn_text(self.turn))
        return phrase(f"dialogue.confirm_{self.question}")


@dataclass(frozen=True, slots=True, kw_only=True)
class MorrisAnswer:
    """What the robot says, and what is to be done."""

    said: tuple[Phrase, ...]
    intent: MorrisIntentName | None = None
    turn: Turn | None = None
    refuses: bool = False


def respond(
    conversation: MorrisConversation,
    hypotheses: Sequence[Hypothesis],
    situation: MorrisSituation,
    heard: HeardWords,
) -> tuple[MorrisConversation, MorrisAnswer]:
    """What the robot says and wants after an utterance, and what it then remembers.

    Of several hypotheses the first that means something counts; a turn that was not heard clearly is asked
    about.
    """
    meanings = [understand(one.text, situation.record, heard) for one in hypotheses]
    place = _first_useful(meanings)
    meaning = meanings[place] if meanings else None
    is_clear = bool(hypotheses) and place == 0 and hypotheses[0].confidence >= CLEAR
    if isinstance(meaning, Turn) and not is_clear and _hindrance(situation) is None:
        after = MorrisConversation(question="turn", turn=meaning)
        return _remembering(after, MorrisAnswer(said=(after.asked(),)))
    if isinstance(meaning, Wanted):
        return _obey(meaning.command, conversation, situation)
    if isinstance(meaning, Turn):
        return _remembering(MorrisConversation(), _tell(meaning, situation))
    if isinstance(meaning, RefusedTurn):
        return _remembering(MorrisConversation(), _refusal(_hindrance(situation) or meaning.why))
    if conversation.question is not None:
        return conversation, _refusal(phrase("dialogue.answer_expected", question=conversation.asked()))
    text = hypotheses[0].text.strip() if hypotheses else ""
    key = "dialogue.not_understood" if text else "dialogue.not_heard"
    return _remembering(conversation, _refusal(phrase(key, heard=text)))


def _first_useful(meanings: Sequence[Meaning]) -> int:
    """The place of the first meaning that can be done; else of the first that says why it cannot."""
    for kinds in ((Turn, Wanted), (RefusedTurn,)):
        for place, meaning in enumerate(meanings):
            if isinstance(meaning, kinds):
                return place
    return 0


def _remembering(
    conversation: MorrisConversation, answer: MorrisAnswer
) -> tuple[MorrisConversation, MorrisAnswer]:
    return replace(conversation, last_said=answer.said), answer


def _refusal(why: Phrase) -> MorrisAnswer:
    return MorrisAnswer(said=(why,), refuses=True)


def _hindrance(situation: MorrisSituation) -> Phrase | None:
    """Why nobody can tell a turn now, or None."""
    if situation.is_over:
        return phrase("dialogue.over")
    if not situation.players:
        return phrase("dialogue.chooses_itself")
    if situation.record.side_to_move not in situation.players:
        return phrase("dialogue.not_your_turn")
    if situation.is_being_made:
        return phrase("dialogue.being_made")
    return None if situation.is_awaited else phrase("dialogue.look_first")


def _tell(turn: Turn, situation: MorrisSituation) -> MorrisAnswer:
    hindered = _hindrance(situation)
    if hindered is not None:
        return _refusal(hindered)
    said = phrase("dialogue.played", turn=turn_text(turn))
    return MorrisAnswer(said=(said,), intent="turn", turn=turn)


def _obey(
    command: str, conversation: MorrisConversation, situation: MorrisSituation
) -> tuple[MorrisConversation, MorrisAnswer]:
    if command in ("yes", "no"):
        return _remembering(*_yes_or_no(conversation, situation, yes=command == "yes"))
    if command == "repeat":
        said = (conversation.asked(),) if conversation.question is not None else conversation.last_said
        return conversation, MorrisAnswer(said=said or (phrase("dialogue.nothing_said"),))
    if command in OF_A_GAME_UNDER_WAY and situation.is_over:
        return _remembering(MorrisConversation(), _refusal(phrase("dialogue.over")))
    if command == "take_back" and not situation.record.turns:
        return _remembering(MorrisConversation(), _refusal(phrase("dialogue.nothing_to_take_back")))
    question = _to_be_confirmed(command, situation)
    if question is not None:
        after = MorrisConversation(question=question)
        return _remembering(after, MorrisAnswer(said=(after.asked(),)))
    for name in (*AT_ONCE, "draw", "new_game"):
        if command == name:
            answer = MorrisAnswer(said=(phrase(f"dialogue.{name}"),), intent=name)
            return _remembering(MorrisConversation(), answer)
    if command == "turn":
        told = phrase("dialogue.turn_of", side=side(situation.record.side_to_move))
        return _remembering(conversation, MorrisAnswer(said=(told,)))
    return _remembering(conversation, MorrisAnswer(said=(phrase("dialogue.help"),)))


def _to_be_confirmed(command: str, situation: MorrisSituation) -> Question | None:
    """What ends a game that is under way is asked about first; a draw only of two people."""
    if command == "resign":
        return "resign"
    if command == "new_game" and situation.record.turns and not situation.is_over:
        return "new_game"
    return "draw" if command == "draw" and len(situation.players) == len(Side) else None


def _yes_or_no(
    conversation: MorrisConversation, situation: MorrisSituation, *, yes: bool
) -> tuple[MorrisConversation, MorrisAnswer]:
    if conversation.question is None:
        return conversation, MorrisAnswer(said=(phrase("dialogue.nothing_asked"),))
    if not yes:
        key = "say_again" if conversation.question == "turn" else "cancelled"
        return MorrisConversation(), MorrisAnswer(said=(phrase(f"dialogue.{key}"),))
    if conversation.question == "turn":
        assert conversation.turn is not None
        return MorrisConversation(), _tell(conversation.turn, situation)
    key = "agreed" if conversation.question == "draw" else conversation.question
    answer = MorrisAnswer(said=(phrase(f"dialogue.{key}"),), intent=conversation.question)
    return MorrisConversation(), answer
