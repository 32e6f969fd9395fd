"""The curves of a motion's joints over time, drawn part by part."""

import numpy as np
from matplotlib.figure import Figure

from ludens.motion.files import Motion
from ludens.motion.files.curve import JointTrack, curve_from
from ludens.motion.files.motion import PARTS
from ludens.motion.poses import posture_of
from ludens.robots.nao.joints import INDEX, JOINTS

POINTS = 40  # of each curve between two frames
INK = "#1f2933"


def curves_picture(motion: Motion) -> Figure:
    """Return a picture of all joints that move, from a stand; lines stand at the frames."""
    curve = curve_from(JointTrack.of(motion), posture_of("stand"), np.zeros(len(JOINTS)))
    times_s, positions_rad, marks = [], [], []
    begin_s = 0.0
    for number, frame in enumerate(motion.frames):
        shares = np.linspace(0.0, 1.0, POINTS)
        times_s += [*(begin_s + shares * curve.duration_s[number]).tolist()]
        positions_rad += [curve.at(number, share)[0] for share in shares]
        begin_s += curve.duration_s[number]
        marks.append((begin_s, frame.name))
        begin_s += frame.hold_s
        times_s.append(begin_s)
        positions_rad.append(positions_rad[-1])
    way_rad = np.array(positions_rad)
    moving = {
        part: [joint for joint in joints if np.ptp(way_rad[:, INDEX[joint]]) > 1e-3]
        for part, joints in PARTS.items()
    }
    shown = {part: joints for part, joints in moving.items() if joints}
    figure = Figure(figsize=(9.0, 1.0 + 2.6 * max(len(shown), 1)), layout="constrained")
    figure.suptitle(f"{motion.name}: {motion.summary}", color=INK)
    for number, (part, joints) in enumerate(shown.items(), 1):
        axes = figure.add_subplot(len(shown), 1, number)
        for joint in joints:
            axes.plot(times_s, way_rad[:, INDEX[joint]], "--" if joint.startswith("R") else "-", label=joint)
        for time_s, name in marks:
            axes.axvline(time_s, color=INK, alpha=0.2)
            if number == 1:
                axes.annotate(name, (time_s, axes.get_ylim()[1]), rotation=35, fontsize=7, color=INK)
        axes.set_ylabel(f"{part} [rad]")
        axes.legend(fontsize=6, ncols=2, loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
        axes.spines[["top", "right"]].set_visible(False)
    figure.supxlabel("time [s]", color=INK)
    return figure
