"""Contract of a module: declaration, setup, checked graph, drivers; nothing here runs anything."""
