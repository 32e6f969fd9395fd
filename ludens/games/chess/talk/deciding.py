"""Whether what was heard is clear enough to be done, or has to be asked about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import chess

from ludens.games.chess.talk.meaning import Ask, Command, Nonsense, Play, Refuse
from ludens.games.chess.talk.understanding import Understanding
from ludens.games.chess.talk.weighing import Weighed

# Found on the tuning voices of the experiment chess-language, never on those it reports.
CERTAIN = 0.90  # of the probability: then a move is played at once
HEARD = 0.60  # of the evidence: so much the sound itself has to say for it
DOUBTED = 0.25  # of the evidence: nothing illegal may have so much, however little the board speaks for it
LIKELY = 0.40  # of the probability: then a command is obeyed, and a question of the rules is asked
RIVAL = 0.03  # of the probability: to be told after a refusal that was clearly heard
MOST_ASKED = 3  # in one question


@dataclass(frozen=True, slots=True)
class Decision:
    """What to go by; `others` are moves to ask about if none of this was meant. Where it is a question what
    was said, `chances` are the probabilities of all moves that may have been.
    """

    understanding: Understanding
    text: str
    others: tuple[chess.Move, ...] = ()
    chances: Mapping[chess.Move, float] = field(default_factory=dict)


def decide(weighed: Sequence[Weighed]) -> Decision:
    """The most probable meaning; a move that is not clear becomes the question whether it was said.

    Nothing is done that was not clearly heard. But where nothing is clear, the likeliest moves are asked
    about, also when no meaning at all would be likelier: a question costs less than saying it all again.
    """
    if not weighed:
        return Decision(Understanding(Nonsense()), "")
    best = weighed[0]
    doubted = any(_is_illegal(one) and one.evidence >= DOUBTED for one in weighed[1:])
    if best.probability >= CERTAIN and best.evidence >= HEARD and not doubted:
        return Decision(best.understanding, best.text)
    chances = _chances(weighed)
    loudest = max(weighed, key=lambda one: one.evidence)
    if _is_illegal(loudest) and loudest.evidence >= HEARD:
        # Clearly heard as illegal: that is said, and legal moves that sound alike are asked about.
        rivals = tuple(move for move in _ordered(chances) if chances[move] >= RIVAL)
        return Decision(loudest.understanding, loudest.text, rivals)
    if (best.probability >= LIKELY and _is_harmless(best)) or not chances:
        return Decision(best.understanding, best.text)
    ordered = _ordered(chances)
    asked = Understanding(asked_about(ordered[:MOST_ASKED]))
    return Decision(asked, best.text, ordered[MOST_ASKED:], chances)


def _is_illegal(one: Weighed) -> bool:
    return isinstance(one.understanding.meaning, Refuse)


def _is_harmless(one: Weighed) -> bool:
    """Whether to follow what is only likely: a command, or a question that the rules ask for anyway."""
    meaning = one.understanding.meaning
    return isinstance(meaning, Command) or (
        isinstance(meaning, Ask) and meaning.about not in ("plain", "sure")
    )


def asked_about(moves: tuple[chess.Move, ...]) -> Ask:
    """The question whether one of these moves was said."""
    return Ask(moves, "sure" if len(moves) == 1 else "heard")


def _chances(weighed: Sequence[Weighed]) -> dict[chess.Move, float]:
    """The probability of every move that may have been said; a choice between two counts for both."""
    chances: dict[chess.Move, float] = {}
    for one in weighed:
        meaning = one.understanding.meaning
        moves: tuple[chess.Move, ...] = (meaning.move,) if isinstance(meaning, Play) else ()
        if isinstance(meaning, Ask) and len(meaning.moves) < MOST_ASKED:
            moves = meaning.moves
        for move in moves:
            chances[move] = chances.get(move, 0.0) + one.probability
    return chances


def _ordered(chances: dict[chess.Move, float]) -> tuple[chess.Move, ...]:
    return tuple(sorted(chances, key=lambda move: -chances[move]))
