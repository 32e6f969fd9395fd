"""`scripts/setup` on machines that lack something, with stand-ins for apt-get, Python and the browser."""

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "setup"
EVERYWHERE = ("dirname", "env", "rm", "sh", "touch")  # what the script takes for granted


class Machine:
    """A folder with the script, and a PATH that holds only what the test puts there."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "project"
        self.bin = folder / "bin"
        (self.home / "scripts").mkdir(parents=True)
        self.bin.mkdir()
        shutil.copy(SCRIPT, self.home / "scripts" / "setup")
        for name in EVERYWHERE:
            path = shutil.which(name)
            assert path is not None
            (self.bin / name).symlink_to(path)

    def has(self, name: str, script: str) -> None:
        self._write(self.bin / name, script)

    def has_environment(self, *, rendering: str, speech: str = "true") -> None:
        """A .venv whose Python installs anything, and renders and gets the model as shell commands say."""
        script = (
            f'echo "python $*" >>"{self.home}/calls"; '
            f'case "$*" in *rendering_probe*) {rendering} ;; *speech*) {speech} ;; esac'
        )
        self._write(self.home / ".venv" / "bin" / "python", script)

    def run(self, purpose: str) -> subprocess.CompletedProcess[str]:
        command = ["sh", str(self.home / "scripts" / "setup"), purpose]
        return subprocess.run(
            command, env={"PATH": str(self.bin)}, capture_output=True, text=True, check=False
        )

    def calls(self) -> str:
        return (self.home / "calls").read_text()

    def stamps(self) -> set[str]:
        return {path.name for path in (self.home / ".venv").glob(".ready*")}

    @staticmethod
    def _write(path: Path, script: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def with_apt(machine: Machine, *, user: int) -> None:
    machine.has("apt-get", f'echo "apt-get $*" >>"{machine.home}/calls"; touch "{machine.home}/installed"')
    machine.has("id", f"echo {user}")


def test_play_needs_neither_the_tools_of_developers_nor_a_browser(machine: Machine) -> None:
    machine.has_environment(rendering="true")
    assert machine.run("play").returncode == 0
    assert "--editable .\n" in machine.calls()
    assert machine.stamps() == {".ready-to-play"}


def test_test_installs_the_tools_and_counts_as_ready_to_play_too(machine: Machine) -> None:
    machine.has_environment(rendering="true")
    machine.has("chromium", "true")
    assert machine.run("test").returncode == 0
    assert "--editable .[dev]\n" in machine.calls()
    assert machine.stamps() == {".ready-to-play", ".ready-to-test"}


def test_missing_libraries_and_browser_are_installed_by_root(machine: Machine) -> None:
    machine.has_environment(rendering=f'[ -e "{machine.home}/installed" ]')
    with_apt(machine, user=0)
    outcome = machine.run("test")
    assert outcome.returncode == 0
    assert "installing system packages for off-screen rendering: libegl1 libopengl0" in outcome.stdout
    assert "install -y -qq --no-install-recommends libegl1 libopengl0 libgl1-mesa-dri\n" in machine.calls()
    assert "install -y -qq --no-install-recommends chromium\n" in machine.calls()
    assert "install -y -qq --no-install-recommends espeak-ng\n" in machine.calls()
    assert "speech setup\n" in machine.calls()


def test_without_a_voice_and_a_speech_model_the_tests_can_still_run(machine: Machine) -> None:
    machine.has_environment(rendering="true", speech="exit 2")
    machine.has("chromium", "true")
    outcome = machine.run("test")
    assert outcome.returncode == 0
    assert outcome.stdout.count("tests will be skipped") == 2
    assert machine.stamps() == {".ready-to-play", ".ready-to-test"}


def test_others_ask_sudo(machine: Machine) -> None:
    machine.has_environment(rendering=f'[ -e "{machine.home}/installed" ]')
    with_apt(machine, user=1000)
    machine.has("sudo", f'echo "sudo $*" >>"{machine.home}/calls"; exec "$@"')
    assert machine.run("play").returncode == 0
    assert "sudo env DEBIAN_FRONTEND=noninteractive apt-get install" in machine.calls()


def test_without_root_or_sudo_the_missing_packages_are_named(machine: Machine) -> None:
    machine.has_environment(rendering="false")
    with_apt(machine, user=1000)
    outcome = machine.run("play")
    assert outcome.returncode == 1
    assert "neither root nor sudo" in outcome.stderr
    assert "apt-get install libegl1 libopengl0 libgl1-mesa-dri" in outcome.stderr
    assert machine.stamps() == set()


def test_elsewhere_than_on_debian_the_missing_packages_are_named(machine: Machine) -> None:
    machine.has_environment(rendering="false")
    outcome = machine.run("play")
    assert outcome.returncode == 1
    assert "off-screen rendering is missing and this is no Debian or Ubuntu" in outcome.stderr


def test_rendering_that_still_fails_shows_why(machine: Machine) -> None:
    machine.has_environment(rendering="echo 'no driver at all' >&2; exit 1")
    with_apt(machine, user=0)
    outcome = machine.run("play")
    assert outcome.returncode == 1
    assert "no driver at all" in outcome.stderr
    assert "still fails" in outcome.stderr


def test_an_old_python_is_refused(machine: Machine) -> None:
    machine.has("python3", "exit 1")
    outcome = machine.run("play")
    assert outcome.returncode == 1
    assert "no Python 3.11 or newer was found" in outcome.stderr


def test_uv_is_used_where_it_is_present(machine: Machine) -> None:
    machine.has_environment(rendering="true")
    machine.has("uv", f'echo "uv $*" >>"{machine.home}/calls"')
    assert machine.run("play").returncode == 0
    assert "uv pip install --quiet --python .venv/bin/python --editable .\n" in machine.calls()
    assert "-m pip" not in machine.calls()
