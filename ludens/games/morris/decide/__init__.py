"""Choosing turns: a search, a perfect player with tables, levels, a person who directs, other programs."""
