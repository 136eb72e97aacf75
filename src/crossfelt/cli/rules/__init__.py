"""`crossfelt rules`: what the published rule texts say, and how each clause is met. Decides nothing itself."""
