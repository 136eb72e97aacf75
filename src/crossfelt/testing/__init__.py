"""What any game, rule book and policy must keep, as checks that others can run on their own.

Nothing here is needed to play: it only drives contests and raises `AssertionError` where a law is broken.
"""
