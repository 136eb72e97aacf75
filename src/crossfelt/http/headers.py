"""The headers that every response carries."""

from __future__ import annotations

from crossfelt import __version__

HEADERS = {
    # No inline script or style, nothing from elsewhere, no frame around us.
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    # Tells a page that was opened before an upgrade that the server has a new version.
    "crossfelt-version": __version__,
}
CACHE = "no-cache"
"""Browsers store responses, but revalidate them before every use unless a response has its own header."""
STRICT_TRANSPORT = "max-age=31536000"
"""A year. A browser that has connected over HTTPS never connects without it again."""
