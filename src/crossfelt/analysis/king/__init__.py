"""King Cross Poker played well: learned players, search, hints, review and hindsight.

It may not depend on a server, a terminal or a page, and contains no rules: `encode.py` turns a score card into arrays
for the kernels. Open `valuer.py` first.
"""
