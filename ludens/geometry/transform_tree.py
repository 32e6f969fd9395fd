"""Where every frame stands in every other, at any time we still remember.

Each frame hangs under one parent, by an edge that is either static (a camera bolted to a head) or timed (a
robot that drives over the ground). A timed edge keeps samples of a bounded span and interpolates between
them. It never extrapolates: a place we did not measure is refused with the times that we do know.
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from difflib import get_close_matches

from ludens.geometry.errors import GeometryError
from ludens.geometry.transform import Transform3


@dataclass(slots=True)
class _StaticEdge:
    parent: str
    parent_from_child: Transform3


@dataclass(slots=True)
class _TimedEdge:
    parent: str
    times_s: list[float] = field(default_factory=list)
    samples: list[Transform3] = field(default_factory=list)

    def add(self, time_s: float, parent_from_child: Transform3, *, history_s: float) -> None:
        """Insert in order of time; a second sample of one moment replaces the first."""
        index = bisect_left(self.times_s, time_s)
        if index < len(self.times_s) and self.times_s[index] == time_s:
            self.samples[index] = parent_from_child
            return
        self.times_s.insert(index, time_s)
        self.samples.insert(index, parent_from_child)
        # The last sample before the span stays, so that the whole span can be interpolated.
        outdated = bisect_right(self.times_s, self.times_s[-1] - history_s) - 1
        if outdated > 0:
            del self.times_s[:outdated]
            del self.samples[:outdated]

    def at(self, child: str, time_s: float) -> Transform3:
        first_s, last_s = self.times_s[0], self.times_s[-1]
        if not first_s <= time_s <= last_s:
            raise GeometryError(
                f"'{child}' in '{self.parent}' is known from {first_s:.6g} s to {last_s:.6g} s, "
                f"not at the asked {time_s:.6g} s."
            )
        index = bisect_left(self.times_s, time_s)
        after_s = self.times_s[index]
        if after_s == time_s:
            return self.samples[index]
        before_s = self.times_s[index - 1]
        fraction = (time_s - before_s) / (after_s - before_s)
        return self.samples[index - 1].interpolate(self.samples[index], fraction)


class TransformTree:
    """A forest of named frames with history; several roots are fine until someone asks across them."""

    def __init__(self, *, history_s: float = 10.0) -> None:
        """Remember timed edges for `history_s`, counted back from the newest sample of each."""
        if not history_s > 0.0:
            raise GeometryError(f"A transform tree remembers a span above zero seconds; got {history_s}.")
        self._history_s = history_s
        self._edges: dict[str, _StaticEdge | _TimedEdge] = {}
        self._roots: set[str] = set()

    @property
    def frames(self) -> tuple[str, ...]:
        """Return the names of all frames, sorted."""
        return tuple(sorted(self._roots | self._edges.keys()))

    def set_static(self, *, parent: str, child: str, parent_from_child: Transform3) -> None:
        """Hang `child` under `parent` for all times; saying it again moves it."""
        edge = self._edges.get(child)
        if isinstance(edge, _TimedEdge):
            raise GeometryError(f"'{child}' moves with time in '{edge.parent}', so it cannot be set static.")
        self._check_place(parent, child)
        self._hang(child, _StaticEdge(parent, parent_from_child))

    def add(self, *, parent: str, child: str, parent_from_child: Transform3, time_s: float) -> None:
        """Say where `child` stood in `parent` at one moment; late samples may come, within the history."""
        edge = self._edges.get(child)
        if isinstance(edge, _StaticEdge):
            raise GeometryError(f"'{child}' is static in '{edge.parent}', so it takes no samples in time.")
        self._check_place(parent, child)
        if edge is None:
            edge = _TimedEdge(parent)
        elif time_s < edge.times_s[-1] - self._history_s:
            raise GeometryError(
                f"'{child}' in '{parent}' at {time_s:.6g} s is too late to remember: the newest sample is of "
                f"{edge.times_s[-1]:.6g} s and the history spans {self._history_s:.6g} s."
            )
        if not abs(time_s) < float("inf"):
            raise GeometryError(f"'{child}' in '{parent}' needs a finite time in seconds; got {time_s}.")
        edge.add(time_s, parent_from_child, history_s=self._history_s)
        self._hang(child, edge)

    def look_up(self, target: str, source: str, *, time_s: float) -> Transform3:
        """Return target_from_source at a moment: what takes coordinates in `source` to `target`."""
        above_target = self._line(target)
        above_source = self._line(source)
        common = next((frame for frame in above_source if frame in above_target), None)
        if common is None:
            raise GeometryError(
                f"'{target}' and '{source}' are not connected: "
                f"one hangs under '{above_target[-1]}', the other under '{above_source[-1]}'."
            )
        common_from_source = self._climb(source, common, time_s)
        if target == common:
            return common_from_source
        return self._climb(target, common, time_s).inverse() @ common_from_source

    def span_s(self, child: str) -> tuple[float, float]:
        """Return the first and last moment at which a frame's place in its parent is known."""
        self._check_known(child)
        edge = self._edges.get(child)
        if isinstance(edge, _TimedEdge):
            return edge.times_s[0], edge.times_s[-1]
        return float("-inf"), float("inf")

    def _climb(self, frame: str, ancestor: str, time_s: float) -> Transform3:
        ancestor_from_frame = Transform3.identity()
        while frame != ancestor:
            edge = self._edges[frame]
            if isinstance(edge, _StaticEdge):
                parent_from_frame = edge.parent_from_child
            else:
                parent_from_frame = edge.at(frame, time_s)
            ancestor_from_frame = parent_from_frame @ ancestor_from_frame
            frame = edge.parent
        return ancestor_from_frame

    def _line(self, frame: str) -> list[str]:
        """Return the frame and its ancestors up to the root."""
        self._check_known(frame)
        line = [frame]
        while (edge := self._edges.get(line[-1])) is not None:
            line.append(edge.parent)
        return line

    def _hang(self, child: str, edge: _StaticEdge | _TimedEdge) -> None:
        self._edges[child] = edge
        self._roots.discard(child)
        if edge.parent not in self._edges:
            self._roots.add(edge.parent)

    def _check_place(self, parent: str, child: str) -> None:
        edge = self._edges.get(child)
        if edge is not None:
            if edge.parent != parent:
                raise GeometryError(
                    f"'{child}' already hangs under '{edge.parent}', so it cannot also hang under '{parent}'."
                )
            return
        if parent == child:
            raise GeometryError(f"'{child}' cannot hang under itself.")
        line = self._line(parent) if parent in self._edges else [parent]
        if child in line:
            loop = " > ".join([child, *line[: line.index(child) + 1]])
            raise GeometryError(f"Hanging '{child}' under '{parent}' would close a loop: {loop}.")

    def _check_known(self, frame: str) -> None:
        if frame in self._edges or frame in self._roots:
            return
        close = get_close_matches(frame, self.frames, n=1)
        hint = f" Did you mean '{close[0]}'?" if close else ""
        known = ", ".join(f"'{name}'" for name in self.frames) or "none yet"
        raise GeometryError(f"There is no frame '{frame}'.{hint} Known frames: {known}.")
