"""Pictures of results, drawn without a display: rates with their intervals, and how values spread."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ludens.experiments.json_values import Row
from ludens.experiments.statistics import numbers, quantile, wilson_interval
from ludens.experiments.tables import quantity

INK = "#1f2933"
COLOUR = "#2f6f8f"
ACCENT = "#d1603d"
DOTS_PER_INCH = 150
NOT_MEASURED = ("trial", "seed")


def standard_plots(rows: Sequence[Row]) -> dict[str, Figure]:
    """Plots of any experiment: one of all columns of yes and no, and one of each numeric column."""
    columns = [name for name in dict.fromkeys(key for row in rows for key in row) if name not in NOT_MEASURED]
    yes_and_no = [name for name in columns if any(isinstance(row.get(name), bool) for row in rows)]
    plots = {}
    if yes_and_no:
        counts = {quantity(name).words: sum(row.get(name) is True for row in rows) for name in yes_and_no}
        plots["rates"] = rates_plot(counts, trials=len(rows))
    for name in columns:
        values = numbers(rows, name)
        if name not in yes_and_no and values:
            plots[name] = spread_plot(values, label=quantity(name).label)
    return plots


def rates_plot(counts: Mapping[str, int], *, trials: int) -> Figure:
    """How often each thing happened in `trials` trials, with Wilson's 95 % interval."""
    figure = Figure(figsize=(6.4, 1.2 + 0.5 * len(counts)), layout="constrained")
    axes = figure.add_subplot()
    for position, count in enumerate(counts.values()):
        interval = wilson_interval(count, trials=trials)
        ends = [100 * interval.low, 100 * interval.high]
        axes.plot(ends, [position] * 2, color=COLOUR, linewidth=6, alpha=0.35, solid_capstyle="butt")
        axes.plot(100 * count / trials, position, "o", color=COLOUR)
        axes.annotate(f"{count} of {trials}", (50, position), ha="center", va="bottom", color=INK, fontsize=8)
    axes.set_yticks(range(len(counts)), list(counts))
    axes.set_ylim(len(counts) - 0.5, -0.5)
    axes.set_xlim(-2, 102)
    axes.set_xlabel("trials [%], with 95 % interval")
    _tidy(axes)
    return figure


def spread_plot(values: Sequence[float], *, label: str) -> Figure:
    """How values spread: their histogram, and lines at the median and at 90 % of all."""
    figure = Figure(figsize=(6.4, 3.6), layout="constrained")
    axes = figure.add_subplot()
    axes.hist(values, bins=min(40, max(8, len(values) // 4)), color=COLOUR, edgecolor="white", linewidth=0.5)
    for probability, name, style in ((0.5, "median", "-"), (0.9, "90 %", "--")):
        place = quantile(values, probability)
        if place is not None:
            axes.axvline(place, color=ACCENT, linestyle=style, label=f"{name}: {place:.3g}")
    axes.set_xlabel(label)
    axes.set_ylabel("trials")
    axes.legend(frameon=False)
    _tidy(axes)
    return figure


def save_plots(plots: Mapping[str, Figure], folder: Path) -> list[Path]:
    """Write each figure as `<name>.png` and return the paths."""
    paths = []
    for name, figure in plots.items():
        path = folder / f"{name}.png"
        figure.savefig(path, dpi=DOTS_PER_INCH)
        paths.append(path)
    return paths


def _tidy(axes: Axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(colors=INK, labelcolor=INK)
    axes.grid(axis="x", color=INK, alpha=0.1)
    axes.set_axisbelow(True)
