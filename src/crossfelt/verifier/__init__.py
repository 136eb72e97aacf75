"""The stand-alone verifier, shipped to be downloaded: one file that needs Python alone and imports nothing of ours.

It is a second opinion, written from `docs/fairness.md` and not from the rest of this package, which may not import it.
"""
