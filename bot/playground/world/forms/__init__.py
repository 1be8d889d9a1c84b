"""What is posted to Discord, read and checked: limits and the errors Discord answers with."""
