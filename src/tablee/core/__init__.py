"""The foundation of every game and of the table. Standard library only."""
