"""`ludens chess talk`: the robot's conversation in the terminal, by keyboard or by voice."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from queue import SimpleQueue

import chess
import click

from ludens.cli.chess.options import fen_option, language_option, model_option, recogniser_option
from ludens.games.chess.board_game import CHESS_GAME
from ludens.games.chess.spoken import Blocks, SpokenWords, ear_for, stop_ear_beside
from ludens.games.chess.talk.dialogue import respond
from ludens.games.chess.talk.language import Language, load_language
from ludens.games.chess.talk.meaning import Conversation, DialogueTurn, Situation
from ludens.messages.speech import Hypothesis, Reply, Utterance
from ludens.speech.careful_recogniser import Choice
from ludens.speech.hearing import Ear, Heard
from ludens.speech.sources import microphone_source
from ludens.speech.speaking import Speaker, make_speaker


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
    conversation = Conversation()
    click.echo(board.unicode(empty_square="·"))
    heard_and_answer = _spoken(words, recogniser, model_folder) if voice else _typed()
    for heard, answer in heard_and_answer:
        conversation, turn = respond(conversation, heard, Situation(board), words, spoken=voice)
        click.echo(turn.said)
        answer(turn.said)
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


Answer = Callable[[str], None]


def _typed() -> Iterator[tuple[Heard, Answer]]:
    while True:
        try:
            line = click.prompt("you", default="", show_default=False, prompt_suffix="> ")
        except click.Abort:
            return
        if not line:
            return
        yield (Hypothesis(line),), lambda _: None


def _spoken(words: Language, recogniser: Choice, model_folder: Path | None) -> Iterator[tuple[Heard, Answer]]:
    ear = ear_for(words, tell=partial(click.echo, err=True), choice=recogniser, model_folder=model_folder)
    speaker, microphone = make_speaker(words.voice), microphone_source()
    click.echo("I am listening; Ctrl-C ends it.")
    yield from conversation_aloud(ear, microphone, speaker, stop_ear=stop_ear_beside(ear))


def conversation_aloud(
    ear: Ear, blocks: Blocks, speaker: Speaker, *, stop_ear: Ear | None = None
) -> Iterator[tuple[Heard, Answer]]:
    """What a person says, with how to answer aloud; the answer itself is not heard."""
    arrived: SimpleQueue[Utterance | None] = SimpleQueue()
    aloud = SpokenWords(
        ear, blocks, arrived.put, speaker, stop_ear=stop_ear, at_end=lambda: arrived.put(None)
    )
    while (utterance := arrived.get()) is not None:
        if utterance.hypotheses:
            click.echo(f"you said: {utterance.hypotheses[0].text}")
        yield utterance.hypotheses, lambda text: aloud.hear(Reply(time_s=0.0, text=text))
