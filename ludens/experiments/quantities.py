"""Names that say their unit, read back: `time_median_s` is "time median" in seconds, `success_rate` a
percentage.

Figures, columns of rows and options of experiments follow one habit of naming; tables, plots and the
command line derive their labels from it.
"""

from dataclasses import dataclass

from ludens.experiments.json_values import Json

UNITS = {
    "s": "s",
    "ms": "ms",
    "m": "m",
    "mm": "mm",
    "mps": "m/s",
    "rad": "rad",
    "deg": "°",
    "hz": "Hz",
    "px": "px",
    "kbps": "kB/s",
}


@dataclass(frozen=True, slots=True)
class Quantity:
    """What a name says: `words` without the unit, and the `unit` (empty when there is none)."""

    words: str
    unit: str

    @property
    def label(self) -> str:
        """For the axis of a plot: `time [s]`."""
        return f"{self.words} [{self.unit}]" if self.unit else self.words


def quantity(name: str) -> Quantity:
    """Read the name of a figure, a column or an option."""
    stem, _, suffix = name.rpartition("_")
    if stem and suffix in UNITS:
        return Quantity(stem.replace("_", " "), UNITS[suffix])
    return Quantity(name.replace("_", " "), "%" if suffix == "rate" else "")


def shown(value: Json, *, unit: str) -> str:
    """A value as a person reads it: three digits, its unit behind it, rates as percentages, `–` for none."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{_number(value, unit=unit)} {unit}".rstrip()
    return str(value)


def _number(value: float, *, unit: str) -> str:
    if unit == "%":
        return f"{100 * value:.1f}"
    return str(value) if isinstance(value, int) else f"{value:.3g}"
