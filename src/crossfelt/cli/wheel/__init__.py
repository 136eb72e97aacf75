"""`crossfelt wheel`: wheels and meters of progressive wagers, drawn, priced and fitted. Computes nothing itself."""
