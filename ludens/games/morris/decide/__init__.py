"""Who chooses turns: a search, a perfect player with tables, levels from child to perfect, and a match."""
