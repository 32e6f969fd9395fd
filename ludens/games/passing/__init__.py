"""Passing a ball back: a wheeled robot lines up behind a ball and rams it so that it rolls to a person."""
