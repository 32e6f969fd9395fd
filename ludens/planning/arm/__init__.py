"""How an arm moves: jerk-limited profiles, hops over things that stand about, and joints that follow."""
