"""What every game at a board shares, from kept games to sentences; no game is known here."""
