"""Whether the robot understood a sentence whose meaning is known."""

from dataclasses import dataclass

import chess

from ludens.experiments.json_values import Json
from ludens.games.chess.talk.meaning import Command, Conversation, DialogueTurn, Incomplete, Meaning, Refuse


@dataclass(frozen=True, slots=True)
class Asked:
    """A sentence, what was said before it, and what it means in the notation of `talk/sentences`."""

    language: str
    fen: str
    after: tuple[str, ...]
    sentence: str
    meaning: str


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
        "right": right,
        "right_at_once": at_once,
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
