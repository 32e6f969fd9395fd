"""Names the machine that figures belong to, for all benchmarks."""

import platform
from pathlib import Path


def machine() -> str:
    """The processor, the system and the Python."""
    return f"{_processor()}, {platform.system()}, Python {platform.python_version()}"


def _processor() -> str:
    facts = Path("/proc/cpuinfo")
    lines = facts.read_text(encoding="utf-8").splitlines() if facts.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())
