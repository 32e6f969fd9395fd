"""The wiring of a body in the flat world: what motion modules tell besides reports, for those who read it."""

from typing import Annotated

import numpy as np

from ludens.core.contract.declaration import under
from ludens.core.contract.module import Module, NoParameters
from ludens.core.contract.setup import Node
from ludens.messages import KickReport, WantedJoints

NO_JOINTS = np.zeros(0)
NO_JOINTS.setflags(write=False)


class FlatKickProgress(Module[NoParameters]):
    """Says that a kick goes on or has come to its end, as the motion `kick` does; joints there are none."""

    def cycle(self, report: KickReport) -> Annotated[WantedJoints, under("kick")]:
        """Follow the body's own report."""
        finished = bool(report.refused) or (report.phase == "return" and report.share >= 1.0)
        return WantedJoints(
            time_s=report.time_s,
            position_rad=NO_JOINTS,
            stiffness=NO_JOINTS,
            may_leave=finished,
            finished=finished,
        )


FLAT_BODY = (Node(FlatKickProgress),)
