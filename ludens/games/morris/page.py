"""The page of Nine Men's Morris with a humanoid in the studio."""

from ludens.core.contract.driver import behind
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.games.morris.decide.directed import DirectedEngine
from ludens.games.morris.show.board import SYMBOLS
from ludens.games.morris.world import MorrisWorld
from ludens.games.morris.world.person import MorrisPerson
from ludens.speech.stop_command import is_stop
from ludens.studio.page import GameBoardView, GameButton, StudioPage, TalkView

NO_TABLE = "There is no simulated table here."


def play(run: Run, robot: str, text: str) -> str | None:
    """Have the person's hand make a turn; or, where somebody directs the robot, its own."""
    engine = behind(run.driver, DirectedEngine)
    if engine is not None and engine.waits:
        return engine.tell(text)
    persons = _persons(run, robot)
    return persons[0].tell(text) if persons else NO_TABLE


def _press(button: str) -> GameButton:
    label, icon, hint = {
        "head front": ("Go on", "play_arrow", "Front head button: my turn is made, or: let us begin."),
        "head middle": ("Helped", "handyman", "Middle head button: I have helped, or put it right."),
        "head rear": ("End", "stop", "Rear head button: end the game, as soon as no hand is at work."),
    }[button]

    def press(run: Run, robot: str) -> str | None:
        persons = _persons(run, robot)
        for person in persons if button == "head rear" else persons[:1]:  # a game ends for all who play it
            person.press(button)
        return None if persons else NO_TABLE

    return GameButton(label, press, icon, hint)


def _persons(run: Run, robot: str) -> list[MorrisPerson]:
    """The persons beside the robots, the one of the named robot first."""
    driver = behind(run.driver, SimulationDriver)
    world = None if driver is None else driver.world
    if not isinstance(world, MorrisWorld):
        return []
    names = [description.name for description in run.driver.robots]
    own = names.index(robot)
    return [*world.persons[own : own + 1], *world.persons[:own], *world.persons[own + 1 :]]


PAGE = StudioPage(
    title="Nine Men's Morris",
    legend=(
        "A NAO looks at the board with its bottom camera, decides, walks round the table, is handed a man, "
        "places it and looks whether it stands. With --black human you play: click a point, or a man and "
        "a point, or write a turn such as d6-d5xb4; the simulated hand makes it and presses the button. "
        "Where a turn closes a mill, click the man it takes. White has the yellow men, black the red ones. "
        "What is wrong on the board is explained, and asked for (orange).\n"
        "The map shows what the robot believes: men where they stand, per cent where it is not sure."
    ),
    buttons=(_press("head front"), _press("head middle"), _press("head rear")),
    speed=None,
    map_radius_m=0.6,
    map_frame="ground",
    camera_position_m=(0.5, 0.8, 0.72),  # as a person across the table sees it
    camera_target_m=(0.0, -0.14, 0.27),
    cards=("board", "talk", "camera"),
    tabs=("map", "states"),
    arrangement="board",
    board=GameBoardView(title="Game", stream="*game_view/board", symbols=SYMBOLS, say=play),
    talk=TalkView(
        title="What it says",
        stream="*game_view/talk",
        say=play,
        is_stop=is_stop,
        invitation="Your turn: a1, d6-d5xb4 …",
    ),
)
