"""The server: HTTP in, answers of the other parts out. Assembles parts, holds no rules and no state of a game.

Everything from outside is read strictly and bounded in size; every refusal is JSON with all its faults; every response
carries the same security headers. The page is served from `page/`, which the build makes from web/.
"""

from crossfelt.http.addresses import trusted_networks
from crossfelt.http.app import create_app
from crossfelt.http.server import serve

__all__ = ["create_app", "serve", "trusted_networks"]
