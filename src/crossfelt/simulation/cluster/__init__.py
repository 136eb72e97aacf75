"""The same simulations on many machines, run by the workers of dask.

No result may depend on how many workers there are, which of them is lost or how the work was cut, and only this folder
imports dask. Open `fleet.py` first.
"""
