"""Whether what was heard is clear enough to be done, or has to be asked about."""

from collections.abc import Sequence
from dataclasses import dataclass

import chess

from ludens.games.chess.talk.meaning import Ask, Nonsense, Play, Refuse
from ludens.games.chess.talk.understanding import Understanding
from ludens.games.chess.talk.weighing import Weighed

# Found on the tuning voices of the experiment chess-language, never on those it reports.
CERTAIN = 0.90  # of the probability: then a move is played at once
HEARD = 0.60  # of the evidence: so much the sound itself has to say for it
RIVAL = 0.03  # of the probability: worth asking about
MOST_ASKED = 3  # in one question


@dataclass(frozen=True, slots=True)
class Decision:
    """What to go by; `others` are moves to ask about if none of this was meant."""

    understanding: Understanding
    text: str
    others: tuple[chess.Move, ...] = ()


def decide(weighed: Sequence[Weighed]) -> Decision:
    """The most probable meaning; a move that is not clear becomes the question whether it was said."""
    if not weighed:
        return Decision(Understanding(Nonsense()), "")
    best = weighed[0]
    if best.probability >= CERTAIN and best.evidence >= HEARD:
        return Decision(best.understanding, best.text)
    moves = _moves(weighed)
    loudest = max(weighed, key=lambda one: one.evidence)
    if isinstance(loudest.understanding.meaning, Refuse) and loudest.evidence >= HEARD:
        # Clearly heard as illegal: that is said, and a legal move that sounds alike is asked about.
        return Decision(loudest.understanding, loudest.text, moves)
    if isinstance(best.understanding.meaning, Ask) or not moves:
        return Decision(best.understanding, best.text)
    asked, others = moves[:MOST_ASKED], moves[MOST_ASKED:]
    return Decision(Understanding(asked_about(asked)), best.text, others)


def asked_about(moves: tuple[chess.Move, ...]) -> Ask:
    """The question whether one of these moves was said."""
    return Ask(moves, "sure" if len(moves) == 1 else "heard")


def _moves(weighed: Sequence[Weighed]) -> tuple[chess.Move, ...]:
    return tuple(
        one.understanding.meaning.move
        for one in weighed
        if isinstance(one.understanding.meaning, Play) and one.probability >= RIVAL
    )
