from typing import Any

import numpy as np

from ludens.experiments.trials import TrialRequest
from ludens.games.morris.experiments.judge import JUDGE, JudgeOptions, judge_trial, summarise
from ludens.games.morris.judge.injector import CHEATS, inject
from ludens.games.morris.rules import apply, new_game

GAMES = 80  # of the 10,000 that the experiment itself is run with


def test_every_cheat_is_found_and_named_and_no_honest_turn_refused():
    rows = [
        judge_trial(TrialRequest(seed=seed, noise="default", options=JudgeOptions())) for seed in range(GAMES)
    ]
    figures: dict[str, Any] = summarise(rows)
    assert figures["cheats"] > 800
    assert figures["misreadings"] > 400
    assert figures["uncertain_looks"] > 60
    assert {name: figures[name] for name in JUDGE.goals(JudgeOptions())} == dict.fromkeys(
        JUDGE.goals(JudgeOptions()), 0
    )


def test_all_kinds_of_cheats_are_tried():
    rng = np.random.default_rng(0)
    tried = set()
    for _ in range(20):
        record = new_game()
        while record.outcome is None and len(record.turns) < 80:
            cheat = inject(record, rng)
            assert cheat is not None
            tried.add(cheat.name)
            turns = record.legal_turns()
            record = record.play(turns[rng.integers(len(turns))])
    assert tried == {maker.__name__ for maker in CHEATS}


def test_a_cheat_never_looks_like_an_honest_turn():
    rng = np.random.default_rng(1)
    record = new_game()
    while record.outcome is None and len(record.turns) < 60:
        afters = [apply(record.position, turn) for turn in record.legal_turns()]
        honest = {(after.white, after.black) for after in afters}
        for _ in range(20):
            cheat = inject(record, rng)
            assert cheat is not None
            assert (cheat.board.white, cheat.board.black) not in honest
        turns = record.legal_turns()
        record = record.play(turns[rng.integers(len(turns))])


def test_a_game_without_incidents_has_none():
    quiet = JudgeOptions(cheats=0.0, misreadings=0.0, unknown=0.0)
    row = judge_trial(TrialRequest(seed=3, noise="default", options=quiet))
    assert row["cheats"] == row["misreadings"] == row["uncertain_looks"] == 0
    assert row["honest_looks"] == row["turns"]


def test_the_same_seed_gives_the_same_row():
    request = TrialRequest(seed=5, noise="default", options=JudgeOptions())
    assert judge_trial(request) == judge_trial(request)
