"""The game server: live matches over HTTP and WebSocket, stored in one SQLite file."""
