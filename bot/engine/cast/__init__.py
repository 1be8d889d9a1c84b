"""Who takes part, who perceives what, and what may be read through whose eyes."""
