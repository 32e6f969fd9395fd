"""Chess in the terminal: the board as text, and a game that asks and answers."""
