"""What the robot says: every reason has a sentence in every language, and a whole game can be German."""

import pytest

from ludens.core.errors import LudensError
from ludens.games.morris.judge import FaultKind
from ludens.games.morris.rules import POINTS, Reason, Side
from ludens.games.morris.rules.outcome import Outcome
from ludens.games.morris.talk.words import (
    Listed,
    hand_values,
    languages,
    man_values,
    outcome_phrase,
    phrase,
    points,
    words_of,
)
from ludens.messages.manipulation import HandFailure
from ludens.messages.morris_table import CameraCalibrationEnd, ScanFailure, StationFailure
from tests.games.morris.game_flow.paper_table import PaperTable, order


def test_every_reason_of_a_task_or_a_fault_has_a_sentence():
    keys = [
        f"{table}.{reason.value.replace(' ', '_')}"
        for table, reasons in REASONS.items()
        for reason in reasons
    ]
    keys += [f"faults.{kind.name.lower()}" for kind in FaultKind]
    for code in languages():
        for key in keys:
            assert words_of(code).say(phrase(key, **VALUES))


REASONS = {
    "scan": ScanFailure,
    "station": StationFailure,
    "hand": HandFailure,
    "camera": CameraCalibrationEnd,
}
VALUES = {
    **man_values(0),
    **hand_values("left"),
    **dict.fromkeys(("side", "other", "origin", "target", "point", "moves", "turn", "outcome"), "…"),
    **dict.fromkeys(("points", "expected", "left", "askew", "pictures", "error", "the_men"), "…"),
    "count": 2,
}


@pytest.mark.parametrize("reason", Reason)
def test_the_end_of_a_game_reads_in_english_as_the_rules_say_it(reason: Reason):
    for winner in (Side.WHITE, None):
        assert str(outcome_phrase(Outcome(winner, reason))) == str(Outcome(winner, reason))


def test_lists_are_joined_as_the_language_does():
    named = phrase("faults.took_several", side="Weiß", count=2, points=points([POINTS["a1"], POINTS["d1"]]))
    assert words_of("de").say(named).startswith("Weiß hat 2 Steine genommen, auf a1 und d1;")
    assert (
        words_of("en").say(phrase("where.on", point=Listed(["a1", "d1", "g1"], last="or")))
        == "on a1, d1 or g1"
    )


def test_a_language_that_nobody_has_written_is_refused():
    with pytest.raises(LudensError, match="klingon"):
        words_of("klingon")


def test_a_robot_that_was_ordered_to_speaks_german():
    table = PaperTable()
    table.turns = ["a1"]
    table.order(order(language="de"))
    table.run(until=lambda: table.state == "waiting")
    assert "Ich spiele a1." in table.said
    assert any("Bitte gib mir einen weißen Stein in meine" in text for text in table.said)
    assert table.said[-1].startswith("Du bist am Zug, Schwarz.")
    assert not any("Please" in text for text in table.said)
