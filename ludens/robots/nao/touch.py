"""Touch sensors of a NAO: names of buttons and bumpers, in the order of its low-level link.

`TouchState.pressed` holds these names.
"""

CHEST_BUTTON = "chest button"

TOUCHES = (
    CHEST_BUTTON,
    "head front",
    "head middle",
    "head rear",
    "left foot bumper left",
    "left foot bumper right",
    "left hand back",
    "left hand left",
    "left hand right",
    "right foot bumper left",
    "right foot bumper right",
    "right hand back",
    "right hand left",
    "right hand right",
)
"""Fourteen switches; feet have two bumpers each, hands three touch plates each."""
