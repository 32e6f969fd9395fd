"""Whether what was heard is clear enough to be done, or has to be asked about."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import chess

from ludens.games.chess.talk.meaning import Ask, Command, Nonsense, Play, Refuse
from ludens.games.chess.talk.understanding import Understanding
from ludens.games.chess.talk.weighing import Weighed

# Found on the tuning voices of the experiment chess-language, never on those it reports.
CERTAIN = 0.80  # of the probability: then a move is played at once
HEARD = 0.35  # of the evidence: so much the sound itself has to say for it
RIVAL = 0.04  # of the probability: worth asking about next
MOST_OTHERS = 3


@dataclass(frozen=True, slots=True)
class Decision:
    """What to go by; `others` are moves to ask about if this one was not meant."""

    understanding: Understanding
    text: str
    others: tuple[chess.Move, ...] = ()


def decide(weighed: Sequence[Weighed]) -> Decision:
    """The most probable meaning; a move that is not clear becomes the question whether it was said."""
    if not weighed:
        return Decision(Understanding(Nonsense()), "")
    best = weighed[0]
    others = tuple(_moves(weighed[1:]))
    meaning = best.understanding.meaning
    clear = best.probability >= CERTAIN and best.evidence >= HEARD
    if isinstance(meaning, Play) and not clear:
        asked = replace(best.understanding, meaning=Ask((meaning.move,), "sure"))
        return Decision(asked, best.text, others)
    if isinstance(meaning, Refuse | Nonsense) and others and not clear:
        # Heard as illegal, but hardly: a legal move that sounds alike may have been meant. It is asked about.
        asked = Understanding(Ask((others[0],), "sure"))
        return Decision(asked, best.text, others[1:])
    if isinstance(meaning, Command) and not clear and others:
        asked = Understanding(Ask((others[0],), "sure"))
        return Decision(asked, best.text, others[1:])
    return Decision(best.understanding, best.text, others)


def _moves(weighed: Sequence[Weighed]) -> list[chess.Move]:
    moves = [
        one.understanding.meaning.move
        for one in weighed
        if isinstance(one.understanding.meaning, Play) and one.probability >= RIVAL
    ]
    return moves[:MOST_OTHERS]
