"""The dialogue: words in, words and intents out. It is pure; the same for text and for voice.

What holds whatever is said: a move that is wished for is legal, nothing is answered by silence, and "cancel"
always leads back to where no question is open.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import chess

from ludens.games.chess.talk.answers import obey
from ludens.games.chess.talk.hypotheses import (
    MOST_ASKED,
    Decision,
    asked_about,
    decide,
    weigh,
    with_moves_alike,
)
from ludens.games.chess.talk.language import Language
from ludens.games.chess.talk.meaning import (
    Ask,
    Command,
    Conversation,
    DialogueTurn,
    Incomplete,
    Intent,
    Nonsense,
    Play,
    Question,
    Refuse,
    Situation,
)
from ludens.games.chess.talk.phrases import alphabet, ask_for_target, ask_which, describe, explain, say
from ludens.games.chess.talk.understanding import Understanding, other_readings, understand, understand_answer
from ludens.messages.speech import Hypothesis
from ludens.speech.stop_command import heard_stop
from ludens.table.sentences import capital

HEARD_BEFORE, HEARD_FAINTLY, DENIED = 5.0, 2.0, 0.05  # how much likelier a move then is
OFFER_SPELLING_AFTER = 2  # times in a row that it had to be asked what was said


def respond(
    conversation: Conversation,
    hypotheses: Sequence[Hypothesis],
    situation: Situation,
    language: Language,
    *,
    spoken: bool = False,
) -> tuple[Conversation, DialogueTurn]:
    """What the robot says and wants after an utterance, and what it then remembers.

    What was spoken may have been misheard also where only one hypothesis is left. A stop comes before all.
    """
    if heard_stop(hypotheses):
        stop = Command(name="stop")
        after, turn = obey(stop, conversation, situation, language)
        return replace(after, last_said=turn.said), replace(turn, meaning=stop)
    question, board = conversation.question, situation.board
    if question is not None and not all(board.is_legal(move) for move in question.moves):
        conversation, question = replace(conversation, question=None), None  # the position has changed since

    def meaning_of(text: str) -> Understanding:
        if question is None:
            return understand(text, board, language)
        return understand_answer(text, question, board, language)

    def other_meanings_of(text: str) -> tuple[Understanding, ...]:
        return other_readings(text, board, language) if spoken and question is None else ()

    likelier = _memory(conversation, situation)
    decision = decide(weigh(hypotheses, meaning_of, likelier=likelier, otherwise=other_meanings_of))
    if spoken:
        decision = with_moves_alike(decision, board, language)
    after, turn = _follow(conversation, decision, situation, language)
    return replace(after, last_said=turn.said), replace(turn, meaning=decision.understanding.meaning)


def _memory(conversation: Conversation, situation: Situation) -> Callable[[chess.Move], float]:
    """How much likelier a move is by what was heard before: people who are asked often say it again."""
    question, denied = conversation.question, conversation.denied
    asked = question if question is not None and question.about in ("sure", "heard") else None
    ruled_out = denied.moves if denied.fen == situation.board.fen() else ()

    def likelier(move: chess.Move) -> float:
        if move in ruled_out:
            return DENIED
        if asked is None:
            return 1.0
        return HEARD_BEFORE if move in asked.moves else HEARD_FAINTLY if move in asked.others else 1.0

    return likelier


def remind(conversation: Conversation, language: Language) -> tuple[Conversation, DialogueTurn]:
    """What the robot says after a long silence."""
    if conversation.question is None:
        turn = DialogueTurn(say(language, "silence"))
    else:
        turn = DialogueTurn(say(language, "silence_question", question=conversation.question.text))
    return replace(conversation, last_said=turn.said), turn


def _follow(
    conversation: Conversation, decision: Decision, situation: Situation, language: Language
) -> tuple[Conversation, DialogueTurn]:
    meaning, request = decision.understanding.meaning, decision.understanding.request
    if isinstance(meaning, Play | Ask | Refuse | Incomplete) and situation.is_over:
        return Conversation(), DialogueTurn(language.reasons["game_over"])
    if isinstance(meaning, Play | Ask | Refuse | Incomplete) and not situation.may_move:
        return replace(conversation, question=None), DialogueTurn(say(language, "not_your_turn"))
    match meaning:
        case Play():
            said = say(language, "played", move=describe(meaning.move, situation.board, language))
            return Conversation(), DialogueTurn(said, (Intent("move", meaning.move),))
        case Ask():
            question = ask_which(meaning, request, situation.board, language)
            return _ask(conversation, replace(question, others=decision.others), language)
        case Incomplete():
            return _ask(conversation, ask_for_target(meaning.request, language), language)
        case Refuse():
            return _refuse(conversation, meaning, decision, situation, language)
        case Command():
            return obey(meaning, conversation, situation, language)
        case Nonsense():
            return _not_understood(conversation, decision, language)


def _refuse(
    conversation: Conversation, refusal: Refuse, decision: Decision, situation: Situation, language: Language
) -> tuple[Conversation, DialogueTurn]:
    """Say why not; where a legal move sounds much like it, ask for that."""
    said = explain(refusal, language)
    if decision.others:
        asked = asked_about(decision.others[:MOST_ASKED])
        question = ask_which(asked, None, situation.board, language)
        after, turn = _ask(conversation, replace(question, others=decision.others[MOST_ASKED:]), language)
        return after, DialogueTurn(f"{said} {turn.said}")
    kept = conversation.question if _still_open(conversation.question) else None
    return replace(conversation, question=kept), DialogueTurn(said)


def _still_open(question: Question | None) -> bool:
    """Whether a question stays open after a refusal: only the one where to."""
    return question is not None and question.about == "target"


def _ask(
    conversation: Conversation, question: Question, language: Language
) -> tuple[Conversation, DialogueTurn]:
    """Ask; where one has to ask again and again what was said, the phonetic alphabet is offered."""
    misheard = conversation.misheard + 1 if question.about in ("sure", "heard") else 0
    said = question.text
    if misheard >= OFFER_SPELLING_AFTER:
        said = f"{said} {say(language, 'spelling', alphabet=alphabet(language))}"
    return replace(conversation, question=question, misheard=misheard), DialogueTurn(said)


def _not_understood(
    conversation: Conversation, decision: Decision, language: Language
) -> tuple[Conversation, DialogueTurn]:
    """Say what was heard and what is expected; an open question stays open."""
    misheard = conversation.misheard + 1
    conversation = replace(conversation, misheard=misheard)
    if conversation.question is not None:
        return conversation, DialogueTurn(f"{say(language, 'answer_expected')} {conversation.question.text}")
    heard = decision.text.strip()
    said = say(language, "did_not_understand", heard=heard) if heard else say(language, "did_not_hear")
    if misheard >= OFFER_SPELLING_AFTER:
        said = f"{said} {say(language, 'spelling', alphabet=alphabet(language))}"
    return conversation, DialogueTurn(capital(said))
