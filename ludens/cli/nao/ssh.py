"""A computer elsewhere, reached by ssh and rsync: what goes wrong there is told here in a sentence."""

import shlex
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ludens.core.errors import LudensError

UNREACHABLE = 255  # ssh's own exit code; any other is the command's
OPTIONS = ("-o", "BatchMode=yes", "-o", "ConnectTimeout=5")
RSYNC = ("rsync", "-az", "-e", shlex.join(("ssh", *OPTIONS)))
PACKAGES = {"ssh": "openssh-client", "rsync": "rsync"}


@dataclass(frozen=True, slots=True)
class Host:
    """A robot's computer by its address, `nao@10.0.1.20` or a name from ~/.ssh/config."""

    address: str

    def __post_init__(self) -> None:
        if not self.address or self.address.startswith("-") or any(map(str.isspace, self.address)):
            raise LudensError(
                f"'{self.address}' is no address of a robot; write one such as nao@10.0.1.20, or a name from "
                "your ~/.ssh/config."
            )

    def run(self, command: str, *, in_folder: str = ".") -> str:
        """Run a shell command there and return what it wrote."""
        return self._do(["ssh", *OPTIONS, self.address, f"cd {shlex.quote(in_folder)} && {{ {command}\n}}"])

    def send(self, source: Path, folder: str, *, leaving_out: Sequence[str]) -> None:
        """Make a folder there equal to one here, but for what is left out."""
        exclusions = [f"--exclude={pattern}" for pattern in leaving_out]
        self._do([*RSYNC, "--delete", *exclusions, f"{source}/", f"{self.address}:{folder}/"])

    def fetch(self, folder: str, target: Path) -> None:
        """Copy a folder from there to here; what is here already stays."""
        target.mkdir(parents=True, exist_ok=True)
        self._do([*RSYNC, f"{self.address}:{folder}/", f"{target}/"])

    def _do(self, words: Sequence[str]) -> str:
        try:
            done = subprocess.run(words, capture_output=True, text=True, check=False)
        except FileNotFoundError as error:
            raise LudensError(
                f"The program {words[0]} is not installed on this computer; on Debian or Ubuntu: "
                f"apt-get install {PACKAGES[words[0]]}"
            ) from error
        if done.returncode == 0:
            return done.stdout
        said = (done.stderr.strip() or done.stdout.strip() or "it said nothing").splitlines()[-1]
        if done.returncode == UNREACHABLE:
            raise LudensError(
                f"{self.address} does not answer, or does not let you in: {said} Is the robot switched on "
                f"and in this network, and does `ssh {self.address}` work without a password?"
            )
        raise LudensError(f"On {self.address} this failed with code {done.returncode}: {said}")
