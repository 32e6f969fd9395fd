"""Soccer: NAOs on the league's field."""
