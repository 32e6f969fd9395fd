"""A robot that learns: where to shoot from and whither, and where a keeper stands."""
