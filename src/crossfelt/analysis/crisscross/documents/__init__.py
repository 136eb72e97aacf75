"""The analyses as JSON data, for the command line, the par sheet and other programs.

A module here may not compute a figure of its own, and a published key never changes its name, meaning or unit. Open
`solution.py` first.
"""
