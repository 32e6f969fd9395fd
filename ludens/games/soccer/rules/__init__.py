"""The league's rules of 2019 as a pure value library: a match is a value, an event makes the next one of it.

    match = new_match(24, 5)
    match = after(match, Ready(), time_ns)
    packet = told(match)

Nothing here sees a field: who touched what is the business of a referee, a person or `…soccer.referee`.
"""
