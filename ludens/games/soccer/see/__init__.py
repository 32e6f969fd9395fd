"""The eyes of a soccer robot on single pictures: for files, experiments and measurements without a run."""
