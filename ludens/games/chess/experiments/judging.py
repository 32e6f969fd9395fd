"""Whether the robot understood a sentence whose meaning is known, at once or after one question.

The person who is asked back is honest and short: "yes", "no", "the second", or the sentence once more where
what was meant is not among what is asked about.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import chess

from ludens.experiments.json_values import Json
from ludens.games.chess.talk.dialogue import respond
from ludens.games.chess.talk.language import load_language
from ludens.games.chess.talk.meaning import (
    YES_OR_NO,
    Command,
    Conversation,
    DialogueTurn,
    Incomplete,
    Meaning,
    Question,
    Refuse,
    Situation,
)
from ludens.messages.speech import Hypothesis


@dataclass(frozen=True, slots=True)
class Asked:
    """A sentence, what was said before it, and what it means in the notation of `talk/sentences`."""

    language: str
    fen: str
    after: tuple[str, ...]
    sentence: str
    meaning: str


ORDINALS = ("the first", "the second", "the third")


@dataclass(frozen=True, slots=True)
class JudgedSentence:
    """A sentence that was heard: what came of it, and what the person answers if they were asked back."""

    verdict: dict[str, Json]
    said: str
    conversation: Conversation
    answer: str | None


def ask_back(asked: Asked, heard: Sequence[Hypothesis], *, spoken: bool) -> JudgedSentence:
    """Let the robot respond to a sentence, and think of the answer to what it then asks."""
    language, situation = load_language(asked.language), Situation(chess.Board(asked.fen))
    before = Conversation()
    for sentence in asked.after:
        before, _ = respond(before, [Hypothesis(sentence)], situation, language)
    after, turn = respond(before, heard, situation, language, spoken=spoken)
    verdict = judge(asked, before, after, turn)
    question = after.question if after.question != before.question else None
    is_settled = question is None or (verdict["right_at_once"] is True and asked.meaning != "refusal")
    answer = None if question is None or is_settled else answer_to(question, asked)
    return JudgedSentence(verdict, turn.said, after, answer)


def after_answering(asked: Asked, talk: JudgedSentence, heard: Sequence[Hypothesis]) -> dict[str, Json]:
    """The verdict after the answer, as it was heard."""
    language, situation = load_language(asked.language), Situation(chess.Board(asked.fen))
    after, turn = respond(talk.conversation, heard, situation, language, spoken=True)
    return judge(asked, talk.conversation, after, turn)


def answer_to(question: Question, asked: Asked) -> str:
    """What somebody who meant `asked` says to a question of the robot."""
    kind, *names = asked.meaning.split()
    offered = [move.uci() for move in question.moves]
    if asked.meaning == "refusal":
        return "no"
    if kind == "move" and names[0] in offered[: len(ORDINALS)]:
        return "yes" if question.about in YES_OR_NO else ORDINALS[offered.index(names[0])]
    return "no" if question.about in YES_OR_NO else asked.sentence


def judge(asked: Asked, before: Conversation, after: Conversation, turn: DialogueTurn) -> dict[str, Json]:
    """The verdict on one turn.

    `right` is a meaning that was taken at once, or that stands in the one question the robot then asks ("Did
    you say pawn to d4 or pawn to e4?"). A question that is itself the right answer is right at once. A
    command is right if it was obeyed, whichever hypothesis it came from.
    """
    kind, *names = asked.meaning.split()
    moves = [intent.move.uci() for intent in turn.intents if intent.move is not None]
    question = after.question if after.question != before.question else None
    asked_about = [move.uci() for move in question.moves] if question is not None else []
    match kind:
        case "move":
            at_once = moves == names
            right = at_once or (not moves and names[0] in asked_about)
        case "question":
            expected = question if question is not None else after.question
            at_once = not moves and expected is not None and sorted(names) == sorted(_moves(expected.moves))
            right = at_once or (not moves and set(names) <= set(asked_about))
        case "command":
            at_once = right = not moves and _is_command(turn.meaning, names)
        case "incomplete":
            at_once = right = not moves and isinstance(turn.meaning, Incomplete)
        case "refusal" if names:
            refusal = turn.meaning
            at_once = right = not moves and isinstance(refusal, Refuse) and refusal.code == names[0]
        case _:
            at_once = right = not moves
    illegal = asked.meaning == "refusal"
    return {
        "right_at_once": at_once,
        "right": right,
        "wrong_move": not illegal and bool(moves) and not (kind == "move" and moves == names),
        "illegal_done": illegal and bool(moves),
    }


def _moves(moves: tuple[chess.Move, ...]) -> list[str]:
    return [move.uci() for move in moves]


def _is_command(meaning: Meaning | None, names: list[str]) -> bool:
    """Whether a command was obeyed, and about the piece and square that were named."""
    if not isinstance(meaning, Command):
        return False
    piece = "" if meaning.piece is None else chess.piece_name(meaning.piece)
    square = "" if meaning.square is None else chess.square_name(meaning.square)
    return names == [name for name in (meaning.name, piece, square, meaning.whose) if name]
