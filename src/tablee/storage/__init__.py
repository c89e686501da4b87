"""Where matches are stored: in a SQLite file or a PostgreSQL database."""
