"""The tables of each analysis as rows for `--csv`, made from its JSON document.

A module here may not compute a figure of its own except a share or a sign, and each column name has unit and base:
`house_edge_share_of_both_antes` is 0.043 where people read 4.3%. Open `solution.py` first.
"""
