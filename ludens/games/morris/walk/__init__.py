"""How the humanoid gets from place to place at the table: side and hand, the way round, and walking it."""
