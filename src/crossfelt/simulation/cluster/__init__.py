"""The same simulations on many machines, run by dask workers.

No result may depend on the number of workers, on which of them is lost or on how the work was split, and only this
folder imports dask. Open `fleet.py` first.
"""
