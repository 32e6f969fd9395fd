"""What a player decides: which way to play the ball, and what to do now."""
