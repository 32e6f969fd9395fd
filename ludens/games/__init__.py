"""Games: each tells its story in files of the same names and knows nothing of the others."""
