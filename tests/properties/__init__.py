"""Properties of every round. Each test searches for a round that breaks one."""
