"""What people and the clock can ask of the game. The only code of the engine that waits."""
