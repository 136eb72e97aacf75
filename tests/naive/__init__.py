"""A second opinion: the rule texts and the solver again, written slowly and plainly, without the code they check.

Cards are their two-character names, amounts are whole cents, and tables are plain dictionaries in the form of a settled
case. Nothing here is fast or general. `oracle.py` uses the package's cards and hand ranks.
"""
