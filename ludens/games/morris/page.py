"""The page of Nine Men's Morris with a humanoid in the studio."""

from ludens.core.contract.driver import behind
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.games.morris.show.board import SYMBOLS
from ludens.games.morris.talk.vocabulary import page_recogniser
from ludens.games.morris.world import MorrisWorld
from ludens.games.morris.world.person import MorrisPerson
from ludens.messages.morris_game import MorrisGame
from ludens.speech.stop_command import heard_stop
from ludens.studio.page import (
    GameBoardView,
    GameButton,
    HighlightRule,
    SpeechView,
    StudioPage,
    TalkView,
    Viewpoint,
    eye_view,
    shoulder_view,
    view_from_above,
)
from ludens.studio.questions import OptionQuestion
from ludens.table.questions import board_questions
from ludens.table.rematch import rematch
from ludens.table.utterances import hand_words, say
from ludens.table.voice import PageVoice

NO_TABLE = "There is no simulated table here."


def _press(button: str) -> GameButton:
    label, icon, hint = {
        "head front": ("Front button", "play_arrow", "On the head: the turn is made, or: let us begin."),
        "head middle": (
            "Middle button",
            "handyman",
            "On the head: put right, or helped.",
        ),
        "head rear": ("Rear button", "stop", "On the head: end the game, as soon as no hand is at work."),
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


VOICE = PageVoice(page_recogniser)


def captured(now: MorrisGame, before: MorrisGame) -> str | None:
    """Whether the turn that was just made has taken a man."""
    is_next = len(now.turns) == len(before.turns) + 1 and now.begun_s == before.begun_s
    return now.turns[-1] if is_next and "x" in now.turns[-1] else None


def ended(now: MorrisGame, before: MorrisGame) -> str | None:
    """Whether the game has just ended."""
    return now.outcome if now.outcome and not before.outcome else None


PAGE = StudioPage(
    highlights=(
        HighlightRule(stream="*MorrisGame", kind="capture", find=captured),
        HighlightRule(stream="*MorrisGame", kind="goal", find=ended),
    ),
    your_part={"black": "human"},
    questions=(
        *board_questions({"text": "you, by telling the robot"}),
        OptionQuestion("turns", "Ends after", help="So many turns; 0: when the game is over.", is_rare=True),
        OptionQuestion(
            "tables",
            "The solved game",
            help="The folder that holds it; without one the robot searches for its turns.",
            is_rare=True,
        ),
        OptionQuestion("calibrate", "Finds out how its cameras sit", is_rare=True),
        OptionQuestion("learn", "Learns the men's colours", is_rare=True),
        OptionQuestion("cameras_hz", "Camera pictures", is_rare=True),
    ),
    title="Nine Men's Morris",
    legend=(
        "A NAO looks at the board with its bottom camera, decides, walks round the table, is handed a man, "
        "places it and looks whether it stands. Where you play: click a point, or drag a man, or say a turn "
        "such as d6 to d5; the simulated hand makes it and presses the button. Where a turn closes a mill, "
        "click the man it takes. White has the yellow men, black the red ones. What is wrong on the board is "
        "explained, and asked for; what is meant for the simulated person has a dashed frame.\n"
        "The map shows what the robot believes: men where they stand, per cent where it is not sure."
    ),
    speed=None,
    map_radius_m=0.6,
    map_frame="ground",
    views=(
        Viewpoint(
            name="You",
            icon="person",
            position_m=(0.72, 0.62, 0.60),
            target_m=(0.0, -0.10, 0.26),
            hides=("person", "person/legs"),
            width_to_height=1.1,
        ),
        Viewpoint(name="Table", icon="table_bar", position_m=(0.1, 2.05, 0.85), target_m=(0.38, 0.0, 0.48)),
        shoulder_view("{robot}", (-0.42, -0.16, 0.36), (0.42, 0.0, -0.08)),
        Viewpoint(
            name="Follow",
            icon="directions_run",
            position_m=(0.55, -1.0, 0.62),
            target_m=(0.0, 0.05, 0.28),
            follows="{robot}",
        ),
        view_from_above((0.0, 0.0, 1.55)),
        eye_view(
            "{robot}/Head",
            (0.051, 0.0, 0.018),
            (0.82, 0.0, -0.621),
            hides=("{robot}/Head",),
            field_of_view_deg=43.7,
        ),
    ),
    robot_entity="nao",
    floor="wood",
    cards=("board", "talk", "camera"),
    tabs=("map", "states"),
    arrangement="board",
    board=GameBoardView(title="Game", stream="*game_view/board", symbols=SYMBOLS, say=say, rematch=rematch),
    talk=TalkView(
        title="Conversation",
        stream="*game_view/talk",
        say=say,
        is_stop=heard_stop,
        invitation="Type: a1, help …",
        buttons={name: _press(name) for name in ("head front", "head middle", "head rear")},
        speech=SpeechView(hear=VOICE.hear, hand=hand_words, speak=VOICE.speak),
    ),
)
