"""The board in the browser: draws what the server says, and tells what a hand does there."""

from collections.abc import Mapping
from typing import Any

from nicegui import ui

from ludens.messages.board_picture import BoardMove, BoardPicture, BoardSide
from ludens.studio.board_picture import SIDES, board_svg, points_of

LABEL = "The board. Click a piece and where it goes, or drag it; or type the move."


class BoardElement(ui.element, component="board.js"):
    """Emits `move` and `wrong` with `origin`, `target` and `takes`, and `drop` when a premove is given up."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: dict[str, Any] = {}
        self.props["svg"] = ""
        self.props["state"] = {
            "columns": 0,
            "rows": 0,
            "turned": False,
            "moves": [],
            "own": [],
            "label": LABEL,
        }
        self.props["data-testid"] = "board"

    def show(
        self,
        picture: BoardPicture,
        *,
        symbols: Mapping[str, str],
        turned: bool,
        premove: BoardMove | None,
        taking: BoardMove | None,
        answered: int,
        sound: tuple[int, str],
    ) -> None:
        """Draw a picture. `premove` is to be said later; of the step `taking` it is open what it takes.

        Whatever the hand has chosen is forgotten with another number `answered`.
        """
        yours = [number for number, side in enumerate(picture.sides) if side.player == "you"]
        mover = picture.to_move if picture.to_move in yours else next(iter(yours), None)
        playable = bool(picture.possible or picture.premoves)
        own = [piece for piece in picture.pieces if piece.side == mover] if playable else []
        state = {
            "columns": len(picture.column_names),
            "rows": len(picture.row_names),
            "turned": turned,
            "points": points_of(picture) if picture.lines else None,
            "moves": [_way(move) for move in picture.possible or picture.premoves],
            "own": [piece.square for piece in own],
            "hand": None if mover is None else _hand(picture.sides[mover], mover, symbols),
            "told": None if picture.told is None else _way(picture.told),
            "premove": None if premove is None else _way(premove),
            "taking": None if taking is None else _way(taking),
            "answered": answered,
            "sound": {"number": sound[0], "kind": sound[1]},
            "label": LABEL,
        }
        shown = {"svg": board_svg(picture, symbols=symbols, turned=turned), "state": state}
        if shown != self._shown:
            self._shown = shown
            self.props.update(shown)
            self.update()


def _way(move: BoardMove) -> dict[str, int | None]:
    return {"origin": move.origin, "target": move.target, "takes": move.takes}


def _hand(side: BoardSide, number: int, symbols: Mapping[str, str]) -> dict[str, str] | None:
    """A drawing of a piece that a side brings onto the board."""
    return {"side": SIDES[number], "drawing": symbols[side.places]} if side.places else None
