"""What the robot says at the table by itself: its moves, troubles with the pieces, and how a game ended."""

from collections.abc import Iterable, Sequence

import chess

from ludens.games.chess.rules.arrangement import PieceMove
from ludens.games.chess.rules.ending import Ending
from ludens.games.chess.rules.places import OFF, PIECES, PiecePlace
from ludens.games.chess.rules.reasons import RefusalReason
from ludens.games.chess.talk.language import ColouredWords, Language, load_language
from ludens.games.chess.talk.meaning import Refuse
from ludens.games.chess.talk.phrases import explain
from ludens.messages import Trouble
from ludens.table.sentences import filled

MOST_ASKED = 3
"""Pieces that are named when a person is asked to help."""
MOST_PLACES = 4
"""Covered places that are named."""


class Telling:
    """Sentences of the table in one language."""

    def __init__(self, language: str = "en") -> None:
        self.language: Language = load_language(language)

    def say(self, key: str, **values: object) -> str:
        """A sentence with its values; `{The}` is `{the}` with a capital, for every value."""
        return filled(self.language.table[key], values)

    def notation(self, board: chess.Board, move: chess.Move) -> str:
        """A move as players of this language write it: `Nf3`, `Sf3`."""
        letters = {
            chess.piece_symbol(kind).upper(): self.language.piece(kind).letter
            for kind in (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
        }
        return "".join(letters.get(letter, letter) for letter in board.san(move))

    def please(self, moves: Sequence[PieceMove]) -> str:
        """What a person is asked to do, such as `Please put the white pawn from e5 to e4`."""
        if not moves:
            return ""
        named = self.language.lists["comma"].join(map(self._put, moves[:MOST_ASKED]))
        key = "please" if len(moves) <= MOST_ASKED else "please_more"
        return self.say(key, moves=named, count=len(moves) - MOST_ASKED)

    def cannot_alone(self, moves: Sequence[PieceMove], *, magnet_is_dead: bool = False) -> str:
        """Say that the arm has tried in vain, and what a person is asked to do."""
        return self.say("holds_nothing" if magnet_is_dead else "cannot_alone", please=self.please(moves))

    def against(self, reason: RefusalReason, moves: Sequence[PieceMove]) -> str:
        """What is wrong with what a person did, and what to do about it."""
        refusal = explain(Refuse(reason.code.name.lower(), reason), self.language)
        return f"{refusal} {self.please(moves)}".strip()

    def ending(self, ending: Ending) -> str:
        """A sentence about the winner, and how the game ended."""
        how = self.language.endings.get(ending.how.name.lower(), "")
        if ending.winner is None:
            return self.say("draw", how=how)
        return self.say("wins", how=how, colour=self.language.colour(ending.winner))

    def lying(self, moves: Sequence[PieceMove]) -> str:
        """Say that pieces have fallen over, and where they shall stand."""
        said = []
        for move in moves:
            key = "lying_there" if move.origin == move.target else "lying"
            said.append(
                self.say(
                    key,
                    the=self._piece(move.piece_id).the,
                    object=self._piece(move.piece_id).object,
                    place=self._place(move.origin),
                    to=self._phrase("to", move.target),
                )
            )
        return " ".join(said)

    def straighten(self, moves: Sequence[PieceMove]) -> str:
        """What a person is asked to do with pieces that stand between places."""
        return self.please([PieceMove(move.piece_id, OFF, move.target) for move in moves])

    def troubles(self, troubles: Iterable[Trouble]) -> str:
        """What the camera sees that should not be."""
        seen = tuple(troubles)
        covered = [PiecePlace(one.place) for one in seen if one.kind == "covered" and one.place is not None]
        if covered:
            named = dict.fromkeys(map(self._place, covered[:MOST_PLACES]))
            return self.say("covered", places=self.language.lists["comma"].join(named))
        for one in seen:
            if one.kind in ("doubled", "foreign", "shared", "between", "dark"):
                where = "" if one.place is None else self._place(PiecePlace(one.place))
                words = self._piece(one.pieces[0]) if one.pieces and one.kind != "foreign" else None
                the, thing = ("", "") if words is None else (words.the, words.object)
                return self.say(one.kind, place=where, the=the, object=thing)
        return self.say("unclear")

    def no_piece_for(self, piece: chess.Piece, square: chess.Square) -> str:
        """Say that a position needs a piece which nobody has."""
        words = self.language.coloured_piece(piece)
        return self.say("no_piece_for", the=words.the, square=chess.square_name(square))

    def _put(self, move: PieceMove) -> str:
        parts = {"from": self._phrase("from", move.origin), "to": self._phrase("to", move.target)}
        return self.say("put", object=self._piece(move.piece_id).object, **parts)

    def _phrase(self, preposition: str, place: PiecePlace) -> str:
        """Such as ` from e4`; languages bend nouns after prepositions, so each is a phrase of its own."""
        return self.say(f"{preposition}_{_kind(place)}", square=str(place))

    def _place(self, place: PiecePlace) -> str:
        kind = _kind(place)
        return str(place) if kind == "square" else self.language.table[kind]

    def _piece(self, piece_id: int) -> ColouredWords:
        return self.language.coloured_piece(PIECES[piece_id].symbol)


def _kind(place: PiecePlace) -> str:
    if place.slot is not None:
        return f"{chess.COLOR_NAMES[place.slot[0]]}_slot"
    return "beside" if place.is_off else "square"
