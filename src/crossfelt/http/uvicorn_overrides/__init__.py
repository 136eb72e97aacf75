"""Overrides of uvicorn, h11 and websockets: limits on slow requests, on frames and on the time a stop takes.

It knows no route and no table, and no other folder may subclass the inside of these packages. Open `running.py` first.

`versions.py` names the versions that the overrides were tested with. With another version installed, `running.py`
starts the server without them.
"""
