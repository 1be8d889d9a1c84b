"""What a model is told: sections in a fixed order, within a budget, from one participant's view."""
