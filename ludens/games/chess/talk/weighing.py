"""Several hypotheses of what was said, weighed together by what they mean now.

The trap is to listen for legal moves only: every illegal request is then heard as some legal one. Here the
recogniser listens for all of chess. Hypotheses of equal meaning add up; what is legal is likelier to have
been said than what is not, but it is done at once only if the sound itself spoke for it.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import chess

from ludens.games.chess.talk.meaning import Ask, Command, Incomplete, Nonsense, Play, Refuse
from ludens.games.chess.talk.understanding import Understanding
from ludens.messages.speech import Hypothesis

# How often people say such a thing, against a legal move.
PRIOR = {Play: 1.0, Ask: 1.0, Command: 0.6, Refuse: 0.12, Incomplete: 0.06, Nonsense: 0.02}
BENT_FACTOR = 0.7  # for every word that had to be bent: the recogniser knew the right one and chose another


@dataclass(frozen=True, slots=True)
class Weighed:
    """One meaning. `evidence` is what the sound gives it, `probability` what sound and board do."""

    understanding: Understanding
    text: str  # of the best hypothesis for it
    evidence: float
    probability: float


def weigh(
    hypotheses: Sequence[Hypothesis],
    understand: Callable[[str], Understanding],
    *,
    likelier: Callable[[chess.Move], float] = lambda _: 1.0,
    otherwise: Callable[[str], Sequence[Understanding]] = lambda _: (),
) -> list[Weighed]:
    """The meanings of an utterance, the most probable first; none for an utterance without hypotheses.

    `likelier` is what an earlier hearing says about a move: it changes the probability, not the evidence. So
    do other readings of a hypothesis that comes to nothing (`otherwise`): they can be asked about, not done.
    """
    texts: dict[Hashable, tuple[Understanding, str]] = {}
    evidence: dict[Hashable, float] = {}
    weights: dict[Hashable, float] = {}
    for hypothesis in hypotheses:
        understanding = understand(hypothesis.text)
        key = _key(understanding)
        evidence[key] = evidence.get(key, 0.0) + hypothesis.confidence
        leads_nowhere = isinstance(understanding.meaning, Refuse | Incomplete | Nonsense)
        for one in (understanding, *(otherwise(hypothesis.text) if leads_nowhere else ())):
            key = _key(one)
            texts.setdefault(key, (one, hypothesis.text))
            weights[key] = weights.get(key, 0.0) + hypothesis.confidence * _factor(one, likelier)
    total = sum(weights.values()) or 1.0
    weighed = [
        Weighed(understanding, text, evidence.get(key, 0.0), weights[key] / total)
        for key, (understanding, text) in texts.items()
    ]
    return sorted(weighed, key=lambda one: -one.probability)


def _factor(understanding: Understanding, likelier: Callable[[chess.Move], float]) -> float:
    factor: float = PRIOR[type(understanding.meaning)] * BENT_FACTOR**understanding.cost
    if isinstance(understanding.meaning, Play):
        factor *= likelier(understanding.meaning.move)
    return factor


def _key(understanding: Understanding) -> Hashable:
    meaning = understanding.meaning
    if isinstance(meaning, Play | Ask | Command):
        return meaning
    if isinstance(meaning, Nonsense):
        return Nonsense
    return (type(meaning), understanding.request)
