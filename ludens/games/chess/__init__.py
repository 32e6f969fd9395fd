"""Chess on a real board, played by an arm and told in words."""
