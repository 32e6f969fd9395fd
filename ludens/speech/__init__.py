"""Hearing and speaking without a network: knows words, no game."""
