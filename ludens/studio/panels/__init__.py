"""The panels of the studio: one idea each, none of which knows a game."""
