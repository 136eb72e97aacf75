"""King Cross Poker played well: learned players, search, review, hindsight.

May not know a service, a terminal or a page: an answer is a value, and progress is a function handed in. Holds no rules
of its own: `encode` turns a score card into the arrays that the kernels work on.
"""
