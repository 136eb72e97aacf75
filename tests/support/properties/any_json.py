"""Any JSON at all, with words of the games in it."""

from __future__ import annotations

from hypothesis import strategies as st

WORDS = (
    "across",
    "down",
    "middle",
    "ante_across",
    "five_card_bonus",
    "cardroom",
    "main",
    "win",
    "Ah",
    "",
    "x" * 300,
    "\n",
)
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from((0, 1, -1, 10**15, 10**16, 10**30))
    | st.floats()
    | st.sampled_from(WORDS)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS) | st.text(), inner, max_size=4),
    max_leaves=8,
)
