"""The same work on many machines: jobs that travel as data, done by the workers of dask, answers in their order.

Nothing that is computed may depend on how many workers there are, which of them is lost, or how the work was cut. Only
this folder imports dask, which comes with the extra `cluster`.
"""
