"""Touch sensors of a NAO: names of buttons and bumpers, in the order of its low-level link.

`TouchState.pressed` holds these names.
"""

CHEST_BUTTON = "chest button"
LEFT_BUMPERS = ("left foot bumper left", "left foot bumper right")
RIGHT_BUMPERS = ("right foot bumper left", "right foot bumper right")

TOUCHES = (
    CHEST_BUTTON,
    "head front",
    "head middle",
    "head rear",
    *LEFT_BUMPERS,
    "left hand back",
    "left hand left",
    "left hand right",
    *RIGHT_BUMPERS,
    "right hand back",
    "right hand left",
    "right hand right",
)
"""Fourteen switches; feet have two bumpers each, hands three touch plates each."""
