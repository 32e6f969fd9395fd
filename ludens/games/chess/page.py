"""The page of chess with an arm in the studio."""

from ludens.core.contract.driver import behind
from ludens.core.runtime.run import Run
from ludens.drivers.inbox import InboxDriver
from ludens.games.chess.show.board import SYMBOLS
from ludens.games.chess.typed import utterance
from ludens.studio.page import GameBoardView, GameButton, StudioPage, TalkView


def say(run: Run, robot: str, text: str) -> str | None:
    """Say something to the robot, as if it were typed."""
    inbox = behind(run.driver, InboxDriver)
    if inbox is None:
        return "Nobody can be talked to here."
    inbox.hand(robot, utterance(text))
    return None


def _button(label: str, text: str, icon: str, hint: str) -> GameButton:
    return GameButton(label, lambda run, robot: say(run, robot, text), icon, hint)


PAGE = StudioPage(
    title="Chess with an arm",
    legend=(
        "The arm first shows a plate to the camera to learn where it stands, looks at the board, and plays. "
        "Who moves by hand is understood from the pieces alone. Click a piece and a marked square, or type "
        "what you want in your own words: a move (knight to f3), a question (where is my queen?), hint, take "
        "it back, stop. When it is not sure it asks: its question has a frame until you answer.\n"
        "On the camera's picture every piece that is recognised has a frame and its letter (large: white; "
        "small: black), in orange with per cent where the robot is not sure; crosses mark "
        "what is covered. Wrong moves are explained, and what is wrong on the board is put right by "
        "the arm or asked for (orange)."
    ),
    buttons=(
        _button("Stand still", "stop", "pan_tool", "The arm stands still at once; the game is not paused."),
        _button("Go on", "go on", "play_arrow", "The arm may move again."),
    ),
    speed=None,
    map_radius_m=0.6,
    camera_position_m=(1.32, -0.66, 0.74),
    camera_target_m=(0.42, -0.02, 0.16),
    cards=("board", "talk", "camera"),
    tabs=("states",),
    arrangement="board",
    board=GameBoardView(title="Game", stream="*game_view/board", symbols=SYMBOLS, say=say),
    talk=TalkView(
        title="Conversation",
        stream="*game_view/talk",
        say=say,
        invitation="Type: knight to f3, help …",
        suggestions=("yes", "no", "hint", "who is winning?", "take it back", "new game", "help"),
    ),
)
