"""The server: it checks requests and sockets, and answers them through the other parts.

It may not hold a rule or the state of a game, and every refusal leaves as JSON with all its faults. Open `app.py`
first.
"""

from crossfelt.http.addresses import trusted_networks
from crossfelt.http.app import create_app
from crossfelt.http.server import serve

__all__ = ["create_app", "serve", "trusted_networks"]
