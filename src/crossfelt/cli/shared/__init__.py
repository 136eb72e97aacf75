"""What commands of both games need: streams, cases, tables, cards, questions. Knows no command and no rules."""
