"""`ludens doctor`: what is missing on this machine, and how to get it.

Imports click, packaging and the standard library only, so that it can still speak where the rest is missing.
"""

import importlib.metadata
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import click
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import ludens
from ludens.cli import EXIT_NO
from ludens.experiments.cores import available_cores

EXTRAS = ("cluster", "gpu", "voice")
Installed = Callable[[str], str | None]
"""The version of an installed package, or nothing."""

RENDERING_ADVICE = (
    "On Debian or Ubuntu: apt-get install libegl1 libopengl0 libgl1-mesa-dri. Elsewhere: the packages that "
    "hold libEGL.so.1, libOpenGL.so.0 and the Mesa drivers."
)
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PROBE_TIMEOUT_S = 120.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """One thing looked at: what was found, and where it is amiss what to do about it."""

    subject: str
    ok: bool
    required: bool
    found: str
    advice: str = ""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
def command(as_json: bool) -> None:
    """Say what is missing on this machine and how to get it.

    Renders one small picture off screen to see whether that really works. The exit code is 1 when something
    that playing needs is missing.
    """
    findings = examine_this_machine()
    healthy = all(finding.ok for finding in findings if finding.required)
    if as_json:
        found = [asdict(finding) | ({"advice": ""} if finding.ok else {}) for finding in findings]
        result = {"ludens": ludens.__version__, "healthy": healthy, "findings": found}
        click.echo(json.dumps(result, indent=2, ensure_ascii=False))
    else:
        show(findings, healthy=healthy)
    if not healthy:
        raise click.exceptions.Exit(EXIT_NO)


def examine_this_machine() -> list[Diagnosis]:
    """All findings about the machine and the environment this runs in."""
    package = importlib.metadata.metadata("ludens")
    requirements = importlib.metadata.requires("ludens") or []
    cores = available_cores()
    return [
        look_at_python(platform.python_version(), wanted=package["Requires-Python"]),
        *look_at_packages(requirements, extra="", installed=installed_version),
        look_at_mujoco_mix(installed_version),
        look_at_rendering(),
        look_at_folder(Path.cwd()),
        Diagnosis(
            subject="cores", ok=True, required=False, found=f"{cores}: experiments run {cores} at a time"
        ),
        look_for_browser(),
        *(
            finding
            for extra in EXTRAS
            for finding in look_at_packages(requirements, extra=extra, installed=installed_version)
        ),
    ]


def installed_version(name: str) -> str | None:
    """The version of a package in this environment."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def show(findings: Sequence[Diagnosis], *, healthy: bool) -> None:
    """One line per finding, what to do below those that are amiss, and a closing sentence."""
    width = max(len(finding.subject) for finding in findings)
    for finding in findings:
        click.echo(f"{_mark(finding)} {finding.subject:<{width}}  {finding.found}")
        if not finding.ok:
            click.echo(f"  {'':<{width}}  → {finding.advice}")
    click.echo("Ready to play." if healthy else "Something that playing needs is missing: see ✗ above.")


def _mark(finding: Diagnosis) -> str:
    if finding.ok:
        return click.style("✓", fg="green")
    return click.style("✗", fg="red", bold=True) if finding.required else click.style("–", fg="yellow")


def look_at_python(version: str, *, wanted: str) -> Diagnosis:
    """Whether the interpreter is one we support."""
    return Diagnosis(
        subject="Python",
        ok=version in SpecifierSet(wanted),
        required=True,
        found=version,
        advice=f"Install Python {wanted} and set up again with it: make PYTHON=/path/to/python3.11 setup",
    )


def look_at_packages(requirements: Sequence[str], *, extra: str, installed: Installed) -> list[Diagnosis]:
    """The packages that ludens itself (`extra` empty) or one of its extras asks for, and their versions."""
    findings = []
    for requirement in map(Requirement, requirements):
        applies_always = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        applies = requirement.marker is None or requirement.marker.evaluate({"extra": extra})
        if not applies or (extra and applies_always):
            continue
        version = installed(requirement.name)
        findings.append(
            Diagnosis(
                subject=requirement.name,
                ok=version is not None and requirement.specifier.contains(version, prereleases=True),
                required=not extra,
                found=version or "not installed",
                advice=f"Get it with: pip install '{requirement.name}{requirement.specifier}'"
                + (f" (the extra '{extra}')" if extra else ""),
            )
        )
    return findings


def look_at_mujoco_mix(installed: Installed) -> Diagnosis:
    """MuJoCo 4 was split into packages; a 3.x left beside it breaks the import."""
    old, new = installed("mujoco"), installed("mujoco-core")
    mixed = old is not None and new is not None and old.split(".")[0] != new.split(".")[0]
    return Diagnosis(
        subject="one MuJoCo",
        ok=not mixed,
        required=True,
        found=f"mujoco {old} beside mujoco-core {new}" if mixed else "no older one beside it",
        advice="Uninstall both, then set up again: pip uninstall -y mujoco mujoco-core, then make setup",
    )


def look_at_rendering() -> Diagnosis:
    """Whether a frame can be rendered off screen, tried in a process of its own."""
    probe = [sys.executable, "-m", "ludens.cli.rendering_probe"]
    try:
        answer = subprocess.run(probe, capture_output=True, text=True, timeout=PROBE_TIMEOUT_S, check=False)
        lines = (answer.stdout if answer.returncode == 0 else answer.stderr).strip().splitlines()
        ok, found = answer.returncode == 0, lines[-1] if lines else f"it died with code {answer.returncode}"
    except subprocess.TimeoutExpired:
        ok, found = False, f"no picture after {PROBE_TIMEOUT_S:.0f} s"
    return Diagnosis(
        subject="off-screen rendering", ok=ok, required=True, found=found, advice=RENDERING_ADVICE
    )


def look_for_browser(which: Callable[[str], str | None] = shutil.which) -> Diagnosis:
    """The browser that tests the studio; for playing, a browser on any machine will do."""
    found = next((path for path in map(which, BROWSERS) if path), None)
    return Diagnosis(
        subject="browser for the tests",
        ok=found is not None,
        required=False,
        found=found or "none",
        advice="Only `make test` needs it. On Debian: apt-get install chromium",
    )


def look_at_folder(folder: Path) -> Diagnosis:
    """Whether recordings and results can be written where the command is run."""
    writable = os.access(folder, os.W_OK)
    free_gb = shutil.disk_usage(folder).free / 1e9
    return Diagnosis(
        subject="recordings and results",
        ok=writable,
        required=True,
        found=f"{folder} is {'writable' if writable else 'read-only'}, {free_gb:.0f} GB free",
        advice="Run ludens in a folder you may write to.",
    )
