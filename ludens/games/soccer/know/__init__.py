"""What a soccer robot knows besides what it sees: the game it plays in."""
