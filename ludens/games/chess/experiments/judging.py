"""Whether the robot understood a sentence whose meaning is known."""

from collections.abc import Sequence
from dataclasses import dataclass

import chess

from ludens.experiments.json_values import Json
from ludens.games.chess.talk.answering import understand_answer
from ludens.games.chess.talk.conversation import Conversation, Turn
from ludens.games.chess.talk.language import Language
from ludens.games.chess.talk.meaning import Command, Incomplete, Refuse
from ludens.games.chess.talk.understanding import understand
from ludens.messages.speech import Hypothesis


@dataclass(frozen=True, slots=True)
class Asked:
    """A sentence, what was said before it, and what it means in the notation of `talk/sentences`."""

    language: str
    fen: str
    after: tuple[str, ...]
    sentence: str
    meaning: str


def judge(
    asked: Asked,
    before: Conversation,
    after: Conversation,
    turn: Turn,
    heard: Sequence[Hypothesis],
    language: Language,
) -> dict[str, Json]:
    """The verdict on one turn.

    `right` is a meaning that was taken at once, or that stands in the one question the robot then asks ("Did
    you say pawn to d4 or pawn to e4?"). A question that is itself the right answer is right at once.
    """
    kind, *names = asked.meaning.split()
    moves = [wish.move.uci() for wish in turn.wishes if wish.move is not None]
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
            best = _best(asked, before, heard, language)
            at_once = not moves and isinstance(best, Command) and best.name == names[0]
            right = at_once
        case "incomplete":
            at_once = right = not moves and isinstance(_best(asked, before, heard, language), Incomplete)
        case "refusal" if names:
            best = _best(asked, before, heard, language)
            at_once = right = not moves and isinstance(best, Refuse) and best.code == names[0]
        case _:
            at_once = right = not moves
    illegal = asked.meaning == "refusal"
    return {
        "right": right,
        "right_at_once": at_once,
        "wrong_move": not illegal and bool(moves) and not (kind == "move" and moves == names),
        "illegal_done": illegal and bool(moves),
    }


def _moves(moves: tuple[chess.Move, ...]) -> list[str]:
    return [move.uci() for move in moves]


def _best(asked: Asked, before: Conversation, heard: Sequence[Hypothesis], language: Language) -> object:
    """What the best hypothesis means, for answers that leave no other trace."""
    if not heard:
        return None
    board = chess.Board(asked.fen)
    if before.question is None:
        return understand(heard[0].text, board, language).meaning
    return understand_answer(heard[0].text, before.question, board, language).meaning
