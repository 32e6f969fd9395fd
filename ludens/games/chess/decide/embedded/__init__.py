"""Our own engine: alpha-beta over a compiled board, for tables where no other engine is installed."""
