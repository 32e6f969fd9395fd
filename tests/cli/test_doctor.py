"""`ludens doctor` on this machine, and on one that lacks something."""

import json

import pytest
from click.testing import CliRunner

from ludens.cli import doctor
from ludens.cli.findings import Diagnosis

FINE = Diagnosis(subject="Python", ok=True, required=True, found="3.11.9", advice="Install it.")
OPTIONAL = Diagnosis(subject="ray", ok=False, required=False, found="not installed", advice="Get ray.")
MISSING = Diagnosis(subject="rendering", ok=False, required=True, found="no EGL", advice="Install libegl1.")


def examined(monkeypatch: pytest.MonkeyPatch, *findings: Diagnosis) -> None:
    monkeypatch.setattr(doctor, "examine_this_machine", lambda: list(findings))


def test_this_machine_which_runs_the_tests_is_healthy() -> None:
    result = CliRunner().invoke(doctor.command, ["--json"])
    report = json.loads(result.output)
    assert (result.exit_code, report["healthy"]) == (0, True)
    subjects = {finding["subject"] for finding in report["findings"]}
    assert {
        "Python",
        "numpy",
        "mujoco-core",
        "off-screen rendering",
        "one MuJoCo",
        "cores",
        "ray",
    } <= subjects


def test_what_is_required_and_missing_is_told_with_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    examined(monkeypatch, FINE, MISSING)
    result = CliRunner().invoke(doctor.command)
    assert result.exit_code == 1
    assert "✗ rendering  no EGL" in result.output
    assert "→ Install libegl1." in result.output
    assert "Install it." not in result.output
    assert "Something that playing needs is missing" in result.output


def test_what_is_optional_and_missing_is_told_with_code_0(monkeypatch: pytest.MonkeyPatch) -> None:
    examined(monkeypatch, FINE, OPTIONAL)
    result = CliRunner().invoke(doctor.command)
    assert result.exit_code == 0
    assert "– ray     not installed" in result.output
    assert "Ready to play." in result.output


def test_json_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    examined(monkeypatch, FINE, MISSING)
    result = CliRunner().invoke(doctor.command, ["--json"])
    report = json.loads(result.output)
    assert (result.exit_code, report["healthy"]) == (1, False)
    assert [finding["advice"] for finding in report["findings"]] == ["", "Install libegl1."]
