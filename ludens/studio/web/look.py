"""Where the pages of the studio are, and how all of them look."""

import json
from pathlib import Path

from nicegui import ui

STATIC = Path(__file__).parent / "static"
PICTURES = STATIC / "games"
PICTURES_URL = "/games"
GAME_URL = "/"
HOME_URL = "/home"


def dress(command: str) -> None:
    """Give the page that is being built the studio's style, its script and its colours.

    `command` is said to start the program again when it has ended.
    """
    words = json.dumps(command).replace("<", "\\u003c")
    ui.add_head_html(f"<script>window.ludensCommand = {words};</script>")
    for style in ("studio.css", "board.css", "screens.css"):
        ui.add_head_html(f"<style>{(STATIC / style).read_text('utf-8')}</style>")
    for script in ("studio.js", "sounds.js", "voice.js"):
        ui.add_head_html(f"<script>{(STATIC / script).read_text('utf-8')}</script>")
    ui.colors(primary="#235dd2", positive="#1f7d54", negative="#cf3b3b", warning="#a86410")
