"""The league's rules as a pure value library: a match is a value, an event makes the next one of it.

    match = new_match(24, 5)
    match = after(match, Ready(), time_ns)
    packet = told(match)

The rules are those of 2019, or of another `RuleBook`. Nothing here sees a field: who touched what is the
business of a referee, a person or `…soccer.referee`.
"""
