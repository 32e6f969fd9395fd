"""Reads the numbers a game wants to have always in sight."""

from collections.abc import Sequence

from ludens.studio.numbers import number_in
from ludens.studio.page import Figure
from ludens.studio.taps import StreamTaps


class FigureReader:
    """Watches the streams of some figures until it is closed."""

    def __init__(self, taps: StreamTaps, figures: Sequence[Figure]) -> None:
        self._taps = [(figure, taps.tap(figure.stream)) for figure in figures]

    def texts(self) -> list[str]:
        """Each figure with label, number and unit; a dash where nothing is known."""
        texts = []
        for figure, tap in self._taps:
            sample = tap.newest()
            number = number_in(sample.value, figure.number) if sample is not None else None
            written = _written(number, figure.digits) if number is not None else "–"
            texts.append(" ".join(part for part in (figure.label, written, figure.unit) if part))
        return texts

    def close(self) -> None:
        """Stop watching."""
        for _, tap in self._taps:
            tap.close()


def _written(number: float, digits: int) -> str:
    return f"{round(number, digits) + 0.0:.{digits}f}"  # the sum turns minus zero into zero
