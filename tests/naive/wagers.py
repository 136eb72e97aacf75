"""Which sets of wagers a live table takes before the first card: readings R4, R6, R13, R23, P2 and P5 written out."""

from __future__ import annotations

from collections.abc import Collection, Mapping


def are_taken(
    rules: str,
    wagers: Mapping[str, int],
    *,
    ante: tuple[int, int],
    bonus: tuple[int, int],
    bonus_offered: bool = True,
    unit: int = 100,
    progressive: Mapping[str, Collection[int]] | None = None,
) -> bool:
    """Whether the table accepts the whole set of wagers; otherwise it takes none. A wager of 0 counts as absent. A
    progressive spot takes only the listed amounts, whatever the unit (readings P2, P5 and R13)."""
    placed = {spot: cents for spot, cents in wagers.items() if cents != 0}
    spots = {"ante_across", "ante_down"}
    if bonus_offered:
        spots.add("five_card_bonus")
    if rules == "cardroom":
        spots.add("six_card_bonus")
    sizes = progressive or {}
    spots |= set(sizes)
    if not set(placed) <= spots:
        return False
    if any(cents % unit for spot, cents in placed.items() if spot not in sizes):
        return False
    if any(placed.get(spot, 0) not in (0, *amounts) for spot, amounts in sizes.items()):
        return False
    first, second = placed.get("ante_across", 0), placed.get("ante_down", 0)
    if first != second or not ante[0] <= first <= ante[1]:
        return False
    five, six = placed.get("five_card_bonus", 0), placed.get("six_card_bonus", 0)
    if five and not bonus[0] <= five <= bonus[1]:
        return False
    return six in (0, five)
