"""The set of sentences that was written before the parser: every one of them is understood."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

import chess
import pytest

from ludens.games.chess import talk
from ludens.games.chess.talk.dialogue import respond
from ludens.games.chess.talk.language import languages, load_language
from ludens.games.chess.talk.meaning import (
    Ask,
    Command,
    Conversation,
    Incomplete,
    Meaning,
    Nonsense,
    Play,
    Refuse,
    Situation,
)
from ludens.games.chess.talk.understanding import understand, understand_answer
from ludens.messages.speech import Hypothesis

FOLDER = Path(talk.__file__).parent / "sentences"


@dataclass(frozen=True)
class Group:
    language: str
    about: str
    fen: str
    after: tuple[str, ...]
    sentences: tuple[tuple[str, str], ...]


def groups() -> list[Group]:
    return [
        Group(
            file.stem,
            entry["about"],
            entry["fen"],
            tuple(entry.get("after", ())),
            tuple((sentence, meaning) for sentence, meaning in entry["sentences"]),
        )
        for file in sorted(FOLDER.glob("*.toml"))
        for entry in tomllib.loads(file.read_text("utf-8"))["group"]
    ]


def written(meaning: Meaning) -> tuple[str, ...]:
    """A meaning as the set writes it, moves in any order."""
    match meaning:
        case Play():
            return ("move", meaning.move.uci())
        case Ask():
            return ("question", *sorted(move.uci() for move in meaning.moves))
        case Refuse():
            return ("refusal", meaning.code)
        case Incomplete(request):
            if request.origin is not None:
                return ("incomplete", chess.square_name(request.origin))
            return ("incomplete", chess.piece_name(request.piece or 0))
        case Command():
            piece = chess.piece_name(meaning.piece) if meaning.piece else None
            square = chess.square_name(meaning.square) if meaning.square is not None else None
            return ("command", meaning.name, *filter(None, (piece, square, meaning.whose)))
        case Nonsense():
            return ("nonsense",)


def expected(text: str) -> tuple[str, ...]:
    kind, *rest = text.split()
    return (kind, *sorted(rest)) if kind == "question" else (kind, *rest)


def test_the_set_is_as_large_as_promised_and_every_language_has_one():
    counts = {code: sum(len(g.sentences) for g in groups() if g.language == code) for code in languages()}
    assert counts["en"] >= 300
    assert min(counts.values()) >= 20


@pytest.mark.parametrize("group", groups(), ids=lambda group: f"{group.language}: {group.about}")
def test_every_sentence_is_understood(group):
    language = load_language(group.language)
    situation = Situation(chess.Board(group.fen))
    conversation = Conversation()
    for sentence in group.after:
        conversation, _ = respond(conversation, [Hypothesis(sentence)], situation, language)
    for sentence, meaning in group.sentences:
        question = conversation.question
        if question is None:
            understood = understand(sentence, situation.board, language).meaning
        else:
            understood = understand_answer(sentence, question, situation.board, language).meaning
            if isinstance(understood, Nonsense):  # the question is asked again
                understood = Ask(question.moves, "origin")
        assert written(understood) == expected(meaning), sentence
        _, turn = respond(conversation, [Hypothesis(sentence)], situation, language)
        wished = tuple(intent.move.uci() for intent in turn.intents if intent.move is not None)
        assert wished == (tuple(meaning.split()[1:]) if meaning.startswith("move") else ()), sentence
        assert turn.said
