"""The flat world: NAOs and a ball that move as they do in full physics on average, without joints and forces.

For many robots and many matches: it takes and tells what the modules above motion ask for and read.
"""
