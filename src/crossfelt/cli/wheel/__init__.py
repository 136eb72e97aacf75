"""`crossfelt wheel`: the wheels and meters of progressive wagers, drawn, priced and fitted.

It computes no figures: `analysis/crisscross` does. Open `show.py` first.
"""
