"""Eyes for a field whose goals and ball have colours of their own, as in 2011 (001, §4.6)."""
