"""What is said between a server and its clients: the types of every message, every refusal, and bad requests in words."""
