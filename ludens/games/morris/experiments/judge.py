"""The experiment `morris-judge`: random games with cheats and misreadings, all known to who injects them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.experiments.experiment import AtMost, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import crashed
from ludens.experiments.trials import TrialRequest
from ludens.games.morris.judge import Mark, Remedy, Ruling, SeenBoard, Supervision
from ludens.games.morris.judge.injector import inject
from ludens.games.morris.rules import POINT_COUNT, GameRecord, Position, Side, apply, mask_of, new_game

LONGEST = 150  # turns; a random game without end is cut off here

COUNTS = (
    *("turns", "honest_looks", "honest_refused", "uncertain_looks", "uncertain_wrong"),
    *("cheats", "cheats_missed", "cheats_misnamed", "remedies_too_long", "remedies_failed"),
    *("misreadings", "misreadings_missed", "misreadings_not_pointed_at"),
)
Share = Annotated[float, Meta(ge=0.0, le=1.0)]


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeOptions:
    """How often what happens, each as a chance per turn. There is no other noise."""

    cheats: Annotated[Share, Meta(description="Chance that a cheat comes before a turn.")] = 0.2
    misreadings: Annotated[Share, Meta(description="Chance that one point is read wrongly first.")] = 0.1
    unknown: Annotated[Share, Meta(description="Chance that some points are unknown at first.")] = 0.2


def judge_trial(request: TrialRequest[JudgeOptions]) -> Row:
    """One random game under the judge's eye."""
    rng, options = np.random.default_rng(request.seed), request.options
    game, counts = Supervision(new_game()), Counter(dict.fromkeys(COUNTS, 0))
    misnamed: list[Json] = []
    while game.record.outcome is None and len(game.record.turns) < LONGEST:
        if rng.random() < options.cheats:
            game = _cheat(game, rng, counts, misnamed)
        if game.record.outcome is not None:
            break
        turns = game.record.legal_turns()
        after = apply(game.record.position, turns[rng.integers(len(turns))])
        if rng.random() < options.misreadings:
            _misread(game, after, rng, counts)
        unknown = _some_points(rng) if rng.random() < options.unknown else 0
        game = _honest(game, after, unknown, counts)
    counts["turns"] = len(game.record.turns)
    return {
        **{name: counts[name] for name in COUNTS},
        "misnamed": misnamed,
        "outcome": str(game.record.outcome),
    }


def _some_points(rng: np.random.Generator) -> int:
    count = int(rng.integers(1, 8))
    return mask_of(int(point) for point in rng.choice(POINT_COUNT, count, replace=False))


def _honest(game: Supervision, after: Position, unknown: int, counts: Counter[str]) -> Supervision:
    """A legal turn must be accepted; where points are unknown, a look at those asked for must suffice."""
    counts["honest_looks"] += 1
    next_game, verdict = game.look(SeenBoard.of_position(after, unknown=unknown))
    if verdict.ruling is Ruling.UNCERTAIN:
        counts["uncertain_looks"] += 1
        next_game, verdict = game.look(SeenBoard.of_position(after, unknown=unknown & ~verdict.look_at))
        counts["uncertain_wrong"] += next_game.record.position != after
    if next_game.record.position != after:
        counts["honest_refused"] += 1
        next_game, _ = game.look(SeenBoard.of_position(after))
    return next_game


def _misread(game: Supervision, after: Position, rng: np.random.Generator, counts: Counter[str]) -> None:
    """One point is read as something else: the board is wrong, and that point is among those to look at."""
    point = int(rng.integers(POINT_COUNT))
    truth = {None: Mark.EMPTY, Side.WHITE: Mark.WHITE, Side.BLACK: Mark.BLACK}
    marks = {place: truth[after.on_point(place)] for place in range(POINT_COUNT)}
    marks[point] = [mark for mark in truth.values() if mark is not marks[point]][rng.integers(2)]
    seen = SeenBoard.of_marks(marks)
    if _honest_boards_that_fit(game.record, seen):
        return  # a mistake that looks like another turn: nobody could know
    counts["misreadings"] += 1
    _, verdict = game.look(seen)
    counts["misreadings_missed"] += verdict.ruling is not Ruling.ILLEGAL
    counts["misreadings_not_pointed_at"] += not verdict.look_at >> point & 1


def _cheat(
    game: Supervision, rng: np.random.Generator, counts: Counter[str], misnamed: list[Json]
) -> Supervision:
    """A cheat must be found and named rightly; carrying out the remedy must let the game go on."""
    cheat = inject(game.record, rng)
    if cheat is None:
        return game
    counts["cheats"] += 1
    stopped, verdict = game.look(cheat.board)
    if verdict.ruling is not Ruling.ILLEGAL or verdict.remedy is None:
        counts["cheats_missed"] += 1
        return game
    if verdict.kinds not in cheat.right:
        counts["cheats_misnamed"] += 1
        misnamed.append(cheat.name)
    counts["remedies_too_long"] += len(verdict.remedy.corrections) > _fewest_hands(game.record, cheat.board)
    repaired, again = stopped.look(carried_out(verdict.remedy, cheat.board))
    if again.turn != verdict.remedy.turn or repaired.waits_for_corrections:
        counts["remedies_failed"] += 1
        return game
    return repaired


def carried_out(remedy: Remedy, board: SeenBoard) -> SeenBoard:
    """The board after somebody did what the judge asked for: lift all men first, then put them down."""
    men = {side: board.men(side) for side in Side}
    for step in remedy.corrections:
        if step.origin is not None:
            men[step.side] &= ~(1 << step.origin)
    for step in remedy.corrections:
        if step.target is not None:
            men[step.side] |= 1 << step.target
    return SeenBoard(men[Side.WHITE], men[Side.BLACK])


def _honest_boards(record: GameRecord) -> list[Position]:
    return [record.position, *(apply(record.position, turn) for turn in record.legal_turns())]


def _honest_boards_that_fit(record: GameRecord, seen: SeenBoard) -> bool:
    return any((seen.white, seen.black) == (board.white, board.black) for board in _honest_boards(record))


def _fewest_hands(record: GameRecord, seen: SeenBoard) -> int:
    """How often a hand must go to the board, counted another way: each man off or on, a move saving one."""
    fewest = POINT_COUNT
    for board in _honest_boards(record):
        off = [bin(seen.men(side) & ~board.men(side)).count("1") for side in Side]
        on = [bin(board.men(side) & ~seen.men(side)).count("1") for side in Side]
        fewest = min(fewest, sum(off) + sum(on) - sum(min(pair) for pair in zip(off, on, strict=True)))
    return fewest


MISTAKES = (
    *("honest_refused", "uncertain_wrong", "cheats_missed", "cheats_misnamed"),
    *("remedies_too_long", "remedies_failed", "misreadings_missed", "misreadings_not_pointed_at"),
)
"""Counts of what must not happen."""


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """Sums over all games."""
    sums: dict[str, int] = dict.fromkeys(COUNTS, 0)
    for row in rows:
        for name in COUNTS:
            value = row.get(name)
            sums[name] += value if isinstance(value, int) else 0
    return {**sums, **{name: sums[name] + crashed(rows) for name in MISTAKES}}


JUDGE = Experiment(
    name="morris-judge",
    summary="The judge of Nine Men's Morris watches random games with cheats and misreadings.",
    trial="ludens.games.morris.experiments.judge:judge_trial",
    options=JudgeOptions,
    summarise=summarise,
    default_trials=1000,
    goal={name: AtMost(0) for name in MISTAKES},
)
