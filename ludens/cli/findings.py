"""What `ludens doctor` looks at, one function per subject, each answering with findings.

Every function is handed what it judges (a version, a way to look up packages), so that any machine can be
imagined.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

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
