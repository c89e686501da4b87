"""The table server: live matches over HTTP and WebSocket, kept in one SQLite file."""
