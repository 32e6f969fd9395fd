"""Chess pieces as drawings of our own: a few shapes each, in a box of 100 by 100."""

BASE = '<path d="M22 88 V82 Q22 76 28 76 H72 Q78 76 78 82 V88 Z"/>'
SKIRT = '<path d="M37 62 H63 L68 76 H32 Z"/>'

PAWN = (
    '<path d="M36 76 C40 66 45 62 45 49 H55 C55 62 60 66 64 76 Z"/><circle cx="50" cy="35" r="13"/>'
    '<rect x="38" y="46" width="24" height="6" rx="3"/>'
)
ROOK = (
    '<path d="M29 20 H39 V28 H45 V20 H55 V28 H61 V20 H71 V36 L64 43 V66 L70 76 H30 L36 66 V43 L29 36 Z"/>'
    '<path class="inner" d="M37 43 H63 M36 66 H64"/>'
)
KNIGHT = (
    '<path d="M35 76 C33 60 48 56 47 44 C41 48 36 53 29 53 C22 53 19 46 24 41 C30 34 32 27 40 22 L40 11 '
    'L49 19 C66 21 74 38 71 58 C70 66 69 70 69 76 Z"/><circle class="spot" cx="42" cy="31" r="3"/>'
    '<path class="inner" d="M56 27 C64 34 66 46 64 58"/>'
)
BISHOP = (
    '<path d="M41 60 H59 L65 76 H35 Z"/><path d="M50 20 C67 32 68 46 60 56 H40 C32 46 33 32 50 20 Z"/>'
    '<circle cx="50" cy="16" r="5"/><rect x="36" y="54" width="28" height="7" rx="3.5"/>'
    '<path class="inner" d="M50 31 V45 M44 38 H56"/>'
)
QUEEN = (
    f'{SKIRT}<path d="M22 32 L36 62 H64 L78 32 L63 46 L60 25 L50 44 L40 25 L37 46 Z"/>'
    '<circle cx="22" cy="29" r="5"/><circle cx="40" cy="21" r="5"/><circle cx="60" cy="21" r="5"/>'
    '<circle cx="78" cy="29" r="5"/><rect x="34" y="59" width="32" height="7" rx="3.5"/>'
)
KING = (
    f'{SKIRT}<path d="M47 10 H53 V16 H59 V22 H53 V34 H47 V22 H41 V16 H47 Z"/>'
    '<path d="M50 38 C54 28 70 27 74 39 C77 49 68 55 65 62 H35 C32 55 23 49 26 39 C30 27 46 28 50 38 Z"/>'
    '<path class="inner" d="M50 40 V56"/><rect x="34" y="59" width="32" height="7" rx="3.5"/>'
)

SYMBOLS = {
    "P": BASE + PAWN,
    "R": BASE + ROOK,
    "N": BASE + KNIGHT,
    "B": BASE + BISHOP,
    "Q": BASE + QUEEN,
    "K": BASE + KING,
}
"""By the letters of the pieces."""
