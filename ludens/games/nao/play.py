"""Humanoids that walk and kick by a script."""

from ludens.bodies.nao import BODY
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.games.nao.decide import KickScript, StepKickScript, WalkScript

WALKING = Setup("nao-walking", (CyclerPlan("body", "body", (*BODY, Node(WalkScript))),))

KICKING = Setup("nao-kicking", (CyclerPlan("body", "body", (*BODY, Node(KickScript))),))

STEP_KICKING = Setup("nao-step-kicking", (CyclerPlan("body", "body", (*BODY, Node(StepKickScript))),))
