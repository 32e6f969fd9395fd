"""Joint readings as a picture: one column a limb, one bar a joint."""

import math
from html import escape

from ludens.messages import JointReadings
from ludens.studio.views import JointLook, JointsView

FULL_CURRENT_A = 2.0  # a full bar


def joints_html(readings: JointReadings, view: JointsView) -> str:
    """All columns. A bar is the joint's range, its mark the position; it is the paler the limper it is."""
    columns = (
        f'<div class="joint-column"><div class="joint-title">{escape(title)}</div>'
        + "".join(_joint(readings, look, view) for look in looks)
        + "</div>"
        for title, looks in view.columns
    )
    return f'<div class="joints">{"".join(columns)}</div>'


def _joint(readings: JointReadings, look: JointLook, view: JointsView) -> str:
    place = look.place
    position = float(readings.position_rad[place])
    stiffness = float(readings.stiffness[place])
    current_a = float(readings.current_a[place])
    temperature_c = float(readings.temperature_c[place])
    if not all(map(math.isfinite, (position, stiffness, current_a, temperature_c))):
        return f'<div class="joint bad"><span>{escape(look.name)}</span><span>no number</span></div>'
    share = (position - look.lowest) / (look.highest - look.lowest)
    written = f"{round(math.degrees(position)):d}°" if look.is_angle else f"{position:.2f}"
    at_end = "end" if not 0.02 < share < 0.98 and look.is_angle else ""
    zero = -look.lowest / (look.highest - look.lowest)
    return (
        f'<div class="joint" data-joint="{place}" style="--stiff:{0.25 + 0.75 * _within(stiffness):.2f}">'
        f'<span class="joint-name">{escape(look.name)}</span>'
        f'<span class="joint-angle {at_end}">{written}</span>'
        f'<span class="joint-bar"><i class="zero" style="left:{100 * _within(zero):.0f}%"></i>'
        f'<i class="mark" style="left:{100 * _within(share):.1f}%"></i></span>'
        f'<span class="joint-current"><i style="width:{100 * _within(current_a / FULL_CURRENT_A):.0f}%"></i>'
        f"</span>"
        f'<span class="joint-heat {_heat(temperature_c, view)}">{temperature_c:.0f} °C</span></div>'
    )


def _heat(temperature_c: float, view: JointsView) -> str:
    if temperature_c >= view.hot_c:
        return "hot"
    return "warm" if temperature_c >= view.warm_c else "cool"


def _within(share: float) -> float:
    return min(max(share, 0.0), 1.0)
