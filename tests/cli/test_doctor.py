"""`ludens doctor` on this machine, and on one that lacks something."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludens.cli import doctor
from ludens.cli.doctor import (
    Diagnosis,
    look_at_mujoco_mix,
    look_at_packages,
    look_at_python,
    look_at_rendering,
    look_for_browser,
)

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


REQUIREMENTS = [
    "numpy<3,>=2.0",
    "mujoco-core[rendering]<5,>=4.0",
    'tomli; python_version < "3.11"',
    'ray<3,>=2.59; extra == "cluster"',
    'ruff; extra == "dev"',
]


@pytest.mark.parametrize(("version", "ok"), [("3.10.14", False), ("3.11.0", True), ("3.14.1", True)])
def test_an_old_python_is_amiss(version: str, ok: bool) -> None:
    finding = look_at_python(version, wanted=">=3.11")
    assert (finding.ok, finding.required, finding.found) == (ok, True, version)


def test_missing_and_wrong_versions_are_amiss_and_say_what_to_do() -> None:
    found = look_at_packages(REQUIREMENTS, extra="", installed={"numpy": "1.26.4"}.get)
    assert [(finding.subject, finding.ok, finding.found) for finding in found] == [
        ("numpy", False, "1.26.4"),
        ("mujoco-core", False, "not installed"),
    ]
    assert found[0].advice == "Get it with: pip install 'numpy<3,>=2.0'"
    assert all(finding.required for finding in found)


def test_packages_within_their_bounds_are_fine() -> None:
    found = look_at_packages(REQUIREMENTS, extra="", installed={"numpy": "2.4.6", "mujoco-core": "4.0.0"}.get)
    assert all(finding.ok for finding in found)


def test_an_extra_is_optional_and_named() -> None:
    (ray,) = look_at_packages(REQUIREMENTS, extra="cluster", installed=lambda name: None)
    assert (ray.subject, ray.ok, ray.required) == ("ray", False, False)
    assert "the extra 'cluster'" in ray.advice


@pytest.mark.parametrize(
    ("installed", "ok"),
    [
        ({"mujoco-core": "4.0.0"}, True),
        ({"mujoco-core": "4.0.0", "mujoco": "4.0.0"}, True),
        ({"mujoco-core": "4.0.0", "mujoco": "3.3.2"}, False),
    ],
)
def test_an_old_mujoco_beside_the_new_one_is_amiss(installed: dict[str, str], ok: bool) -> None:
    finding = look_at_mujoco_mix(installed.get)
    assert finding.ok == ok
    assert ok or "uninstall" in finding.advice


def test_a_machine_without_a_browser_can_still_play() -> None:
    finding = look_for_browser(lambda name: None)
    assert (finding.ok, finding.required) == (False, False)


def test_any_of_the_browsers_will_do() -> None:
    assert look_for_browser({"google-chrome": "/opt/chrome"}.get).found == "/opt/chrome"


def test_rendering_is_really_tried() -> None:
    assert look_at_rendering().ok


def test_rendering_that_fails_says_why_and_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUJOCO_GL", "nonsense")
    finding = look_at_rendering()
    assert (finding.ok, finding.required) == (False, True)
    assert finding.found.startswith("Off-screen rendering failed:")
    assert "libegl1 libopengl0 libgl1-mesa-dri" in finding.advice


def test_rendering_that_kills_the_process_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mujoco.py").write_text("import os; os.kill(os.getpid(), 11)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    finding = look_at_rendering()
    assert not finding.ok
    assert finding.found == "it died with code -11"
