"""The game server: live matches over HTTP and WebSocket, stored in a SQLite file or a PostgreSQL database."""
