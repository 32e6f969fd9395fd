"""Choosing moves: our own engine, other programs by UCI, levels, hints."""
