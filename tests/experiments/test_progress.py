"""The bar for people who wait."""

import pytest

from ludens.experiments.progress import ProgressBar


def run_a_bar() -> None:
    with ProgressBar("dice") as bar:
        bar.start(done=1, total=3)
        bar.add({"trial": 1})
        bar.add({"trial": 2, "error": "fell"})


def test_the_bar_is_silent_where_nobody_watches(capfd: pytest.CaptureFixture[str]) -> None:
    run_a_bar()
    assert capfd.readouterr() == ("", "")


def test_on_a_terminal_the_bar_counts_trials_and_failures_on_standard_error(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # makes rich take the captured stream for a terminal
    monkeypatch.setenv("COLUMNS", "120")
    run_a_bar()
    output, bar = capfd.readouterr()
    assert output == ""
    assert "3/3" in bar
    assert "1 failed" in bar
