"""Numbers that are always in sight."""

from ludens.core.contract.debug import Debug
from ludens.studio.figures import FigureReader
from ludens.studio.page import Figure
from ludens.studio.taps import StreamTaps


class Now:
    time_s = 1.0


def test_a_figure_shows_label_number_and_unit_and_a_dash_before() -> None:
    taps = StreamTaps()
    reader = FigureReader(taps, [Figure("rally", "*/rally"), Figure("", "*/speed_mps", unit="m/s", digits=2)])
    assert reader.texts() == ["rally –", "– m/s"]
    debug = Debug(taps.hub, "referee", Now())
    debug.value("rally", 3)
    debug.plot("speed_mps", 0.256)
    assert reader.texts() == ["rally 3", "0.26 m/s"]
    reader.close()
    assert taps.watched == 0
