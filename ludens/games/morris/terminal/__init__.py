"""Morris in the terminal: the board as text, a game that asks and answers, tables of good turns."""
