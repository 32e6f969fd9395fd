"""`ludens nao deploy`, `start`, `stop` and `logs`: Ludens on the computer of a real robot."""

import shlex
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

import ludens
from ludens.cli.numbers import WholeNumber
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


FOLDER = "ludens"
PORT = 8080
LOG, PID = "ludens.log", "ludens.pid"
LEFT_OUT = (".git", ".venv", "__pycache__", "recordings", "results", "motions", "build", "*.log", "*.pid")
INSTALL = "{ [ -x .venv/bin/python ] || python3.11 -m venv .venv; } && .venv/bin/pip install -q -e ."
IS_RUNNING = f'[ -f {PID} ] && kill -0 "$(cat {PID})" 2>/dev/null'
STOP_S = 10


def on_robot(function: Callable[..., None]) -> Callable[..., None]:
    """Give a command its HOST and the folder on it."""
    with_folder = click.option(
        "--folder", default=FOLDER, show_default=True, help="On the robot, from the home folder."
    )(function)
    return click.argument("host")(with_folder)


@click.command("deploy")
@on_robot
@click.option("--install/--no-install", default=True, help="Make .venv there and install what is needed.")
def deploy(host: str, folder: str, install: bool) -> None:
    """Copy this Ludens to the robot at HOST (rsync), and set it up there.

    Recordings, motions and logs on the robot are left alone.
    """
    source = Path(ludens.__file__).resolve().parents[1]
    if not (source / "pyproject.toml").is_file():
        raise LudensError(f"{source} is no source folder of Ludens; deploy from a clone of the repository.")
    robot = Host(host)
    robot.run(f"mkdir -p {shlex.quote(folder)}")
    robot.send(source, folder, leaving_out=LEFT_OUT)
    click.echo(f"Copied {source} to {host}:{folder}.")
    if install:
        robot.run(INSTALL, in_folder=folder)
        click.echo("Installed; next: ludens nao start " + host)


@click.command("start", context_settings={"ignore_unknown_options": True})
@on_robot
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def start(host: str, folder: str, options: tuple[str, ...]) -> None:
    """Start `ludens play nao --driver lola` on the robot at HOST, recording; OPTIONS are added to it.

    The robot stands up: hold it the first time. The studio runs on the robot; the command that brings it to
    your browser is told.
    """
    robot = Host(host)
    words = ["play", "nao", "--driver", "lola", "--record", "--port", str(PORT), *options]
    program = f".venv/bin/ludens {shlex.join(words)}"
    told = robot.run(
        f"if {IS_RUNNING}; then echo running; else "
        f"nohup {program} > {LOG} 2>&1 < /dev/null & echo $! > {PID}; sleep 2; {IS_RUNNING} || "
        f"{{ tail -n 5 {LOG} >&2; exit 3; }}; fi",
        in_folder=folder,
    )
    if "running" in told:
        raise LudensError(f"Ludens runs on {host} already; end it with: ludens nao stop {host}")
    click.echo(f"Started on {host}. Its studio: ssh -N -L {PORT}:127.0.0.1:{PORT} {host}")
    click.echo(f"then open http://127.0.0.1:{PORT}/ here. End it with: ludens nao stop {host}")


@click.command("stop")
@on_robot
def stop(host: str, folder: str) -> None:
    """End Ludens on the robot at HOST: the joints let go slowly, and the recording is closed.

    Let the robot sit or rest first: a standing one sinks to the floor.
    """
    told = Host(host).run(
        f'if {IS_RUNNING}; then kill -TERM "$(cat {PID})"; '
        f"for i in $(seq {STOP_S}); do {IS_RUNNING} || break; sleep 1; done; "
        f"if {IS_RUNNING}; then echo stuck; else rm -f {PID}; echo ended; fi; "
        "else echo idle; fi",
        in_folder=folder,
    )
    if "stuck" in told:
        raise LudensError(f"Ludens on {host} did not end within {STOP_S} s; look at: ludens nao logs {host}")
    click.echo(f"Ended on {host}." if "ended" in told else f"Nothing of ours runs on {host}.")


@click.command("logs")
@on_robot
@click.option(
    "--to",
    "target",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where recordings are put; by default recordings/HOST.",
)
@click.option("--lines", type=WholeNumber(0), default=20, show_default=True, help="Of the log, shown here.")
def logs(host: str, folder: str, target: Path | None, lines: int) -> None:
    """Fetch the recordings of the robot at HOST, and show the end of its log."""
    robot = Host(host)
    target = target if target is not None else Path("recordings") / host.rpartition("@")[2]
    robot.run("mkdir -p recordings", in_folder=folder)
    robot.fetch(f"{folder}/recordings", target)
    count = len(list(target.glob("*.mcap")))
    click.echo(f"{count} recordings in {target}; look at one with: ludens watch FILE")
    if lines:
        click.echo(robot.run(f"[ ! -f {LOG} ] || tail -n {lines} {LOG}", in_folder=folder), nl=False)
