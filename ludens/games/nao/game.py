"""The humanoid as a game that a person starts: who decides, and which robot it is."""

from pathlib import Path

from ludens.core.driver import Driver
from ludens.core.game import Game
from ludens.core.setup import CyclerPlan, Node, Setup
from ludens.drivers.lola.client import LolaDriver
from ludens.drivers.remote import RemoteDriver
from ludens.drivers.simulation import SimulationDriver
from ludens.games.nao.balance_view import BalanceView
from ludens.games.nao.body_report import BodyReporter
from ludens.games.nao.decide import RemoteDecider
from ludens.games.nao.play import BODY
from ludens.games.nao.posing import PosingPlayer
from ludens.games.nao.world import NaoPlayOptions, make_world
from ludens.motion.files import MotionPlayer

ONLOOKERS = (Node(BodyReporter, "body"), Node(BalanceView))

# A person drives it: in the studio, with the pad and the buttons.
DRIVEN = Setup("nao", (CyclerPlan("body", "body", (*BODY, Node(RemoteDecider), *ONLOOKERS)),)).replacing(
    MotionPlayer, PosingPlayer
)


def make_driver(_: Setup, options: NaoPlayOptions, seed: int) -> Driver:
    """The robot that was chosen, with controls for a person."""
    if options.driver == "lola":
        return RemoteDriver(LolaDriver(Path(options.socket)))
    return RemoteDriver(SimulationDriver(make_world(options, seed)))


GAME = Game(
    name="nao",
    title="The humanoid",
    summary="Drive a NAO V6: it walks, kicks, sits, falls and gets up, simulated or real.",
    setups={setup.name: setup for setup in (DRIVEN,)},
    options=NaoPlayOptions(),
    make_driver=make_driver,
)
