"""Many rounds of whole tables, and one answer: the same for any number of workers."""
