"""One file a step, named by its number and what it brings; no step that was released is ever changed."""
