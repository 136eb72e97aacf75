"""The stand-alone verifier: one file to download that checks a record and needs only Python.

It may not import anything of this package, nor be imported by it: it is a second opinion, written from
`docs/fairness.md`. Open `crossfelt_verifier.py` first.
"""
