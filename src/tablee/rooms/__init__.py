"""Tables where people meet: rooms, their seats and matches, and what can be asked of them. Runs anywhere Python runs: no network,
no processes, no files."""
