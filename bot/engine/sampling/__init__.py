"""How a model chooses its words: values, where each comes from, and what may set them."""
