"""`ludens chess hear FILE.wav`: sound in, the move that was said out. Needs no network."""

from functools import partial
from pathlib import Path

import chess
import click

from ludens.cli import EXIT_NO
from ludens.cli.chess.options import fen_option, language_option, model_option, recogniser_option
from ludens.experiments.json_values import Json, pretty
from ludens.games.chess.board_game import CHESS_GAME
from ludens.games.chess.spoken import ear_for
from ludens.games.chess.talk import language as language_of_chess
from ludens.games.chess.talk.dialogue import respond
from ludens.games.chess.talk.language import load_language
from ludens.games.chess.talk.meaning import Conversation, DialogueTurn, Situation
from ludens.speech.careful_recogniser import Choice
from ludens.speech.hearing import Heard
from ludens.speech.sound import read_wav

SHOWN = 5  # hypotheses
SAMPLE = Path(language_of_chess.__file__).parent / "samples" / "knight-to-f3.wav"


@click.command("hear")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE.wav]…")
@fen_option
@language_option
@recogniser_option
@model_option
@click.option("--play", is_flag=True, help="Make every move, so that the next file is the answer to it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of lines.")
def command(
    files: tuple[Path, ...],
    fen: str,
    language: str,
    recogniser: Choice,
    model_folder: Path | None,
    play: bool,
    as_json: bool,
) -> None:
    """Hear sound files and print the moves that were said in them. Needs no network.

    Without a file a sample is heard that comes with Ludens. Files are WAV of any rate, one sentence each,
    such as a telephone or arecord makes. They are one side of a conversation: a question ("the one on b1 or
    the one on e2?") can be answered by the next file. The position stays the same unless you say --play. For
    example:

        ludens chess hear e4.wav e5.wav nf3.wav --play

    What is installed to listen with is told by: ludens speech check. The exit code is 1 if the last file led
    to nothing that can be done, 2 if something is missing.
    """
    board = CHESS_GAME.position(fen).board()
    words = load_language(language)
    ear = ear_for(words, tell=partial(click.echo, err=True), choice=recogniser, model_folder=model_folder)
    if not files:
        files = (SAMPLE,)
        click.echo('No file was named, so a sample is heard: somebody says "knight to f3".', err=True)
    conversation = Conversation()
    told: list[Json] = []
    turn: DialogueTurn | None = None
    for file in files:
        for heard in ear.hear(read_wav(file)) or [()]:
            conversation, turn = respond(conversation, heard, Situation(board), words, spoken=True)
            told.append(_told(file, heard, turn))
            if not as_json:
                _show(file, heard, turn, board)
            if play:
                _make(turn, board)
    if as_json:
        result: dict[str, Json] = {"fen": board.fen(), "recogniser": ear.recogniser.name, "utterances": told}
        click.echo(pretty(result))
    if turn is None or not turn.intents:
        raise click.exceptions.Exit(EXIT_NO)


def _make(turn: DialogueTurn, board: chess.Board) -> None:
    for intent in turn.intents:
        if intent.move is not None:
            board.push(intent.move)


def _told(file: Path, heard: Heard, turn: DialogueTurn) -> dict[str, Json]:
    return {
        "file": str(file),
        "heard": [{"text": one.text, "confidence": round(one.confidence, 3)} for one in heard],
        "wish": turn.intents[0].name if turn.intents else None,
        "move": next((intent.move.uci() for intent in turn.intents if intent.move), None),
        "reply": turn.said,
    }


def _show(file: Path, heard: Heard, turn: DialogueTurn, board: chess.Board) -> None:
    guesses = ", ".join(f"{one.text} ({one.confidence:.0%})" for one in heard[:SHOWN]) or "nothing"
    click.echo(f"{file}: heard {guesses}")
    for intent in turn.intents:
        click.echo(
            f"  move {intent.move.uci()} ({board.san(intent.move)})" if intent.move else f"  {intent.name}"
        )
    click.echo(f"  robot: {turn.said}")
