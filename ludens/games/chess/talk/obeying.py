"""What follows from everything that is no move."""

from collections.abc import Mapping
from dataclasses import replace

from ludens.games.chess.talk.board_answers import answer_about_board
from ludens.games.chess.talk.conversation import (
    YES_OR_NO,
    About,
    Conversation,
    Denied,
    Question,
    Situation,
    Turn,
    Wish,
)
from ludens.games.chess.talk.language import Language
from ludens.games.chess.talk.meaning import Ask, Command
from ludens.games.chess.talk.phrases import alphabet, describe, say
from ludens.games.chess.talk.questions import ask_which
from ludens.messages.chess_talk import IntentName

ABOUT_BOARD = ("where", "options", "list_pieces", "turn", "last_move")
SMALL_TALK = ("greet", "thanks")
AT_ONCE: Mapping[str, IntentName] = {
    "take_back": "take_back",
    "hint": "hint",
    "score": "score",
    "draw": "draw",
    "stop": "stop",
    "go_on": "go_on",
}


def obey(
    command: Command, conversation: Conversation, situation: Situation, language: Language
) -> tuple[Conversation, Turn]:
    """The robot's turn after a command."""
    question = conversation.question
    name = command.name
    if name in ("yes", "no"):
        return _yes_or_no(conversation, situation, language, yes=name == "yes")
    if name == "cancel":
        key = "nothing_to_cancel" if question is None else "cancelled"
        return Conversation(), Turn(say(language, key))
    if name == "repeat":
        said = question.text if question is not None else conversation.last_said
        return conversation, Turn(said or say(language, "nothing_said"))
    about = _to_be_confirmed(name, situation)
    if about is not None:
        text = say(language, f"confirm_{about}")
        return replace(conversation, question=Question(about=about, text=text)), Turn(text)
    if name in AT_ONCE:
        return Conversation(), Turn(say(language, name), (Wish(AT_ONCE[name]),))
    return conversation, Turn(_with_question(_answer(command, situation, language), question))


def _to_be_confirmed(name: str, situation: Situation) -> About | None:
    """What ends the game is asked about first; a draw only of two people: an engine answers for itself."""
    if name == "draw":
        return "draw" if situation.player is None else None
    return "resign" if name == "resign" else "new_game" if name == "new_game" else None


def _answer(command: Command, situation: Situation, language: Language) -> str:
    if command.name in ABOUT_BOARD:
        return answer_about_board(command, situation.board, situation.asker, language)
    if command.name in SMALL_TALK:
        return say(language, command.name)
    return say(language, "help", alphabet=alphabet(language))


def _with_question(said: str, question: Question | None) -> str:
    """A question that is open is asked again after anything that did not answer it."""
    return said if question is None else f"{said} {question.text}"


def _yes_or_no(
    conversation: Conversation, situation: Situation, language: Language, *, yes: bool
) -> tuple[Conversation, Turn]:
    question = conversation.question
    if question is None:
        return conversation, Turn(say(language, "nothing_asked"))
    if question.about not in YES_OR_NO:
        if yes:
            return conversation, Turn(f"{say(language, 'answer_expected')} {question.text}")
        if question.about == "heard":
            return _denied(conversation, question, situation, language)
        return Conversation(), Turn(say(language, "cancelled"))
    if yes:
        return _agreed(question, situation, language)
    if question.about == "sure":
        return _denied(conversation, question, situation, language)
    return Conversation(), Turn(say(language, "cancelled"))


def _agreed(question: Question, situation: Situation, language: Language) -> tuple[Conversation, Turn]:
    if question.about == "resign":
        return Conversation(), Turn(say(language, "resign"), (Wish("resign"),))
    if question.about == "new_game":
        return Conversation(), Turn(say(language, "new_game"), (Wish("new_game"),))
    if question.about == "draw":
        return Conversation(), Turn(say(language, "agreed_draw"), (Wish("draw"),))
    move = question.moves[0]
    if not situation.may_move:
        return Conversation(), Turn(say(language, "not_your_turn"))
    said = say(language, "played", move=describe(move, situation.board, language))
    return Conversation(), Turn(said, (Wish("move", move),))


def _denied(
    conversation: Conversation, question: Question, situation: Situation, language: Language
) -> tuple[Conversation, Turn]:
    """Then perhaps it was the next best; if there is none, it has to be said again, letters best spelled."""
    fen = situation.board.fen()
    before = conversation.denied.moves if conversation.denied.fen == fen else ()
    conversation = replace(conversation, denied=Denied(fen, (*before, *question.moves)))
    if question.others:
        ask = Ask((question.others[0],), "sure")
        following = replace(ask_which(ask, None, situation.board, language), others=question.others[1:])
        return replace(conversation, question=following, misheard=conversation.misheard + 1), Turn(
            following.text
        )
    said = f"{say(language, 'say_again')} {say(language, 'spelling', alphabet=alphabet(language))}"
    return replace(conversation, question=None, misheard=conversation.misheard + 1), Turn(said)
