"""Short names for paths, for places where a whole path is too long."""

from collections import Counter
from collections.abc import Iterable


def short_names(paths: Iterable[str]) -> dict[str, str]:
    """The last word of each path; where two end alike, the first word they differ in stands before it."""
    paths = list(paths)
    endings = Counter(_parts(path)[-1] for path in paths)
    return {path: _name(path, paths) if endings[_parts(path)[-1]] > 1 else _words(path) for path in paths}


def _name(path: str, paths: list[str]) -> str:
    own = _parts(path)
    alike = [_parts(other) for other in paths if other != path and _parts(other)[-1] == own[-1]]
    different = [
        part for place, part in enumerate(own[:-1]) if any(part != _at(other, place) for other in alike)
    ]
    return " ".join((different[0].replace("_", " "), _words(path))) if different else _words(path)


def _at(parts: list[str], place: int) -> str:
    return parts[place] if place < len(parts) else ""


def _words(path: str) -> str:
    return _parts(path)[-1].replace("_", " ")


def _parts(path: str) -> list[str]:
    return path.split("/")
