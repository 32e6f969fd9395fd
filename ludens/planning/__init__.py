"""Finding ways. These algorithms know no game."""
