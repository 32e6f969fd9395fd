"""`ludens chess talk`: the robot's conversation in the terminal, by keyboard or by voice."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import chess
import click

from ludens.cli.chess.options import fen_option, language_option, model_option, recogniser_option
from ludens.games.chess.board_game import CHESS_GAME
from ludens.games.chess.spoken import ear_for
from ludens.games.chess.talk.dialogue import respond
from ludens.games.chess.talk.language import Language, load_language
from ludens.games.chess.talk.meaning import Conversation, DialogueTurn, Situation
from ludens.messages.speech import Hypothesis
from ludens.speech.careful_recogniser import Choice
from ludens.speech.hearing import Heard
from ludens.speech.sources import microphone_source
from ludens.speech.speaking import Silent, make_speaker


@click.command("talk")
@fen_option
@language_option
@click.option("--voice", is_flag=True, help="Hear the microphone and answer aloud, instead of by keyboard.")
@recogniser_option
@model_option
def command(fen: str, language: str, voice: bool, recogniser: Choice, model_folder: Path | None) -> None:
    """Talk about a position: both sides' moves are said, and played on a board in the terminal.

    There is no opponent here: it is the conversation alone, to try what the robot understands. An empty line
    or Ctrl-D ends it.
    """
    board = CHESS_GAME.position(fen).board()
    words = load_language(language)
    speaker = make_speaker(words.voice) if voice else Silent()
    conversation = Conversation()
    click.echo(board.unicode(empty_square="·"))
    for heard in _spoken(words, recogniser, model_folder) if voice else _typed():
        conversation, turn = respond(conversation, heard, Situation(board), words, spoken=voice)
        click.echo(turn.said)
        speaker.say(turn.said)
        speaker.wait()
        if _carried_out(turn, board):
            click.echo(board.unicode(empty_square="·"))


def _carried_out(turn: DialogueTurn, board: chess.Board) -> bool:
    """What can be done with a board alone; whether it has changed."""
    for intent in turn.intents:
        if intent.move is not None:
            board.push(intent.move)
        elif intent.name == "take_back" and board.move_stack:
            board.pop()
        elif intent.name == "new_game":
            board.reset()
        else:
            return False
    return bool(turn.intents)


def _typed() -> Iterator[Heard]:
    while True:
        try:
            line = click.prompt("you", default="", show_default=False, prompt_suffix="> ")
        except click.Abort:
            return
        if not line:
            return
        yield (Hypothesis(line),)


def _spoken(words: Language, recogniser: Choice, model_folder: Path | None) -> Iterator[Heard]:
    ear = ear_for(words, tell=partial(click.echo, err=True), choice=recogniser, model_folder=model_folder)
    click.echo("I am listening; Ctrl-C ends it.")
    for heard in ear.listen(microphone_source()):
        if heard:
            click.echo(f"you said: {heard[0].text}")
        yield heard
