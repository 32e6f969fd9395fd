"""All motions by name: those that come with Ludens, and those of a folder of one's own."""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from ludens.core.errors import did_you_mean
from ludens.motion.files.motion import Motion, MotionFileError
from ludens.motion.files.reading import parse_motion, read_motion


class MotionLibrary:
    """Motions by name."""

    def __init__(self, motions: dict[str, Motion]) -> None:
        self._motions = dict(sorted(motions.items()))

    @classmethod
    def load(cls, folder: str | Path = "") -> "MotionLibrary":
        """Return the built-in motions and those of a folder, which win where both have the same name.

        Without a folder there are only the built-in ones. Every file is checked; the first that is wrong is
        an error.
        """
        return cls(_built_in() | (_of_folder(Path(folder)) if folder else {}))

    def __contains__(self, name: object) -> bool:
        return name in self._motions

    def __iter__(self) -> Iterator[Motion]:
        return iter(self._motions.values())

    def __getitem__(self, name: str) -> Motion:
        if name not in self._motions:
            raise MotionFileError(self.no_such(name))
        return self._motions[name]

    def no_such(self, name: str, *, also: Sequence[str] = ()) -> str:
        """Return the sentence for a name that nothing has; `also` names motions without a file."""
        return f"There is no motion '{name}'; {did_you_mean(name, [*also, *self._motions])}"


@cache
def _built_in() -> dict[str, Motion]:
    """Return the motions beside this code; they do not change while a program runs."""
    entries = sorted(files("ludens.motion.files").iterdir(), key=lambda entry: entry.name)
    motions = (
        parse_motion(entry.read_text(encoding="utf-8"), name=entry.name[:-5], origin=entry.name)
        for entry in entries
        if entry.name.endswith(".toml")
    )
    return {motion.name: motion for motion in motions}


def _of_folder(folder: Path) -> dict[str, Motion]:
    if not folder.is_dir():
        raise MotionFileError(f"There is no folder {folder} with motion files.")
    return {motion.name: motion for motion in map(read_motion, sorted(folder.glob("*.toml")))}
