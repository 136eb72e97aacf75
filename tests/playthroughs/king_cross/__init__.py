"""King Cross matches kept as readable transcripts.

`python -m tests.playthroughs.king_cross` writes them again; a change in them is a change in what the engine does, and
belongs into a commit of its own.
"""
