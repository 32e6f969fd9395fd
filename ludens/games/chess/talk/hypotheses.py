"""Several hypotheses of what was said, weighed together by what they mean now, and which of them is acted on.

The trap is to listen for legal moves only: every illegal request is then heard as some legal one. Here the
recogniser listens for all of chess. Hypotheses of equal meaning add up; what is legal is likelier to have
been said than what is not, but it is done at once only if the sound itself spoke for it. What is not clear
enough is asked about, together with legal moves that sound alike: only a letter differs, by one that is
easily confused.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import chess

from ludens.games.chess.talk.fitting import fit
from ludens.games.chess.talk.language import FILES, Language
from ludens.games.chess.talk.meaning import Ask, Command, Incomplete, MoveRequest, Nonsense, Play, Refuse
from ludens.games.chess.talk.understanding import Understanding
from ludens.messages.speech import Hypothesis

# How often people say such a thing, against a legal move.
PRIOR = {Play: 1.0, Ask: 1.0, Command: 0.6, Refuse: 0.12, Incomplete: 0.06, Nonsense: 0.02}
BENT_FACTOR = 0.7  # for every word that had to be bent: the recogniser knew the right one and chose another
# Found on the tuning voices of the experiment chess-language, never on those it reports.
CERTAIN = 0.90  # of the probability: then a move is played at once
HEARD = 0.60  # of the evidence: so much the sound itself has to say for it
DOUBTED = 0.25  # of the evidence: nothing illegal may have so much, however little the board speaks for it
LIKELY = 0.40  # of the probability: then a command is obeyed, and a question of the rules is asked
RIVAL = 0.03  # of the probability: to be told after a refusal that was clearly heard
MOST_ASKED = 3  # in one question
MOST = 2  # after a refusal; more would be guessing
# How likely a move was said against the one that was heard: the likeliest legal one, the next, and so on.
ALIKE = (0.15, 0.08, 0.04, 0.02)


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


def with_moves_alike(decision: Decision, board: chess.Board, language: Language) -> Decision:
    """A decision in which what sounds alike stands in line with what was heard, and is asked about too."""
    understanding = decision.understanding
    meaning = understanding.meaning
    if isinstance(meaning, Refuse) and understanding.request and not decision.others:
        return replace(decision, others=sounding_alike(understanding.request, board, language)[:MOST])
    if not isinstance(meaning, Ask) or meaning.about not in ("sure", "heard"):
        return decision
    chances = decision.chances or dict.fromkeys(meaning.moves, 1.0)
    scores = dict(chances)
    for move, chance in chances.items():
        alike = sounding_alike(_request(move, board), board, language)
        for other, share in zip([other for other in alike if other != move], ALIKE, strict=False):
            scores[other] = scores.get(other, 0.0) + share * chance
    ordered = tuple(sorted(scores, key=lambda move: -scores[move]))
    asked = asked_about(ordered[:MOST_ASKED])
    return replace(decision, understanding=replace(understanding, meaning=asked), others=ordered[MOST_ASKED:])


def sounding_alike(request: MoveRequest, board: chess.Board, language: Language) -> tuple[chess.Move, ...]:
    """What may have been said instead of a request, the likeliest first."""
    found: dict[chess.Move, None] = {}
    for target in _confused(request.target, language):
        for origin in _confused(request.origin, language):
            meaning = fit(replace(request, target=target, origin=origin), board)
            if isinstance(meaning, Play):
                found[meaning.move] = None
    return tuple(found)


def _request(move: chess.Move, board: chess.Board) -> MoveRequest:
    return MoveRequest(piece=board.piece_type_at(move.from_square), target=move.to_square)


def _confused(square: chess.Square | None, language: Language) -> list[chess.Square | None]:
    """A square and those whose letter may have been said instead of its own, on the same rank."""
    if square is None:
        return [None]
    heard = FILES[chess.square_file(square)]
    rank = chess.square_rank(square)
    return [square, *(chess.square(FILES.index(said), rank) for said in language.alike[heard])]
