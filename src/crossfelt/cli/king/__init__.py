"""The commands of King Cross Poker, each with what it draws. They hold no rules and compute nothing of their own."""
