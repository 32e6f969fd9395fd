"""The game solved: the value of every position, computed here, kept in files, probed and verified."""
