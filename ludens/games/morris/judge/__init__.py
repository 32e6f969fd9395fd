"""The judge: whether one legal turn explains what is seen, what is wrong otherwise, and how to mend it."""

from ludens.games.morris.judge.corrections import Correction, Remedy
from ludens.games.morris.judge.faults import REMARKS, Fault, FaultKind
from ludens.games.morris.judge.judging import judge
from ludens.games.morris.judge.seen import Mark, SeenBoard
from ludens.games.morris.judge.supervision import Offence, Supervision
from ludens.games.morris.judge.verdict import Ruling, Verdict

__all__ = [
    "REMARKS",
    "Correction",
    "Fault",
    "FaultKind",
    "Mark",
    "Offence",
    "Remedy",
    "Ruling",
    "SeenBoard",
    "Supervision",
    "Verdict",
    "judge",
]
