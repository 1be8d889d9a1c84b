"""The game itself: rules on frozen data, and the use cases that wait for the world outside."""
