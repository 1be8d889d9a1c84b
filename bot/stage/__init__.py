"""Discord out: what people see, and how it gets there."""
