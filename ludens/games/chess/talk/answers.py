"""What follows from everything that is no move: commands are obeyed, questions about the board answered."""

from collections.abc import Mapping
from dataclasses import replace

import chess

from ludens.games.chess.talk.language import Language
from ludens.games.chess.talk.meaning import (
    YES_OR_NO,
    About,
    Ask,
    Command,
    Conversation,
    Denied,
    DialogueTurn,
    Intent,
    Question,
    Situation,
)
from ludens.games.chess.talk.phrases import alphabet, ask_which, describe, listed, say
from ludens.messages.chess_talk import IntentName

MOST_TOLD = 8  # moves in one breath
ABOUT_BOARD = ("where", "options", "list_pieces", "turn", "last_move")
SMALL_TALK = ("greet", "thanks")
OF_A_GAME_UNDER_WAY = ("resign", "draw", "hint", "score")
AT_ONCE: Mapping[str, IntentName] = {
    "take_back": "take_back",
    "hint": "hint",
    "score": "score",
    "draw": "draw",
    "stop": "stop",
    "go_on": "go_on",
    "new_game": "new_game",
}


def obey(
    command: Command, conversation: Conversation, situation: Situation, language: Language
) -> tuple[Conversation, DialogueTurn]:
    """The robot's turn after a command."""
    question = conversation.question
    name = command.name
    if name in ("yes", "no"):
        return _yes_or_no(conversation, situation, language, yes=name == "yes")
    if name == "cancel":
        key = "nothing_to_cancel" if question is None else "cancelled"
        return Conversation(), DialogueTurn(say(language, key))
    if name == "repeat":
        said = question.text if question is not None else conversation.last_said
        return conversation, DialogueTurn(said or say(language, "nothing_said"))
    if name in OF_A_GAME_UNDER_WAY and situation.is_over:
        return Conversation(), DialogueTurn(language.reasons["game_over"])
    about = _to_be_confirmed(name, situation)
    if about is not None:
        text = say(language, f"confirm_{about}")
        return replace(conversation, question=Question(about=about, text=text)), DialogueTurn(text)
    if name in AT_ONCE:
        return Conversation(), DialogueTurn(say(language, name), (Intent(AT_ONCE[name]),))
    return conversation, DialogueTurn(_with_question(_answer(command, situation, language), question))


def _to_be_confirmed(name: str, situation: Situation) -> About | None:
    """What ends a game that is under way is asked about first.

    A draw only of two people: an engine answers for itself.
    """
    if name == "draw":
        return "draw" if situation.player is None else None
    if name == "new_game" and situation.board.move_stack and not situation.is_over:
        return "new_game"
    return "resign" if name == "resign" else None


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
) -> tuple[Conversation, DialogueTurn]:
    question = conversation.question
    if question is None:
        return conversation, DialogueTurn(say(language, "nothing_asked"))
    if question.about not in YES_OR_NO:
        if yes:
            return conversation, DialogueTurn(f"{say(language, 'answer_expected')} {question.text}")
        if question.about == "heard":
            return _denied(conversation, question, situation, language)
        return Conversation(), DialogueTurn(say(language, "cancelled"))
    if yes:
        return _agreed(question, situation, language)
    if question.about == "sure":
        return _denied(conversation, question, situation, language)
    return Conversation(), DialogueTurn(say(language, "cancelled"))


def _agreed(
    question: Question, situation: Situation, language: Language
) -> tuple[Conversation, DialogueTurn]:
    if question.about == "resign":
        return Conversation(), DialogueTurn(say(language, "resign"), (Intent("resign"),))
    if question.about == "new_game":
        return Conversation(), DialogueTurn(say(language, "new_game"), (Intent("new_game"),))
    if question.about == "draw":
        return Conversation(), DialogueTurn(say(language, "agreed_draw"), (Intent("draw"),))
    move = question.moves[0]
    if not situation.may_move:
        return Conversation(), DialogueTurn(say(language, "not_your_turn"))
    said = say(language, "played", move=describe(move, situation.board, language))
    return Conversation(), DialogueTurn(said, (Intent("move", move),))


def _denied(
    conversation: Conversation, question: Question, situation: Situation, language: Language
) -> tuple[Conversation, DialogueTurn]:
    """Then perhaps it was the next best; if there is none, it has to be said again, letters best spelled."""
    fen = situation.board.fen()
    before = conversation.denied.moves if conversation.denied.fen == fen else ()
    conversation = replace(conversation, denied=Denied(fen, (*before, *question.moves)))
    if question.others:
        ask = Ask((question.others[0],), "sure")
        following = replace(ask_which(ask, None, situation.board, language), others=question.others[1:])
        return replace(conversation, question=following, misheard=conversation.misheard + 1), DialogueTurn(
            following.text
        )
    said = f"{say(language, 'say_again')} {say(language, 'spelling', alphabet=alphabet(language))}"
    return replace(conversation, question=None, misheard=conversation.misheard + 1), DialogueTurn(said)


def answer_about_board(command: Command, board: chess.Board, player: chess.Color, language: Language) -> str:
    """The answer to one of the questions `where`, `options`, `list_pieces`, `turn` and `last_move`."""
    match command.name:
        case "where":
            return _where(command, board, player, language)
        case "options":
            return _options(command, board, language)
        case "list_pieces":
            return " ".join(_side(colour, board, language) for colour in (player, not player))
        case "turn":
            return say(language, "turn", colour=language.colour(board.turn))
        case _:
            return _last_move(board, language)


def _where(command: Command, board: chess.Board, player: chess.Color, language: Language) -> str:
    """Both sides are told where nobody's was asked for, the asker's first."""
    named = {"mine": player, "yours": not player, "white": chess.WHITE, "black": chess.BLACK}
    colours = [named[command.whose]] if command.whose else [player, not player]
    piece = command.piece or chess.KING
    words = language.piece(piece)
    told = []
    for colour in colours:
        squares = _squares(board.pieces(piece, colour))
        key = "where_none" if not squares else ("where_one" if len(squares) == 1 else "where_many")
        told.append(
            say(
                language,
                key,
                owner=language.colour(colour),
                piece=words.name,
                pieces=words.plural,
                squares=listed(squares, language),
            )
        )
    return " ".join(told)


def _options(command: Command, board: chess.Board, language: Language) -> str:
    if command.square is not None:
        return _options_of(command.square, board, language)
    if command.piece is not None:
        squares = board.pieces(command.piece, board.turn)
        if not squares:
            return say(language, "options_no_piece", piece=language.piece(command.piece).name)
        return " ".join(_options_of(square, board, language) for square in squares)
    moves = list(board.legal_moves)
    if not moves:
        return say(language, "options_none")
    # Captures and checks first: they are what a player would not like to miss.
    moves.sort(key=lambda move: (not board.is_capture(move), not board.gives_check(move)))
    told = listed([describe(move, board, language) for move in moves[:MOST_TOLD]], language)
    key = "options_count" if len(moves) <= MOST_TOLD else "options_some"
    return say(language, key, count=len(moves), moves=told)


def _options_of(square: chess.Square, board: chess.Board, language: Language) -> str:
    piece = board.piece_at(square)
    if piece is None:
        return language.reasons["empty_square"].format(origin=chess.square_name(square))
    targets = sorted({move.to_square for move in board.legal_moves if move.from_square == square})
    the, name = language.piece(piece.piece_type).the, chess.square_name(square)
    if not targets:
        return say(language, "options_piece_none", the=the, square=name)
    return say(language, "options_piece", the=the, square=name, targets=listed(_squares(targets), language))


def _side(colour: chess.Color, board: chess.Board, language: Language) -> str:
    parts = [
        language.answers["list_piece"].format(
            piece=words.name if len(squares) == 1 else words.plural,
            squares=listed(_squares(squares), language),
        )
        for piece in reversed(chess.PIECE_TYPES)
        for squares, words in [(board.pieces(piece, colour), language.piece(piece))]
        if squares
    ]
    return say(language, "list_side", colour=language.colour(colour), pieces="; ".join(parts))


def _last_move(board: chess.Board, language: Language) -> str:
    if not board.move_stack:
        return say(language, "no_last_move")
    before = board.copy()
    move = before.pop()
    return say(language, "last_move", move=describe(move, before, language))


def _squares(squares: chess.SquareSet | list[chess.Square]) -> list[str]:
    return [chess.square_name(square) for square in squares]
