"""Many trials of anything: run on local cores or a Ray cluster, counted, tabled, plotted. Knows no game."""
