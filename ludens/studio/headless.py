"""The same session without a browser: a live line in the terminal, plain lines where there is none."""

from rich.console import Console
from rich.live import Live
from rich.text import Text

from ludens.core.runtime.clock import RealClock, nanoseconds
from ludens.messages import StateReport
from ludens.studio.journal import JournalEntry
from ludens.studio.page import StudioPage
from ludens.studio.session import Session
from ludens.studio.status import RunPhase, Status
from ludens.studio.taps import FigureReader

BEAT_S = 0.1
BEATS_PER_PLAIN_LINE = 10
MOST_STATES = 4  # of more robots a line has no room to tell
STYLES = {"note": "dim", "said": "green", "highlight": "bold", "fault": "yellow", "failure": "bold red"}


def follow(
    page: StudioPage, session: Session, *, until_s: float | None = None, console: Console | None = None
) -> Status:
    """Start the run and print its progress until it ends, a moment of the run is reached, or Ctrl-C.

    The session is closed then, so that robots are at rest; returned is where it stood before.
    """
    console = console if console is not None else Console()
    page = page.of(session.launch.setup.name)
    progress = _ProgressLine(page, session)
    clock = RealClock()
    beats = 0
    console.print(f"[bold]{page.title}[/bold]  (Ctrl-C ends it)")
    session.start()
    status = session.status
    try:
        with Live(console=console, auto_refresh=False, transient=True) as live:
            while not _finished(status, until_s):
                clock.sleep_until(clock.now_ns() + nanoseconds(BEAT_S))
                beats += 1
                status = session.status
                for entry in progress.news():
                    console.print(_as_text(entry))
                if console.is_terminal:
                    live.update(progress.line(status), refresh=True)
                elif beats % BEATS_PER_PLAIN_LINE == 0 or _finished(status, until_s):
                    console.print(progress.line(status))
    except KeyboardInterrupt:
        status = session.status
    finally:
        progress.close()
        session.close()
    for entry in progress.news():
        console.print(_as_text(entry))
    return status


class _ProgressLine:
    """The state of a run in one line, and the new entries of its journal."""

    def __init__(self, page: StudioPage, session: Session) -> None:
        self.session = session
        speed = [] if page.speed is None else [page.speed]
        self.figures = FigureReader(session.taps, [*speed, *page.figures])
        self.states = session.taps.tap(f"*{StateReport.__name__}")
        self._printed = session.journal.total

    def news(self) -> tuple[JournalEntry, ...]:
        """Sentences since the last time."""
        entries = self.session.journal.since(self._printed)
        self._printed = entries[-1].number if entries else self._printed
        return entries

    def line(self, status: Status) -> Text:
        """Time, speed of the run, states, figures, faults; before it moves, what it is waiting for."""
        if status.doing:
            return Text(f"Starting. {status.doing}", style="dim")
        faults = f"{status.faults} fault{'' if status.faults == 1 else 's'}"
        parts = [
            (f"{status.time_s:8.1f} s", "bold"),
            (f"{status.achieved_speed:.1f}×", "dim"),
            (self._state_words(status.time_s), "cyan"),
            *((text, "") for text in self.figures.texts()),
            (faults, "yellow" if status.faults else "dim"),
        ]
        return Text("  ").join(Text(words, style=style) for words, style in parts if words)

    def close(self) -> None:
        """Stop watching."""
        self.figures.close()
        self.states.close()

    def _state_words(self, now_s: float) -> str:
        words = []
        for path, sample in sorted(self.states.latest.items()):
            if isinstance(sample.value, StateReport):
                robot = path.rpartition("/")[0]
                since_s = max(0.0, now_s - sample.value.since_s)
                words.append(f"{robot + ' ' if robot else ''}{sample.value.state} ({since_s:.0f} s)")
        return "  ".join(words) if len(words) <= MOST_STATES else ""


def _finished(status: Status, until_s: float | None) -> bool:
    ended = status.run_number > 0 and status.phase is RunPhase.OVER
    return ended or status.phase is RunPhase.FAILED or (until_s is not None and status.time_s >= until_s)


def _as_text(entry: JournalEntry) -> Text:
    where = f"{entry.where}: " if entry.where else ""
    return Text(f"{entry.time_s:8.1f} s  {where}{entry.sentence}", style=STYLES[entry.kind])
