"""Pictures of results."""

from pathlib import Path

import numpy as np
from matplotlib.image import imread

from ludens.experiments.json_values import Row
from ludens.experiments.plots import rates_plot, save_plots, spread_plot, standard_plots

ROWS: list[Row] = [
    {"trial": 0, "seed": 7, "success": True, "collision": False, "time_s": 2.0, "state": "ram"},
    {"trial": 1, "seed": 8, "success": False, "collision": False, "time_s": None},
    {"trial": 2, "seed": 9, "error": "fell"},
]


def test_any_rows_have_a_plot_of_rates_and_one_of_each_number() -> None:
    assert list(standard_plots(ROWS)) == ["rates", "time_s"]


def test_rows_without_values_have_no_plots() -> None:
    assert standard_plots([{"trial": 0, "seed": 1, "error": "fell"}]) == {}


def test_rates_say_how_many_of_how_many() -> None:
    (axes,) = rates_plot({"success": 2, "collision": 0}, trials=3).axes
    assert [text.get_text() for text in axes.texts] == ["2 of 3", "0 of 3"]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["success", "collision"]


def test_the_spread_marks_median_and_ninety_percent() -> None:
    (axes,) = spread_plot([float(value) for value in range(11)], label="time [s]").axes
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["median: 5", "90 %: 9"]
    assert axes.get_xlabel() == "time [s]"


def test_saved_plots_are_pictures_with_something_on_them(tmp_path: Path) -> None:
    paths = save_plots(standard_plots(ROWS), tmp_path)
    assert [path.name for path in paths] == ["rates.png", "time_s.png"]
    for path in paths:
        picture = imread(path)
        assert picture.shape[1] > 600
        assert np.ptp(picture[:, :, 0]) > 0.5
