"""Which word follows which, learned from typical sentences, in the format recognisers read (ARPA)."""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

DISCOUNT = 0.5  # of every count, kept for pairs that were never seen
BEGIN, END = "<s>", "</s>"


def pairs_model(sentences: Sequence[str]) -> str:
    """A model of pairs of words, with absolute discounting: p(b|a) = (n(ab) - d) / n(a), else backed off."""
    words: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for sentence in sentences:
        row = [BEGIN, *sentence.split(), END]
        words.update(row)
        pairs.update(pairwise(row))
    followers: dict[str, list[str]] = {}
    for first, second in pairs:
        followers.setdefault(first, []).append(second)
    total = sum(count for word, count in words.items() if word != BEGIN)
    single = {word: count / total for word, count in words.items() if word != BEGIN}
    lines = ["\\data\\", f"ngram 1={len(words)}", f"ngram 2={len(pairs)}", "", "\\1-grams:"]
    for word in sorted(words):
        chance = math.log10(single[word]) if word in single else -99.0
        lines.append(f"{chance:.4f} {word} {_backoff(word, words, followers, single):.4f}")
    lines += ["", "\\2-grams:"]
    for (first, second), count in sorted(pairs.items()):
        lines.append(f"{math.log10((count - DISCOUNT) / words[first]):.4f} {first} {second}")
    return "\n".join([*lines, "", "\\end\\", ""])


def _backoff(
    word: str, words: Counter[str], followers: dict[str, list[str]], single: dict[str, float]
) -> float:
    seen = followers.get(word, [])
    if not seen:
        return 0.0
    kept = DISCOUNT * len(seen) / words[word]
    left = 1.0 - sum(single[follower] for follower in seen)
    return math.log10(max(kept, 1e-6) / max(left, 1e-6))
