"""Collects the drawings that belong on one panel, and watches no others.

A stream says only that it is a drawing; its frame is known from its first sample. So a collector watches each
new drawing until it knows, and lets go of what belongs elsewhere or is switched off.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from nicegui import ui

from ludens.messages import Drawing
from ludens.studio.taps import Sample, StreamTaps, Tap

FRESH_S = 1.0  # a drawing that was not renewed for longer is no longer true
KEPT = 8  # drawings of a layer, to find the one that belongs to a picture


@dataclass(slots=True)
class DrawingLayer:
    """One drawing stream that belongs here."""

    path: str
    frame: str
    shown: bool
    tap: Tap | None = None
    colour: str = ""


class DrawingCollector:
    """The drawings of some frames, by path."""

    def __init__(
        self,
        taps: StreamTaps,
        *,
        belongs: Callable[[str], bool],
        shown_at_start: Callable[[str], bool],
        concerns: Callable[[str], bool] = lambda _path: True,
    ) -> None:
        self._taps = taps
        self._concerns = concerns  # whether a path is of the picture that is looked at now
        self._belongs = belongs
        self._shown_at_start = shown_at_start
        self._under = ""
        self._open = False
        self._unknown: dict[str, Tap] = {}
        self._elsewhere: set[str] = set()
        self.layers: dict[str, DrawingLayer] = {}

    def refresh(self) -> bool:
        """Look for new streams; true when the list of layers changed."""
        for stream in list(self._taps.hub.streams.values()):
            known = stream.path in self.layers or stream.path in self._elsewhere
            if stream.kind == "drawing" and not known and stream.path not in self._unknown:
                self._unknown[stream.path] = self._taps.tap(stream.path, kept=KEPT)
        found = self._sort_out()
        return self._learn_colours() or found

    def switch(self, path: str, shown: bool) -> None:
        """Show a layer or not; one that is not shown is not computed."""
        self.layers[path].shown = shown
        self.watch_wanted()

    def focus(self, under: str) -> None:
        """Look at the drawings of one robot only; "" means all."""
        if under != self._under:
            self._under = under
            self.watch_wanted()

    def offered(self) -> list[str]:
        """Paths of the layers that can be shown now, in order."""
        return sorted(path for path in self.layers if self._in_focus(path))

    def frames(self) -> set[str]:
        """Frames of all layers."""
        return {layer.frame for layer in self.layers.values()}

    def fresh(self, now_s: float) -> dict[str, Drawing]:
        """The drawings of this moment."""
        drawn = {}
        for layer in self.layers.values():
            sample = layer.tap.latest.get(layer.path) if layer.tap is not None else None
            if sample is not None and abs(now_s - sample.time_s) <= FRESH_S:
                drawn[layer.path] = sample.value
        return drawn

    def recent(self) -> dict[str, list[Sample]]:
        """The last few drawings of every layer that is shown, the oldest first."""
        return {
            layer.path: layer.tap.recent(layer.path)
            for layer in self.layers.values()
            if layer.tap is not None
        }

    def show(self) -> None:
        """Watch what is to be shown."""
        self._open = True
        self.watch_wanted()

    def hide(self) -> None:
        """Watch nothing."""
        self._open = False
        for tap in self._unknown.values():
            tap.close()
        self._unknown.clear()
        self.watch_wanted()

    def _in_focus(self, path: str) -> bool:
        return (not self._under or path.startswith(f"{self._under}/")) and self._concerns(path)

    def watch_wanted(self) -> None:
        """Watch the layers that are to be shown now, and no others."""
        for layer in self.layers.values():
            wanted = self._open and layer.shown and self._in_focus(layer.path)
            if wanted and layer.tap is None:
                layer.tap = self._taps.tap(layer.path, kept=KEPT)
            elif not wanted and layer.tap is not None:
                layer.tap.close()
                layer.tap = None

    def _learn_colours(self) -> bool:
        """A layer has the colour of the first shape it draws."""
        learned = False
        for layer in self.layers.values():
            sample = layer.tap.latest.get(layer.path) if layer.tap is not None else None
            if not layer.colour and sample is not None and sample.value.shapes:
                layer.colour = sample.value.shapes[0].colour
                learned = True
        return learned

    def _sort_out(self) -> bool:
        changed = False
        for path, tap in list(self._unknown.items()):
            sample = tap.latest.get(path)
            if sample is None:
                continue
            del self._unknown[path]
            if isinstance(sample.value, Drawing) and self._belongs(sample.value.frame):
                self.layers[path] = DrawingLayer(path, sample.value.frame, True, tap)
                self._learn_colours()
                self.switch(path, self._shown_at_start(path))
                changed = True
            else:
                tap.close()
                self._elsewhere.add(path)
        return changed


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


class LayerChips:
    """The legend of a picture, which is also its switchboard."""

    def __init__(self, collector: DrawingCollector, *, belongs: Callable[[str], bool]) -> None:
        self._collector = collector
        self._belongs = belongs  # whether layers of a frame can be shown now
        self._row = ui.row().classes("layer-chips")

    def rebuild(self) -> None:
        """Show the layers there are now."""
        self._row.clear()
        layers = self._collector.layers
        names = short_names(path for path in self._collector.offered() if self._belongs(layers[path].frame))
        with self._row:
            for path in sorted(names):
                self._chip(path, names[path])

    def _chip(self, path: str, name: str) -> None:
        layer = self._collector.layers[path]
        chip = ChipSwitch(
            name,
            layer.colour or "white",
            path,
            on=layer.shown,
            change=lambda on: self._collector.switch(path, on),
        )
        chip.element.props(f'data-layer="{path}"')


class ChipSwitch:
    """A small switch with a colour and a name, part of a picture's legend."""

    def __init__(
        self,
        name: str,
        colour: str,
        hint: str,
        *,
        on: bool = True,
        change: Callable[[bool], None] | None = None,
    ) -> None:
        self.on = on
        self._change = change
        self.element = ui.element("button").classes("layer-chip").props(f'type="button" data-chip="{name}"')
        self.element.classes(add="" if on else "off")
        with self.element:
            ui.element("span").classes("swatch").style(f"background: {colour}")
            ui.label(name)
            ui.tooltip(hint)
        self.element.on("click", self._toggle)

    def _toggle(self) -> None:
        self.on = not self.on
        self.element.classes(toggle="off")
        if self._change is not None:
            self._change(self.on)
