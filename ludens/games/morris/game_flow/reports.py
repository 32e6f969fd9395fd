"""What the keeper of a game has heard: from eyes, legs, hands, engine and body."""

from dataclasses import dataclass

from ludens.messages.engine import EngineReply
from ludens.messages.manipulation import BoardPose, HandContents, HandReport
from ludens.messages.morris_table import CameraLessonReport, MenBelieved, ScanReport, StationReport


@dataclass(slots=True)
class Reports:
    """What has come in at this cycle, or last."""

    time_s: float = 0.0
    scan: ScanReport | None = None
    lesson: CameraLessonReport | None = None
    station: StationReport | None = None
    hand: HandReport | None = None
    believed: MenBelieved | None = None
    place: BoardPose | None = None
    in_hand: HandContents | None = None
    buttons: frozenset[str] = frozenset()  # those that have just been pressed
    engine_reply: EngineReply | None = None
    legs_hot: bool = False
    legs_cool: bool = True
    lies: bool = False  # whether the body has fallen, to the floor or against something
    leans: bool = False  # likewise, and does not lie on the floor: it cannot get up by itself
