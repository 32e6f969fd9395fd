"""The page of chess with an arm in the studio."""

import chess

from ludens.games.chess.show.board import SYMBOLS
from ludens.games.chess.spoken import page_recogniser
from ludens.messages.chess_game import ChessGame
from ludens.studio.page import (
    GameBoardView,
    GameButton,
    HighlightRule,
    SpeechView,
    StudioPage,
    TalkView,
    Viewpoint,
    view_from_above,
)
from ludens.studio.questions import OptionQuestion
from ludens.table.questions import board_questions
from ludens.table.rematch import rematch
from ludens.table.utterances import hand_words, say
from ludens.table.voice import PageVoice


def _button(label: str, text: str, icon: str, hint: str) -> GameButton:
    return GameButton(label, lambda run, robot: say(run, robot, text), icon, hint)


VOICE = PageVoice(page_recogniser)


def captured(now: ChessGame, before: ChessGame) -> str | None:
    """Whether the move that was just made has taken something."""
    if len(now.moves) != len(before.moves) + 1 or now.begun_s != before.begun_s:
        return None
    board = chess.Board(now.start)
    for move in now.moves[:-1]:
        board.push_uci(move)
    last = chess.Move.from_uci(now.moves[-1])
    return board.san(last) if board.is_capture(last) else None


def ended(now: ChessGame, before: ChessGame) -> str | None:
    """Whether the game has just ended."""
    return f"The game is over: {now.result}" if now.result != before.result == "*" else None


PAGE = StudioPage(
    highlights=(
        HighlightRule(stream="*ChessGame", kind="capture", find=captured),
        HighlightRule(stream="*ChessGame", kind="goal", find=ended),
    ),
    your_part={"black": "human"},
    questions=(
        *board_questions({"text": "you, by telling the arm", "voice": "you, by voice"}),
        OptionQuestion("person_level", "The simulated person's strength", is_rare=True),
        OptionQuestion(
            "person_moves",
            "The simulated person's first moves",
            help="From square to square, such as e7e5 b8c6.",
            is_rare=True,
        ),
        OptionQuestion(
            "engine",
            "Another engine",
            help="The command that starts it, where it speaks UCI; empty: the one of Ludens.",
            is_rare=True,
        ),
    ),
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
    speed=None,
    map_radius_m=0.6,
    views=(
        Viewpoint(
            name="You",
            icon="person",
            position_m=(1.62, -0.36, 0.76),
            target_m=(0.36, 0.0, 0.18),
            hides=("person", "person/legs"),
            width_to_height=1.1,
        ),
        Viewpoint(name="Table", icon="table_bar", position_m=(0.75, -2.6, 0.8), target_m=(0.68, 0.0, 0.06)),
        Viewpoint(
            name="Robot", icon="smart_toy", position_m=(-0.62, -0.75, 0.95), target_m=(0.75, 0.05, 0.1)
        ),
        view_from_above((0.58, 0.0, 1.5)),
        Viewpoint(
            name="Its eye",
            icon="visibility",
            position_m=(0.599, 0.0, 1.15),
            target_m=(0.6, 0.0, 0.0),
            field_of_view_deg=27.0,
        ),
    ),
    robot_entity="iiwa",
    floor="wood",
    floor_z_m=-0.75,
    cards=("board", "talk", "camera"),
    tabs=("states",),
    arrangement="board",
    board=GameBoardView(title="Game", stream="*game_view/board", symbols=SYMBOLS, say=say, rematch=rematch),
    talk=TalkView(
        title="Conversation",
        stream="*game_view/talk",
        say=say,
        invitation="Type: e2 e4, help …",
        buttons={
            "stop": _button(
                "Stand still", "stop", "pan_tool", "The arm stands still at once; the game is not paused."
            ),
            "go on": _button("Go on", "go on", "play_arrow", "The arm may move again."),
        },
        speech=SpeechView(hear=VOICE.hear, hand=hand_words, speak=VOICE.speak),
    ),
)
