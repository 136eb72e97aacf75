"""The analyses as plain JSON data: what the command line prints, the par sheet holds and other programs read.

Each module turns results into one document and computes no figure that they do not have. A key that stands here once
keeps its name, its meaning and its unit.
"""
