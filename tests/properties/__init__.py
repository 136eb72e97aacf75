"""What must hold for every round, found by searching for a round where it does not."""
