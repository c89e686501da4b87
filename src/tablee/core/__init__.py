"""What every game and every part of the table stands on. Standard library only."""
